/** Reads the documents from which all figures are calculated, page by page, ordered by the day on which each counts. */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { CalendarDate } from '../lib/date.ts';
import type { Minor } from '../lib/money.ts';
import type { DateSpan } from '../lib/wire.ts';
import { isOneOf } from '../db/prepared.ts';
import { countedExpenses, countedGivings } from './counted.ts';
import { FIRST, isNext, LAST, type Part } from './document-pages.ts';
import { listSplits, type Split, splitsOf } from './expense-lines.ts';
import { type Line, linesOf, listGivingParts } from './giving-lines.ts';
import { liveIncome, postedEntries, postedTransfers } from './ledger-documents.ts';
import type { Method } from './payment-methods.ts';
import { releaseDays } from './releases.ts';
import { livePayments } from './payment-documents.ts';

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
  /** What the expense is for. A part that names an account is not an expense. */
  splits: readonly Split[];
  vendor: string | null;
  description: string;
  reversalOf: number | null;
};

/** A deposit: money that was moved from one or more accounts to another account. */
export type BookedDeposit = {
  kind: 'deposit';
  id: number;
  date: CalendarDate;
  accountId: number;
  memo: string | null;
  /** The accounts from which the money was taken, with the amount from each. */
  sources: readonly { accountId: number; amount: Minor }[];
};

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

/** Returns the number of transactions in a journal of the range of days. The opening is not counted. */
export async function countDocuments(db: Db, { from = FIRST, to = LAST }: DateSpan): Promise<number> {
  const counts = DATED.map(
    ([rows, date]) =>
      sql`(select count(*) from (${rows(db)}) as "counted" where ${sql.ref(date)} between ${from} and ${to})`,
  );
  const { rows } = await sql<{ count: number }>`select ${sql.join(counts, sql` + `)} as "count"`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The documents of each kind, with the column of their day. */
const DATED = [
  [(db: Db) => countedGivings(db).select('date'), 'date'],
  [(db: Db) => countedExpenses(db).select('bookedOn'), 'bookedOn'],
  [(db: Db) => livePayments(db).select('date'), 'date'],
  [(db: Db) => livePayments(db).select('voidedOn').where('voidedOn', 'is not', null), 'voidedOn'],
  [(db: Db) => liveDeposits(db).select('date'), 'date'],
  [(db: Db) => liveIncome(db).select('date'), 'date'],
  [(db: Db) => postedTransfers(db).select('date'), 'date'],
  [(db: Db) => postedEntries(db).select('date'), 'date'],
  [(db: Db) => releaseDays(db), 'date'],
] as const;
