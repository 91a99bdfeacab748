import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Screen } from '../kit/page.tsx';

/** The screen for an unknown address. */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <Screen title={t('notFound')}>
      <Home />
    </Screen>
  );
}

/** The screen for an address that the account may not open, for example from a link that somebody shared. */
export function NotAllowed() {
  const { t } = useTranslation();
  return (
    <Screen title={t('notAllowed')}>
      <p>{t('askForRole')}</p>
      <Home />
    </Screen>
  );
}

function Home() {
  const { t } = useTranslation();
  return (
    <p>
      <Link href="/">{t('toHome')}</Link>
    </p>
  );
}
