import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../../i18n/i18n.ts';
import { Answer } from '../../kit/answer.tsx';
import { churchQuery } from '../../kit/church.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { dateText } from '../../kit/dates.ts';
import { MarkedText } from '../../kit/marked-text.tsx';
import { amountText, minorOf } from '../../kit/money.ts';
import { Screen } from '../../kit/page.tsx';
import { Pager } from '../../kit/pager.tsx';
import { SubRooms } from '../../kit/sub-rooms.tsx';
import { useAddress } from '../../kit/use-address.ts';
import { toDecimal } from '../../../lib/money.ts';
import { useSections } from '../sections.ts';
import { PayChosen } from './pay-chosen.tsx';
import { Payments } from './payments.tsx';
import type { Due } from './plan.ts';
import { approvedQuery, payablesQuery } from './queries.ts';
import '../expenses.css';

/** What waits for payment. Several things can be paid at once, with one payment for each payee. */
export function Page() {
  const { t } = useTranslation('expenses');
  const church = useQuery(churchQuery);
  return (
    <Screen title={t('toPay')}>
      <SubRooms label={t('sections')} rooms={useSections()} />
      <Answer query={church}>{({ today }) => <ToPay today={today} />}</Answer>
    </Screen>
  );
}

function ToPay({ today }: { today: string }) {
  const { t } = useTranslation('expenses');
  const payables = useQuery(payablesQuery(today));
  const approved = useQuery(approvedQuery);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<HTMLElement>(null);
  const ready = payables.data && approved.data && { items: payables.data, approved: approved.data };
  return (
    <>
      <section ref={list} tabIndex={-1} className="to-pay" aria-label={t('toPay')}>
        <Answer query={{ data: ready, error: payables.error ?? approved.error }}>
          {({ items, approved }) => {
            const expenses = new Map(approved.map((one) => [one.id, one]));
            const dues = items
              .filter(({ expenseId, amount }) => amount > 0 && (expenseId === null || expenses.has(expenseId)))
              .map((item): Due => {
                const expense = expenses.get(item.expenseId ?? 0);
                return {
                  key: `${item.expenseId} ${item.payableId}`,
                  expenseId: item.expenseId,
                  payableId: item.payableId,
                  payee:
                    item.payee ??
                    (item.expenseId === null ? t('unnamed') : t('nobodyNamed', { number: item.expenseId })),
                  description: item.description ?? t('oldBill'),
                  note: expense?.notes ?? null,
                  since: item.dueSince,
                  amount: minorOf(item.amount),
                };
              })
              .toSorted((a, b) => a.payee.localeCompare(b.payee));
            if (dues.length === 0) return <p className="empty">{t('nothingToPay')}</p>;
            return (
              <>
                <DuesPage dues={dues} chosen={chosen} onChoose={setChosen} />
                {chosen.size === 0 && <p className="field-help no-print">{t('chooseHelp')}</p>}
                <PayChosen
                  dues={dues.filter(({ key }) => chosen.has(key))}
                  today={today}
                  onPaid={(keys) => {
                    setChosen((before) => new Set([...before].filter((key) => !keys.includes(key))));
                    list.current?.focus();
                  }}
                />
              </>
            );
          }}
        </Answer>
      </section>
      <Payments today={today} />
    </>
  );
}

type DuesProps = { dues: readonly Due[]; chosen: ReadonlySet<string>; onChoose: (chosen: ReadonlySet<string>) => void };

/** How many things to pay are shown at once. */
const PAGE_SIZE = 50;

/** A page of what is to pay. What was chosen on other pages stays chosen. */
function DuesPage({ dues, ...rest }: DuesProps) {
  const address = useAddress();
  const pages = Math.ceil(dues.length / PAGE_SIZE);
  const page = Math.min(address.page, pages);
  return (
    <>
      <Dues dues={dues.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)} {...rest} />
      <Pager page={page} pages={pages} onPage={(next) => address.set({ page: next })} />
    </>
  );
}

function Dues({ dues, chosen, onChoose }: DuesProps) {
  const { t } = useTranslation('expenses');
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    onChoose(next);
  };
  const chooseAll = () => {
    const next = new Set(chosen);
    for (const { key } of dues)
      if (isAll) next.delete(key);
      else next.add(key);
    onChoose(next);
  };
  const isAll = dues.every(({ key }) => chosen.has(key));
  const columns: Column<Due>[] = [
    {
      key: 'chosen',
      title: t('choose'),
      cell: ({ key, payee, description }) => (
        <input
          type="checkbox"
          className="due-box"
          aria-label={t('chooseDue', { payee, description })}
          checked={chosen.has(key)}
          onChange={() => toggle(key)}
        />
      ),
    },
    { key: 'payee', title: t('payee'), cell: ({ payee }) => <MarkedText text={payee} /> },
    {
      key: 'description',
      title: t('description'),
      cell: ({ expenseId, description, note }) => (
        <>
          {expenseId === null ? (
            description
          ) : (
            <Link href={`/expenses/${expenseId}`}>
              <MarkedText text={description} />
            </Link>
          )}
          {note !== null && (
            <span className="due-note">
              <MarkedText text={note} />
            </span>
          )}
        </>
      ),
    },
    {
      key: 'since',
      title: t('since'),
      kind: 'date',
      isWideOnly: true,
      cell: ({ since }) => dateText(since, currentLanguage()),
    },
    { key: 'amount', title: t('amount'), kind: 'number', cell: ({ amount }) => amountText(toDecimal(amount)) },
  ];
  return (
    <section className="screen-part no-print">
      <label className="expense-payer">
        <input type="checkbox" checked={isAll} onChange={chooseAll} />
        <span>{t('chooseAll')}</span>
      </label>
      <DataTable label={t('toPay')} columns={columns} rows={dues} keyOf={({ key }) => key} />
    </section>
  );
}
