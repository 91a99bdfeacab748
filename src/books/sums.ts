/** Sums of what counts, by the ids of categories; the rooms that own the categories know their names. */
import { sql } from 'kysely';
import { sumOf } from '../db/columns.ts';
import type { Db } from '../db/connect.ts';
import { type CalendarDate, type DateRange, formatMonth, monthOf } from '../lib/date.ts';
import { addMoney, type Minor, subtractMoney, ZERO } from '../lib/money.ts';
import { countedExpenses, countedGivings, givenMoney, paidExpenses, paymentDate } from './counted.ts';
import { givingLines } from './giving-lines.ts';

/** What documents come to, and how many they are. */
export type Sum = { amount: Minor; count: number };

/** What came in and went out. */
export type Activity = { giving: Minor; expenses: Minor };

const spent = sql<number | null>`sum("amountMinor")`;
const count = sql<number>`count(*)`;

/** Giving and expenses from a day up to, not including, another. */
export async function sumActivity(db: Db, since: CalendarDate, before: CalendarDate): Promise<Activity> {
  const given = await countedGivings(db)
    .select(givenMoney.as('sum'))
    .where('givings.date', '>=', since)
    .where('givings.date', '<', before)
    .executeTakeFirstOrThrow();
  const booked = await countedExpenses(db)
    .select(spent.as('sum'))
    .where('expenses.bookedOn', '>=', since)
    .where('expenses.bookedOn', '<', before)
    .executeTakeFirstOrThrow();
  return { giving: sumOf(given.sum), expenses: sumOf(booked.sum) };
}

/**
 * Giving and expenses of every month of a range that has any, by month as `YYYY-MM`. It takes two queries, however
 * long the range is. They sum by day, because the indexes are in that order and nothing then has to be sorted.
 */
export async function sumByMonth(db: Db, { from, to }: DateRange) {
  const given = await countedGivings(db)
    .select(['givings.date as day', givenMoney.as('sum')])
    .where('givings.date', '>=', from)
    .where('givings.date', '<=', to)
    .groupBy('givings.date')
    .execute();
  const booked = await countedExpenses(db)
    .select([sql<CalendarDate>`"bookedOn"`.as('day'), spent.as('sum')])
    .where('expenses.bookedOn', '>=', from)
    .where('expenses.bookedOn', '<=', to)
    .groupBy('expenses.bookedOn')
    .execute();
  return { giving: monthly(given), expenses: monthly(booked) };
}

function monthly(days: readonly { day: CalendarDate; sum: number | null }[]): ReadonlyMap<string, Minor> {
  const months = new Map<string, Minor>();
  for (const { day, sum } of days) {
    const month = formatMonth(monthOf(day));
    months.set(month, addMoney(months.get(month) ?? ZERO, sumOf(sum)));
  }
  return months;
}

/** Giving by the id of the category; a gift over several counts in each. */
export async function sumByCategory(db: Db, { from, to }: DateRange): Promise<ReadonlyMap<number, Sum>> {
  const rows = await db
    .selectFrom(givingLines(db, 'date', 'nonCashDescription'))
    .select(['lines.categoryId as id', givenMoney.as('sum'), count.as('count')])
    .where('lines.date', '>=', from)
    .where('lines.date', '<=', to)
    .groupBy('lines.categoryId')
    .execute();
  return byId(rows);
}

/** Expenses by the id of the subcategory. */
export async function sumBySubCategory(db: Db, { from, to }: DateRange): Promise<ReadonlyMap<number, Sum>> {
  const rows = await countedExpenses(db)
    .select(['expenses.subCategoryId as id', spent.as('sum'), count.as('count')])
    .where('expenses.bookedOn', '>=', from)
    .where('expenses.bookedOn', '<=', to)
    .groupBy('expenses.subCategoryId')
    .execute();
  return byId(rows);
}

function byId(rows: readonly { id: number; sum: number | null; count: number }[]): ReadonlyMap<number, Sum> {
  return new Map(rows.map(({ id, sum, count }) => [id, { count, amount: sumOf(sum) }]));
}

/** What a fund had before a range, what came in and went out within, and what was left. */
export type FundSums = { opening: Minor; giving: Minor; expenses: Minor; closing: Minor };

