import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { type AccountAtBank, accountsAtBankQuery } from '../kit/accounts-at-bank.ts';
import { nameOf } from '../kit/record-name.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { churchQuery } from '../kit/church.ts';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { dateText } from '../kit/dates.ts';
import { amountText } from '../kit/money.ts';
import { Screen } from '../kit/page.tsx';
import { SubRooms } from '../kit/sub-rooms.tsx';
import { useMe } from '../session/session.ts';
import { Investments } from './investments/investments.tsx';
import { nextStepOf } from './next-step.ts';
import { useParts } from './sections.ts';
import './bank.css';

/** The accounts at a bank, with their open lines, their last reconciliation, and what to do next. */
export function Page() {
  const { t } = useTranslation('bank');
  return (
    <Screen title={t('title')}>
      <SubRooms label={t('parts')} rooms={useParts()} />
      <Answer query={useQuery(accountsAtBankQuery)}>
        {(accounts) =>
          accounts.length === 0 ? <p className="empty">{t('noAccounts')}</p> : <Accounts accounts={accounts} />
        }
      </Answer>
      <Investments />
    </Screen>
  );
}

function Accounts({ accounts }: { accounts: readonly AccountAtBank[] }) {
  const { t } = useTranslation('bank');
  const columns: Column<AccountAtBank>[] = [
    {
      key: 'name',
      title: t('account'),
      cell: (account) => <Link href={`/bank/${account.id}`}>{nameOf(account)}</Link>,
    },
    { key: 'open', title: t('openLines'), kind: 'number', cell: ({ openLines }) => openLines },
    {
      key: 'last',
      title: t('lastReconciliation'),
      kind: 'date',
      cell: ({ lastReconciliation: last }) => (last === null ? t('never') : dateText(last.endDate, currentLanguage())),
    },
    { key: 'next', title: t('next'), cell: (account) => <Next account={account} /> },
    {
      key: 'balance',
      title: t('balance'),
      kind: 'number',
      isWideOnly: true,
      cell: ({ balance }) => amountText(balance),
    },
  ];
  return <DataTable label={t('accounts')} columns={columns} rows={accounts} keyOf={({ id }) => id} />;
}

function Next({ account }: { account: AccountAtBank }) {
  const { t } = useTranslation('bank');
  const me = useMe();
  const { data: church } = useQuery(churchQuery);
  if (!church) return null;
  const next = nextStepOf(account, church.today, me);
  const room = `/bank/${account.id}`;
  if (next.step === 'lines') return <Link href={room}>{t('next_lines', { count: next.count })}</Link>;
  if (next.step === 'draft') return <Link href={`${room}/reconciliations/${next.id}`}>{t('next_draft')}</Link>;
  if (next.step === 'done' || next.step === 'others') return t(`next_${next.step}`);
  const date = dateText(next.date, currentLanguage());
  if (next.step === 'review') {
    return <Link href={`${room}/reconciliations/${next.id}`}>{t('next_review', { date })}</Link>;
  }
  return <Link href={`${room}/reconciliations`}>{t('next_reconcile', { date })}</Link>;
}
