import { useTranslation } from 'react-i18next';
import { useCan } from '../session/session.ts';

/** Returns the parts of the room that the account may open. */
export function useSections(): { href: string; text: string }[] {
  const { t } = useTranslation('expenses');
  const sections: [string, string, boolean][] = [
    ['/expenses', t('mine'), useCan('expenses.submit')],
    ['/expenses/to-pay', t('toPay'), useCan('finance.manage')],
    ['/expenses/all', t('all'), useCan('expenses.readAll')],
    ['/expenses/vendors', t('vendors'), useCan('finance.manage')],
  ];
  return sections.flatMap(([href, text, isOpen]) => (isOpen ? [{ href, text }] : []));
}
