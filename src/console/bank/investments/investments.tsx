import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Button } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { amountText } from '../../kit/money.ts';
import { Notice } from '../../kit/notice.tsx';
import { nameOf } from '../../kit/record-name.ts';
import { useAddress } from '../../kit/use-address.ts';
import { useFocusBack } from '../../kit/use-focus-back.ts';
import { useCan } from '../../session/session.ts';
import { type Account, allAccountsQuery, type Valuation } from '../queries.ts';
import { useBookedText } from './booked-text.ts';
import { ValueForm } from './value-form.tsx';

/** The investments of the church, and what the books say they are worth. Shows nothing if there are none. */
export function Investments() {
  const { t } = useTranslation('bank');
  const address = useAddress();
  const mayManage = useCan('statements.manage');
  const { data: accounts = [] } = useQuery(allAccountsQuery);
  const [booked, setBooked] = useState<Valuation>();
  const opened = mayManage ? address.get('value') : '';
  const place = useFocusBack<HTMLElement>(opened || undefined);
  const investments = accounts.filter(({ kind, isActive }) => kind === 'Investment' && isActive);
  const valued = investments.find(({ id }) => String(id) === opened);
  if (investments.length === 0) return null;
  const columns: Column<Account>[] = [
    { key: 'name', title: t('account'), cell: nameOf },
    { key: 'balance', title: t('booked'), kind: 'number', cell: ({ balance }) => amountText(balance) },
  ];
  const actions: Column<Account> = {
    key: 'actions',
    title: t('actions'),
    cell: (account) => (
      <Button
        aria-label={t('actionNamed', { action: t('enterValue'), name: nameOf(account) })}
        data-opens={account.id}
        onClick={() => address.set({ value: account.id })}
      >
        {t('enterValue')}
      </Button>
    ),
  };
  return (
    <section className="screen-part" ref={place}>
      <h2>{t('investments')}</h2>
      {valued && (
        <ValueForm key={valued.id} account={valued} onBooked={setBooked} onClose={() => address.set({ value: null })} />
      )}
      {booked && <Booked valuation={booked} />}
      <DataTable
        label={t('investments')}
        columns={mayManage ? [...columns, actions] : columns}
        rows={investments}
        keyOf={({ id }) => id}
      />
    </section>
  );
}

/** What was booked: the value in the books before, the gain or loss, and the fee. */
function Booked({ valuation }: { valuation: Valuation }) {
  const { t } = useTranslation('bank');
  return (
    <Notice tone="plain">
      {useBookedText()(valuation)} <Link href={`/reports/documents/JournalEntry/${valuation.id}`}>{t('toEntry')}</Link>
    </Notice>
  );
}
