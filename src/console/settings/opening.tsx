import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../client/client.ts';
import { formatMoney } from '../../lib/money.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { DEBTS } from '../kit/account-kinds.ts';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { churchQuery } from '../kit/church.ts';
import { DateField } from '../kit/date-field.tsx';
import { dateText } from '../kit/dates.ts';
import { DataTable } from '../kit/data-table.tsx';
import { amountText } from '../kit/money.ts';
import { StaleNotice } from '../kit/stale.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useRevision } from '../kit/use-revision.ts';
import { useSaving } from '../kit/use-saving.ts';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { queryClient } from '../session/query-client.ts';
import { useCan } from '../session/session.ts';
import { nameOf } from '../kit/record-name.ts';
import { Balance } from './opening-balance.tsx';
import { outstandingPath } from './opening-more.ts';
import { OutstandingRows } from './opening-outstanding.tsx';
import { AccountRows } from './opening-accounts.tsx';
import { accountKeysOf, type Bill, excessOf, openingOf, openingTyped, type OpeningTyped } from './opening-rows.ts';
import { YearRows } from './opening-year.tsx';
import { accountsQuery, fundsQuery, openingQuery, saveOpening } from './queries.ts';
import type { Versioned } from './store.ts';

type OpeningRecord = Schemas['Opening'];

/** The kinds of accounts for which a bank or a processor sends statements. */
const AT_A_BANK: ReadonlySet<Schemas['AccountKind']> = new Set(['Checking', 'Savings', 'CreditCard', 'Processor']);

/** The opening of the books: what the church had and owed when its books began. */
export function Opening() {
  const { t } = useTranslation('settings');
  const mayWrite = useCan('statements.manage');
  return (
    <section className="screen-part">
      <h2>{t('part_opening')}</h2>
      <p className="settings-help">{t('openingHelp')}</p>
      <Answer query={useQuery(openingQuery)}>
        {(seen) => (mayWrite ? <OpeningForm seen={seen} /> : <OpeningFacts opening={seen.record} />)}
      </Answer>
    </section>
  );
}

function OpeningFacts({ opening }: { opening: OpeningRecord }) {
  const { t } = useTranslation('settings');
  if (opening.date === null) return <p className="empty">{t('noOpening')}</p>;
  const rows = [
    ...opening.accounts.map(({ accountName, fundId, balance }) => {
      const fund = opening.funds.find((one) => one.fundId === fundId)?.fundName;
      return { name: fund === undefined ? accountName : t('heldBy', { account: accountName, fund }), balance };
    }),
    ...opening.funds.map(({ fundName, balance }) => ({ name: fundName, balance })),
  ];
  return (
    <>
      <p>{t('openedOn', { date: dateText(opening.date, currentLanguage()) })}</p>
      <DataTable
        label={t('part_opening')}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { key: 'name', title: t('name'), cell: ({ name }) => name },
          { key: 'balance', title: t('balance'), kind: 'number', cell: ({ balance }) => amountText(balance) },
        ]}
      />
    </>
  );
}

