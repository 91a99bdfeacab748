/** Reads the documents from which all figures are calculated, page by page, ordered by the day on which each counts. */
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { CalendarDate } from '../lib/date.ts';
import type { Minor } from '../lib/money.ts';
import type { DateSpan } from '../lib/wire.ts';
import { isOneOf } from '../db/prepared.ts';
import { countedExpenses, countedGivings } from './counted.ts';
import { listSplits, type Split, splitsOf } from './expense-lines.ts';
import { type Line, linesOf, listGivingParts } from './giving-lines.ts';
import type { Method } from './payment-methods.ts';

export type BookedGiving = {
  kind: 'giving';
  id: number;
  date: CalendarDate;
  amount: Minor;
  /** What the gift is for: one line for the whole gift, or one line for each of several categories. */
  lines: readonly Line[];
  method: Method;
  /** The account that received the money. */
  accountId: number;
  reference: string | null;
  memberId: number | null;
  nonCashDescription: string | null;
  reversalOf: number | null;
  isReconciled: boolean;
};

/** An expense on the day on which it is booked. From that day on, the church owes the amount. */
export type BookedExpense = {
  kind: 'expense';
  id: number;
  date: CalendarDate;
  amount: Minor;
  /** What the expense is for. A part that names an account is no expense. */
  splits: readonly Split[];
  vendor: string | null;
  description: string;
  reversalOf: number | null;
};

/** A payment on its day, or the voiding of a payment, which takes it back on a later day. */
export type BookedPayment = {
  kind: 'payment';
  id: number;
  date: CalendarDate;
  isVoid: boolean;
  /** The day on which the payment was voided. Null for a payment that holds. */
  voidedOn: CalendarDate | null;
  accountId: number;
  method: Method | null;
  reference: string | null;
  items: readonly PaidItem[];
};

/** Money that was taken from accounts to another account. */
export type BookedDeposit = {
  kind: 'deposit';
  id: number;
  date: CalendarDate;
  accountId: number;
  memo: string | null;
  /** The amounts by the account that they left. */
  sources: readonly { accountId: number; amount: Minor }[];
};

/** An expense that a payment pays, or a payable, which has no `expenseId`, and how much of it. */
export type PaidItem = { expenseId: number | null; amount: Minor; vendor: string | null; description: string };

/** The position of the last row of a page in a list by date. The next page begins after it. */
export type Place = { date: CalendarDate; id: number };

/** The place before the first row. */
export const FIRST_PLACE: Place = { date: '', id: 0 };

/** What to read: the range of days, the place after which to begin, and the maximum number of rows. */
export type Part = { span: DateSpan; after: Place; limit: number };

const FIRST = '';
const LAST = '9999';

/** Returns the condition for rows within the range of days that come after the place, ordered by date and id. */
function isNext(date: RawBuilder<CalendarDate>, id: RawBuilder<unknown>, { span, after }: Part): RawBuilder<SqlBool> {
  const { from = FIRST, to = LAST } = span;
  // With a single lower bound, SQLite need not scan from the first day again for every page.
  const start = from > after.date ? from : after.date;
  return sql<SqlBool>`${date} between ${start} and ${to} and (${date} > ${after.date} or ${id} > ${after.id})`;
}

/** Returns the next givings that count, ordered by date and id. */
export async function listBookedGivings(db: Db, part: Part): Promise<BookedGiving[]> {
  const rows = await countedGivings(db)
    .leftJoin('offeringSessions', 'offeringSessions.id', 'givings.sessionId')
    .select([
      'givings.id',
      'givings.date',
      'givings.categoryId',
      'givings.amountMinor as amount',
      'givings.method',
      'givings.accountId',
      sql<string | null>`coalesce("checkNumber", "zelleReference", "payPalReference")`.as('reference'),
      'givings.memberId',
      'givings.nonCashDescription',
      'givings.reversalOf',
      'offeringSessions.status',
    ])
    .where(isNext(sql.ref('givings.date'), sql.ref('givings.id'), part))
    .orderBy('givings.date')
    .orderBy('givings.id')
    .limit(part.limit)
    .execute();
  const split = rows.filter(({ categoryId }) => categoryId === null).map(({ id }) => id);
  const parts = await listGivingParts(db, split);
  return rows.map(({ status, categoryId, ...row }) => ({
    kind: 'giving',
    ...row,
    lines: linesOf({ ...row, categoryId, parts: parts.get(row.id) ?? null }),
    isReconciled: status === 'Reconciled',
  }));
}

