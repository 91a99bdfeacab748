import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { Minor } from '../../../lib/money.ts';
import { toDecimal } from '../../../lib/money.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { Answer } from '../../kit/answer.tsx';
import { Button } from '../../kit/button.tsx';
import { churchQuery } from '../../kit/church.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { DateField } from '../../kit/date-field.tsx';
import { dateText } from '../../kit/dates.ts';
import { amountText } from '../../kit/money.ts';
import { Notice } from '../../kit/notice.tsx';
import { useSaving } from '../../kit/use-saving.ts';
import { useCan } from '../../session/session.ts';
import { AccountFrame } from '../frame.tsx';
import type { Account } from '../queries.ts';
import { BalanceField } from './balance-field.tsx';
import { type Listed, reconciliationsQuery, start, type Versioned } from './queries.ts';

/** The reconciliations of an account, and the form that begins the next one. */
export function Page({ id }: { id: string }) {
  return <AccountFrame id={id}>{(account) => <Reconciliations key={account.id} account={account} />}</AccountFrame>;
}

function Reconciliations({ account }: { account: Account }) {
  const { t } = useTranslation('bank');
  const mayManage = useCan('statements.manage');
  return (
    <Answer query={useQuery(reconciliationsQuery(account.id))}>
      {(items) => {
        const hasDraft = items.some(({ status }) => status === 'Draft');
        return (
          <>
            {mayManage && !hasDraft && <Start account={account} isFirst={items.length === 0} />}
            {items.length === 0 ? <p className="empty">{t('noReconciliations')}</p> : <List items={items} />}
          </>
        );
      }}
    </Answer>
  );
}

function List({ items }: { items: readonly Listed[] }) {
  const { t } = useTranslation('bank');
  const columns: Column<Listed>[] = [
    {
      key: 'date',
      title: t('endDate'),
      kind: 'date',
      cell: ({ accountId, id, endDate }) => (
        <Link href={`/bank/${accountId}/reconciliations/${id}`}>{dateText(endDate, currentLanguage())}</Link>
      ),
    },
    { key: 'state', title: t('status'), cell: (one) => t(`state_${stateOf(one)}`) },
    { key: 'balance', title: t('endBalance'), kind: 'number', cell: ({ endBalance }) => amountText(endBalance) },
  ];
  return <DataTable label={t('reconciliations')} columns={columns} rows={items} keyOf={({ id }) => id} />;
}

/** Returns how far a reconciliation is. */
export function stateOf({ status, reviewedAt }: Pick<Listed, 'status' | 'reviewedAt'>) {
  return status === 'Draft' ? 'draft' : reviewedAt === null ? 'finished' : 'reviewed';
}

function Start({ account, isFirst }: { account: Account; isFirst: boolean }) {
  const { t } = useTranslation('bank');
  const [, navigate] = useLocation();
  const { data: church } = useQuery(churchQuery);
  const [endDate, setEndDate] = useState<string | null>(null);
  const [endBalance, setEndBalance] = useState<Minor | null>(null);
  const { fault, isBusy, save } = useSaving<Versioned>(({ reconciliation }) =>
    navigate(`/bank/${account.id}/reconciliations/${reconciliation.id}`),
  );
  if (!church) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (endDate === null || endBalance === null) return;
    void save(() => start(account.id, { endDate, endBalance: toDecimal(endBalance) }), t('started'));
  };
  return (
    <form className="sheet screen-part" aria-label={t('startTitle')} onSubmit={submit}>
      <h2>{t('startTitle')}</h2>
      {fault && <Notice tone="bad">{fault.sentence}</Notice>}
      <p>{t(isFirst ? 'startFirstHelp' : 'startHelp')}</p>
      <div className="fields">
        <DateField
          label={t('endDate')}
          value={endDate}
          today={church.today}
          isPast
          isRequired
          onChange={setEndDate}
          fault={fault?.fields['endDate']}
        />
        <BalanceField
          label={t('endBalance')}
          value={endBalance}
          onChange={setEndBalance}
          fault={fault?.fields['endBalance']}
        />
      </div>
      <div className="screen-actions">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t('start')}
        </Button>
      </div>
    </form>
  );
}
