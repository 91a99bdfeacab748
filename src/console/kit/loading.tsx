import { useTranslation } from 'react-i18next';
import './loading.css';

/** The text that is shown while content loads. It appears only after a short delay. */
export function Loading() {
  const { t } = useTranslation('kit', { useSuspense: false });
  return (
    <p className="loading" aria-busy="true">
      {t('loading')}
    </p>
  );
}