/** Returns the next expenses that count, ordered by booking day and id. */
export async function listBookedExpenses(db: Db, part: Part): Promise<BookedExpense[]> {
  const rows = await countedExpenses(db)
    .select([
      'id',
      sql<CalendarDate>`"bookedOn"`.as('date'),
      'subCategoryId',
      'ministryId',
      'functionalClass',
      'fundId',
      'amountMinor as amount',
      'vendor',
      'description',
      'reversalOf',
    ])
    .where(isNext(sql.ref('bookedOn'), sql.ref('id'), part))
    .orderBy('bookedOn')
    .orderBy('id')
    .limit(part.limit)
    .execute();
  const split = rows.filter(({ subCategoryId }) => subCategoryId === null).map(({ id }) => id);
  const splits = await listSplits(db, split);
  return rows.map(({ subCategoryId, ministryId, functionalClass, fundId, ...row }) => {
    const own = { subCategoryId, ministryId, functionalClass, fundId, amount: row.amount };
    return { kind: 'expense', ...row, splits: splitsOf({ ...own, splits: splits.get(row.id) ?? null }) };
  });
}

/** Returns the next payments, ordered by the day of payment and id. Voided payments are included. */
export function listPayments(db: Db, part: Part): Promise<BookedPayment[]> {
  return paymentsBy(db, 'date', part);
}

/** Returns the next payments that were voided, ordered by the day on which they were voided and id. */
export function listVoids(db: Db, part: Part): Promise<BookedPayment[]> {
  return paymentsBy(db, 'voidedOn', part);
}

async function paymentsBy(db: Db, day: 'date' | 'voidedOn', part: Part): Promise<BookedPayment[]> {
  const column = sql.ref<CalendarDate>(`payments.${day}`);
  const rows = await livePayments(db)
    .select(['id', column.as('date'), 'accountId', 'method', 'reference', 'voidedOn'])
    .where(day, 'is not', null)
    .where(isNext(column, sql.ref('id'), part))
    .orderBy(column)
    .orderBy('id')
    .limit(part.limit)
    .execute();
  const items = await listPaidItems(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ kind: 'payment', isVoid: day === 'voidedOn', ...row, items: items.get(row.id) ?? [] }));
}

const livePayments = (db: Db) => db.selectFrom('payments').where('deletedAt', 'is', null);

async function listPaidItems(db: Db, paymentIds: readonly number[]): Promise<ReadonlyMap<number, PaidItem[]>> {
  const rows = await db
    .selectFrom('paymentItems')
    .leftJoin('expenses', 'expenses.id', 'paymentItems.expenseId')
    .leftJoin('payables', 'payables.id', 'paymentItems.payableId')
    .select((eb) => [
      'paymentId',
      'expenseId',
      'paymentItems.amountMinor as amount',
      eb.fn.coalesce('expenses.vendor', 'payables.vendor').as('vendor'),
      eb.fn.coalesce('description', sql.lit('Bill from before the books')).as('description'),
    ])
    .where(isOneOf('paymentId', JSON.stringify(paymentIds)))
    .orderBy('paymentId')
    .orderBy('position')
    .execute();
  const items = new Map<number, PaidItem[]>();
  for (const { paymentId, ...item } of rows) items.set(paymentId, [...(items.get(paymentId) ?? []), item]);
  return items;
}

/** Returns the next deposits, ordered by date and id. */
export async function listDeposits(db: Db, part: Part): Promise<BookedDeposit[]> {
  const rows = await liveDeposits(db)
    .select(['id', 'date', 'accountId', 'memo'])
    .where(isNext(sql.ref('date'), sql.ref('id'), part))
    .orderBy('date')
    .orderBy('id')
    .limit(part.limit)
    .execute();
  const sources = await db
    .selectFrom('depositItems')
    .select((eb) => ['depositId', 'sourceId as accountId', eb.fn.sum<Minor>('amountMinor').as('amount')])
    .where(isOneOf('depositId', JSON.stringify(rows.map(({ id }) => id))))
    .groupBy(['depositId', 'sourceId'])
    .execute();
  return rows.map((row) => ({
    kind: 'deposit',
    ...row,
    sources: sources.filter(({ depositId }) => depositId === row.id),
  }));
}

const liveDeposits = (db: Db) => db.selectFrom('deposits').where('deletedAt', 'is', null);

/** Returns how many givings, booked expenses and payments are within the range of days. */
export async function countDocuments(db: Db, { from = FIRST, to = LAST }: DateSpan): Promise<number> {
  const count = sql<number>`count(*)`.as('count');
  const within = (date: RawBuilder<CalendarDate>) => sql<SqlBool>`${date} between ${from} and ${to}`;
  const givings = countedGivings(db)
    .select(count)
    .where(within(sql.ref('date')));
  const expenses = countedExpenses(db)
    .select(count)
    .where(within(sql.ref('bookedOn')));
  const payments = livePayments(db)
    .select(count)
    .where(within(sql.ref('date')));
  const voids = livePayments(db)
    .select(count)
    .where('voidedOn', 'is not', null)
    .where(within(sql.ref('voidedOn')));
  const { rows } = await sql<{
    count: number;
  }>`select ${givings} + ${expenses} + ${payments} + ${voids} as count`.execute(db);
  return rows[0]?.count ?? 0;
}
