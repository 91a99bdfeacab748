import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Screen } from '../kit/page.tsx';

/** The screen for an unknown address. */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <Screen title={t('notFound')}>
      <p>
        <Link href="/">{t('toHome')}</Link>
      </p>
    </Screen>
  );
}
