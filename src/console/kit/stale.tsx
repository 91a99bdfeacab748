import { useTranslation } from 'react-i18next';
import { Notice } from './notice.tsx';

/** Says above a form that somebody else changed the record, and what the next save does. */
export function StaleNotice({ isStale }: { isStale: boolean }) {
  const { t } = useTranslation();
  return isStale ? <Notice tone="warn">{t('stale')}</Notice> : null;
}

/** Returns a function that says the present value of a field below it, or `undefined` if the value does not differ. */
export function useNowText(): (now: string | undefined) => string | undefined {
  const { t } = useTranslation();
  return (now) => (now === undefined ? undefined : t('nowSays', { value: now === '' ? t('nothing') : now }));
}
