import { useTranslation } from 'react-i18next';
import { useFaults } from '../problems/problems.ts';
import { NoPasskey } from './passkey.ts';

/** Returns a function that turns an error of a sign-in into a sentence. */
export function useSignInFault(): (error: unknown) => string {
  const { t } = useTranslation('session');
  const faults = useFaults();
  return (error) => (error instanceof NoPasskey ? t('noPasskey') : faults(error).sentence);
}