function OpeningForm({ seen }: { seen: Versioned<OpeningRecord> }) {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation();
  const { data: church } = useQuery(churchQuery);
  const { data: accounts } = useQuery(accountsQuery);
  const { data: funds } = useQuery(fundsQuery);
  const { typed, basis, isStale, set, reload, take } = useRevision(
    seen,
    (one) => openingTyped(one?.record),
    () => queryClient.fetchQuery({ ...openingQuery, staleTime: 0 }),
  );
  const { fault, isBusy, save } = useSaving<Versioned<OpeningRecord>>(take, reload);
  if (!church || !accounts || !funds) return null;
  const general = funds.find((fund) => fund.class === 'General')?.id ?? 0;
  const { etag } = basis ?? seen;
  const faultAt = (path: string) => fault?.fields[path];
  const isDebt = (id: number) => accounts.some((account) => account.id === id && DEBTS.has(account.kind));
  const noteOf = (fundId: number) => {
    const held = excessOf(typed, fundId, isDebt);
    return held === undefined ? undefined : t('holdsMore', { held: formatMoney(held) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(() => saveOpening(openingOf(typed, general), etag), t('saved'));
  };
  const balances = (part: 'accounts' | 'funds', id: number | string, text: string) =>
    set(part, { ...typed[part], [id]: text });
  return (
    <form className="record-form sheet" aria-label={t('part_opening')} onSubmit={submit}>
      {fault && (
        <FaultNotice fault={{ ...fault, sentence: [fault.sentence, ...Object.values(fault.fields)].join(' ') }} />
      )}
      <StaleNotice isStale={isStale} />
      <fieldset>
        <DateField
          label={t('openingDate')}
          help={t('openingDateHelp')}
          value={typed.date}
          today={church.today}
          isPast
          isRequired
          onChange={(date) => set('date', date)}
        />
      </fieldset>
      <AccountRows
        accounts={accounts.filter(({ isReserved }) => !isReserved)}
        funds={funds.filter(({ id }) => id !== general)}
        typed={typed.accounts}
        onText={(key, text) => balances('accounts', key, text)}
      />
      <fieldset>
        <legend>{t('fundBalances')}</legend>
        {funds
          .filter(({ id }) => id !== general)
          .map((fund) => (
            <Balance
              key={fund.id}
              label={nameOf(fund)}
              text={typed.funds[fund.id] ?? ''}
              help={noteOf(fund.id)}
              onText={(text) => balances('funds', fund.id, text)}
            />
          ))}
        <p className="field-help opening-all">{t('generalGetsRest')}</p>
      </fieldset>
      <OutstandingRows
        rows={typed.outstanding}
        accounts={accounts.filter(({ kind }) => AT_A_BANK.has(kind))}
        today={church.today}
        faultOf={(row, field) => faultAt(`${outstandingPath(typed.outstanding, row, accountKeysOf(typed))}.${field}`)}
        onRows={(rows) => set('outstanding', rows)}
      />
      <Bills bills={typed.bills} onBills={(bills) => set('bills', bills)} />
      <YearRows
        rows={typed.year}
        funds={funds}
        general={general}
        faultOf={(index, field) => faultAt(`yearToDate.${index}${field && `.${field}`}`)}
        onRows={(rows) => set('year', rows)}
      />
      <div className="screen-actions">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {common('save')}
        </Button>
      </div>
    </form>
  );
}

/** The bills from before the books began that are not paid yet. */
function Bills({ bills, onBills }: { bills: OpeningTyped['bills']; onBills: (bills: readonly Bill[]) => void }) {
  const { t } = useTranslation('settings');
  const next = Math.max(-1, ...bills.map(({ key }) => key)) + 1;
  const change = (bill: Bill, changes: Partial<Bill>) =>
    onBills(bills.map((one) => (one.key === bill.key ? { ...one, ...changes } : one)));
  return (
    <fieldset>
      <legend>{t('bills')}</legend>
      {bills.map((bill) => (
        <div key={bill.key} className="opening-bill">
          <TextField
            label={t('billFrom')}
            value={bill.vendor}
            required
            maxLength={200}
            onChange={(event) => change(bill, { vendor: event.target.value })}
          />
          <Balance label={t('amount')} text={bill.amount} onText={(amount) => change(bill, { amount })} />
          <Button
            kind="quiet"
            aria-label={t('removeBill', { name: bill.vendor })}
            onClick={() => onBills(bills.filter(({ key }) => key !== bill.key))}
          >
            {t('remove')}
          </Button>
        </div>
      ))}
      <div className="opening-all">
        <Button onClick={() => onBills([...bills, { key: next, vendor: '', amount: '', rest: {} }])}>
          {t('addBill')}
        </Button>
      </div>
    </fieldset>
  );
}
