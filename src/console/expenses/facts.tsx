import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { dateText, instantText } from '../kit/dates.ts';
import { MarkedText } from '../kit/marked-text.tsx';
import { amountText, minorOf, moneyText } from '../kit/money.ts';
import { unnamedPayee } from '../../lib/payee.ts';
import { nameText } from '../kit/names.ts';
import { Notice } from '../kit/notice.tsx';
import { namedPersonQuery } from '../kit/people.ts';
import { useCan, useMe } from '../session/session.ts';
import { useNames } from './names.ts';
import { type Expense, personNamesQuery } from './queries.ts';

/** What an expense is: its amount, date, purpose, and who is paid. */
export function Facts({ expense }: { expense: Expense }) {
  const { t } = useTranslation('expenses');
  const names = useNames();
  const payee = usePayee(expense);
  const { vendor, splits, notes, bookedOn, settled, reversalOf } = expense;
  const date = (day: string) => dateText(day, currentLanguage(), 'withWeekday');
  return (
    <dl className="expense-facts">
      <Fact title={t('amount')}>
        <strong className="expense-amount">{moneyText(minorOf(expense.amount))}</strong>
      </Fact>
      <Fact title={t('date')}>{date(expense.expenseDate)}</Fact>
      {vendor !== null && (
        <Fact title={t('vendor')}>
          <MarkedText text={vendor} />
        </Fact>
      )}
      {!splits && (
        <>
          <Fact title={t('category')}>{names.category(expense)}</Fact>
          <Fact title={t('ministry')}>{names.ministry(expense)}</Fact>
          <Fact title={t('fund')}>{names.fund(expense)}</Fact>
        </>
      )}
      <Fact title={t('handedInBy')}>
        <MarkedText text={expense.submittedByName} />
      </Fact>
      <Fact title={t('payment')}>
        {settled
          ? t('paidByChurch', {
              account: settled.accountName,
              date: date(settled.date),
              method: t(`method_${settled.method}`),
            })
          : t('paidTo', { name: payee })}
      </Fact>
      {bookedOn !== null && <Fact title={t('bookedOn')}>{date(bookedOn)}</Fact>}
      {reversalOf !== null && (
        <Fact title={t('reversalOf')}>
          <Link href={`/expenses/${reversalOf}`}>{t('original')}</Link>
        </Fact>
      )}
      {notes !== null && (
        <Fact title={t('notes')}>
          <span className="expense-notes">
            <MarkedText text={notes} />
          </span>
        </Fact>
      )}
    </dl>
  );
}

/** One line of what something is: its name, and its value. */
export function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Returns who gets the money for an expense: a person, or else the payee that `unnamedPayee` returns. */
export function usePayee(expense: Expense): string {
  const { memberId } = expense;
  const { t } = useTranslation('expenses');
  const me = useMe();
  const maySeePeople = useCan('giving.write');
  const { data: people } = useQuery({ ...personNamesQuery, enabled: memberId !== null && maySeePeople });
  // Who approves but enters no gifts may look up the one person.
  const mayLookUp = useCan('members.read') && !maySeePeople;
  const { data: looked } = useQuery({ ...namedPersonQuery(memberId), enabled: memberId !== null && mayLookUp });
  if (memberId === null) return unnamedPayee(expense) ?? t('nobodyNamed', { number: expense.id });
  if (memberId === me.memberId) return me.displayName;
  const person = people?.get(memberId) ?? looked;
  return person ? nameText(person, currentLanguage()) : t('aMember');
}

type Split = NonNullable<Expense['splits']>[number];

/** Returns the name of the account of a part, and whether what it pays for is in use. */
function accountOf({ accountName, inUse, inUseOn }: Split, t: TFunction<'expenses'>): string {
  if (!inUse) return t('notInUse', { account: accountName ?? '' });
  if (inUseOn === null) return accountName ?? '';
  return t('inUseSince', { account: accountName ?? '', date: dateText(inUseOn, currentLanguage()) });
}

/** The parts of an expense. Shows nothing for an expense without parts. */
export function Parts({ expense: { splits } }: { expense: Expense }) {
  const { t } = useTranslation('expenses');
  const names = useNames();
  if (!splits) return null;
  const columns: Column<Split>[] = [
    {
      key: 'purpose',
      title: t('category'),
      cell: (part) => (part.accountId === null ? names.category(part) : accountOf(part, t)),
    },
    { key: 'ministry', title: t('ministry'), cell: (part) => names.ministry(part) },
    { key: 'fund', title: t('fund'), isWideOnly: true, cell: (part) => names.fund(part) },
    { key: 'amount', title: t('amount'), kind: 'number', cell: ({ amount }) => amountText(amount) },
  ];
  return <DataTable label={t('parts')} columns={columns} rows={splits} keyOf={(part) => JSON.stringify(part)} />;
}

/** What was decided about an expense before: rejections with their reasons, and approvals. */
export function Decisions({ expense }: { expense: Expense }) {
  const { t } = useTranslation('expenses');
  const { rejections, approvals, paidOn, settled } = expense;
  const at = (instant: string) => instantText(instant, currentLanguage());
  if (rejections.length === 0 && approvals.length === 0 && paidOn === null) return null;
  return (
    <ul className="expense-history" aria-label={t('history')}>
      {rejections.map((one) => (
        <li key={`rejected ${one.at}`}>
          {t('rejectedBy', { name: one.byName, at: at(one.at) })}{' '}
          <q>
            <MarkedText text={one.reason} />
          </q>
        </li>
      ))}
      {approvals.map((one) => (
        <li key={`approved ${one.at}`}>{t('approvedBy', { name: one.byName, at: at(one.at) })}</li>
      ))}
      {paidOn !== null && !settled && <li>{t('paidOnDate', { date: dateText(paidOn, currentLanguage()) })}</li>}
    </ul>
  );
}

/** The reason for which an expense was rejected, until it is submitted again. */
export function RejectedNotice({ expense: { status, rejectedReason, rejections } }: { expense: Expense }) {
  const { t } = useTranslation('expenses');
  if (status !== 'Draft' || rejectedReason === null) return null;
  return (
    <Notice tone="warn">
      <span>
        {t('sentBack', { name: rejections.at(-1)?.byName ?? '' })} <MarkedText text={rejectedReason} />
      </span>
    </Notice>
  );
}
