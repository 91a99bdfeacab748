import { useTranslation } from 'react-i18next';

/** Returns the parts of the room: the accounts, and the transfers. */
export function useParts(): { href: string; text: string }[] {
  const { t } = useTranslation('bank');
  return [
    { href: '/bank', text: t('accounts') },
    { href: '/bank/transfers', text: t('transfers') },
  ];
}

/** Returns the parts of an account at a bank. */
export function useSections(accountId: number): { href: string; text: string }[] {
  const { t } = useTranslation('bank');
  const parts = [
    ['', t('lines')],
    ['/imports', t('files')],
    ['/rules', t('rules')],
    ['/reconciliations', t('reconciliations')],
  ] as const;
  return parts.map(([part, text]) => ({ href: `/bank/${accountId}${part}`, text }));
}