/** Funds before and within a range, by the id of the giving category; a fund that nothing moved is there as well. */
export async function sumFunds(
  db: Db,
  fundIds: readonly number[],
  range: DateRange,
): Promise<ReadonlyMap<number, FundSums>> {
  if (fundIds.length === 0) return new Map();
  const given = await sumGivenTo(db, fundIds, range);
  const paid = await sumPaidFrom(db, fundIds, range);
  return new Map(
    fundIds.map((id) => {
      const [came, went] = [given.get(id), paid.get(id)];
      const opening = subtractMoney(sumOf(came?.before ?? null), sumOf(went?.before ?? null));
      const [giving, expenses] = [sumOf(came?.within ?? null), sumOf(went?.within ?? null)];
      return [id, { opening, giving, expenses, closing: subtractMoney(addMoney(opening, giving), expenses) }];
    }),
  );
}

async function sumGivenTo(db: Db, fundIds: readonly number[], { from, to }: DateRange) {
  const rows = await db
    .selectFrom(givingLines(db, 'date', 'nonCashDescription'))
    .select((eb) => [
      'lines.categoryId',
      eb.fn.sum<number | null>('lines.amountMinor').filterWhere('lines.date', '<', from).as('before'),
      eb.fn.sum<number | null>('lines.amountMinor').filterWhere('lines.date', '>=', from).as('within'),
    ])
    .where('lines.categoryId', 'in', fundIds)
    .where('lines.date', '<=', to)
    .where('lines.nonCashDescription', 'is', null)
    .groupBy('lines.categoryId')
    .execute();
  return new Map(rows.map((row) => [row.categoryId, row]));
}

async function sumPaidFrom(db: Db, fundIds: readonly number[], { from, to }: DateRange) {
  const rows = await countedExpenses(db)
    .select((eb) => [
      'expenses.fundCategoryId',
      eb.fn.sum<number | null>('expenses.amountMinor').filterWhere('expenses.bookedOn', '<', from).as('before'),
      eb.fn.sum<number | null>('expenses.amountMinor').filterWhere('expenses.bookedOn', '>=', from).as('within'),
    ])
    .where('expenses.fundCategoryId', 'in', fundIds)
    .where('expenses.bookedOn', '<=', to)
    .groupBy('expenses.fundCategoryId')
    .execute();
  return new Map(rows.map((row) => [row.fundCategoryId, row]));
}

/**
 * The expenses that were approved by a day but not yet paid on it, less their reversals; a fully reversed expense is not
 * counted. Expenses that are still unpaid and those that were paid later are read by separate indexes, so that a recent
 * month does not read every expense that was ever paid.
 */
export async function sumUnpaid(db: Db, on: CalendarDate): Promise<Sum> {
  const owed = db
    .selectFrom('expenses')
    .select((eb) => [eb.fn.coalesce('reversalOf', 'id').as('expenseId'), 'amountMinor'])
    .where('deletedAt', 'is', null)
    .where('status', '=', sql.lit('Approved'))
    .where('bookedOn', '<=', on);
  const paidLater = paidExpenses(db)
    .select((eb) => [eb.fn.coalesce('reversalOf', 'id').as('expenseId'), 'amountMinor'])
    .where('bookedOn', '<=', on)
    .where(paymentDate, '>', on);
  const byExpense = db
    .selectFrom(owed.unionAll(paidLater).as('rows'))
    .select((eb) => eb.fn.sum<number>('amountMinor').as('sum'))
    .groupBy('expenseId')
    .having((eb) => eb.fn.sum('amountMinor'), '<>', 0);
  const row = await db
    .selectFrom(byExpense.as('unpaid'))
    .select((eb) => [eb.fn.sum<number | null>('unpaid.sum').as('sum'), count.as('count')])
    .executeTakeFirstOrThrow();
  return { amount: sumOf(row.sum), count: row.count };
}

/** The sessions that have an attendance, and its sum. */
export async function sumAttendance(db: Db, { from, to }: DateRange): Promise<{ sundays: number; total: number }> {
  const row = await db
    .selectFrom('offeringSessions')
    .select((eb) => [
      eb.fn.count<number>('sundayAttendanceCount').as('sundays'),
      eb.fn.sum<number | null>('sundayAttendanceCount').as('total'),
    ])
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return { sundays: row.sundays, total: row.total ?? 0 };
}
