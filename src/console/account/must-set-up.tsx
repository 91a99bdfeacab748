import { useTranslation } from 'react-i18next';
import { Screen } from '../kit/page.tsx';
import { SecondFactor } from './second-factor.tsx';

/** The only screen of a person who needs a second factor and has not set it up. */
export function Page() {
  const { t } = useTranslation('account');
  return (
    <Screen title={t('setUpFirst')}>
      <SecondFactor />
    </Screen>
  );
}
