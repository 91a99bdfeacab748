import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { NO_MONEY } from '../kit/account-kinds.ts';
import { nameOf } from '../kit/record-name.ts';
import { Answer } from '../kit/answer.tsx';
import { Screen } from '../kit/page.tsx';
import { SubRooms } from '../kit/sub-rooms.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { type Account, allAccountsQuery } from './queries.ts';
import { useSections } from './sections.ts';
import './bank.css';

type Props = { id: string; actions?: ReactNode; children: (account: Account) => ReactNode };

/** The frame of the screens of one account at a bank: its name, the way back, and the links between its parts. */
export function AccountFrame({ id, actions, children }: Props) {
  const { t } = useTranslation('bank');
  const accounts = useQuery(allAccountsQuery);
  const sections = useSections(Number(id));
  // Of other accounts, no bank sends a statement.
  const account = accounts.data?.find((one) => String(one.id) === id && !one.isReserved && !NO_MONEY.has(one.kind));
  if (accounts.data && !account) return <NotFound />;
  return (
    <Screen title={account ? nameOf(account) : t('title')} actions={actions}>
      <p className="no-print">
        <Link href="/bank">{t('allAccounts')}</Link>
      </p>
      <SubRooms label={t('sections')} rooms={sections} />
      <Answer query={{ data: account, error: accounts.error }}>{children}</Answer>
    </Screen>
  );
}
