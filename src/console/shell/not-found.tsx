import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { usePageTitle } from '../kit/page-title.ts';

/** What an address without a screen shows. */
export function NotFound() {
  const { t } = useTranslation();
  usePageTitle(t('notFound'));
  return (
    <>
      <h1>{t('notFound')}</h1>
      <p>
        <Link href="/">{t('toHome')}</Link>
      </p>
    </>
  );
}
