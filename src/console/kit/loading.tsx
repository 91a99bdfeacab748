import { useTranslation } from 'react-i18next';
import './loading.css';

/** A place that is being filled. It shows itself only when that takes longer than a blink. */
export function Loading() {
  const { t } = useTranslation('kit', { useSuspense: false });
  return (
    <p className="loading" aria-busy="true">
      {t('loading')}
    </p>
  );
}
