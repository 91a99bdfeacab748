/**
 * Sums of the givings and expenses that count. Sums by category identify a category by its id, because only the room
 * that owns the categories knows their names.
 */
import { sql } from 'kysely';
import { sumOf } from '../db/columns.ts';
import type { Db } from '../db/connect.ts';
import { type CalendarDate, type DateRange, formatMonth, monthOf } from '../lib/date.ts';
import { addMoney, type Minor, subtractMoney, ZERO } from '../lib/money.ts';
import {
  countedExpenses,
  givenMoney,
  type HeldForOthers,
  ownExpenses,
  ownGivings,
  paidExpenses,
  paymentDate,
} from './counted.ts';
import { givingLines } from './giving-lines.ts';

/** The total amount and the number of some documents. */
export type Sum = { amount: Minor; count: number };

/** The total giving and the total expenses of a period. */
export type Activity = { giving: Minor; expenses: Minor };

const spent = sql<number | null>`sum("amountMinor")`;
const count = sql<number>`count(*)`;

/** Returns giving and expenses from the day `since` up to, but not including, the day `before`. */
export async function sumActivity(
  db: Db,
  { since, before, held }: { since: CalendarDate; before: CalendarDate; held: HeldForOthers },
): Promise<Activity> {
  const given = await ownGivings(db, held)
    .select(givenMoney.as('sum'))
    .where('date', '>=', since)
    .where('date', '<', before)
    .executeTakeFirstOrThrow();
  const booked = await ownExpenses(db, held)
    .select(spent.as('sum'))
    .where('expenses.bookedOn', '>=', since)
    .where('expenses.bookedOn', '<', before)
    .executeTakeFirstOrThrow();
  return { giving: sumOf(given.sum), expenses: sumOf(booked.sum) };
}

/**
 * Returns giving and expenses by month, as `YYYY-MM`. Months without giving or expenses are left out. Runs two queries,
 * however long the range is. Both sum by day, because the indexes are in the order of days, so SQLite need not sort.
 */
export async function sumByMonth(db: Db, { from, to }: DateRange, held: HeldForOthers) {
  const given = await ownGivings(db, held)
    .select(['date as day', givenMoney.as('sum')])
    .where('date', '>=', from)
    .where('date', '<=', to)
    .groupBy('date')
    .execute();
  const booked = await ownExpenses(db, held)
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

/**
 * Returns giving by the id of the category, including categories of money held for others. A gift that is split over
 * several categories counts once in each of them.
 */
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

/** Returns the church's own expenses by the id of the subcategory. */
export async function sumBySubCategory(
  db: Db,
  { from, to }: DateRange,
  held: HeldForOthers,
): Promise<ReadonlyMap<number, Sum>> {
  const rows = await ownExpenses(db, held)
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

/**
 * The balance of a fund before a range of days, its giving and expenses within the range, and its balance afterwards.
 */
export type FundSums = { opening: Minor; giving: Minor; expenses: Minor; closing: Minor };

/**
 * Returns the sums of each fund, by the id of the fund. Funds without activity are included. `categories` has the ids of
 * the giving categories of each fund.
 */
export async function sumFunds(
  db: Db,
  categories: ReadonlyMap<number, readonly number[]>,
  range: DateRange,
): Promise<ReadonlyMap<number, FundSums>> {
  if (categories.size === 0) return new Map();
  const given = await sumGivenTo(db, [...categories.values()].flat(), range);
  const paid = await sumPaidFrom(db, [...categories.keys()], range);
  return new Map(
    [...categories].map(([fundId, categoryIds]) => {
      const came = categoryIds.flatMap((id) => given.get(id) ?? []);
      const went = paid.get(fundId);
      const before = addMoney(...came.map((sums) => sumOf(sums.before)));
      const giving = addMoney(...came.map((sums) => sumOf(sums.within)));
      const opening = subtractMoney(before, sumOf(went?.before ?? null));
      const expenses = sumOf(went?.within ?? null);
      return [fundId, { opening, giving, expenses, closing: subtractMoney(addMoney(opening, giving), expenses) }];
    }),
  );
}

/** The sums of a giving category as SQLite returned them: before a range, and within it. */
type Parts = { before: number | null; within: number | null };

async function sumGivenTo(
  db: Db,
  categoryIds: readonly number[],
  { from, to }: DateRange,
): Promise<ReadonlyMap<number, Parts>> {
  if (categoryIds.length === 0) return new Map();
  const rows = await db
    .selectFrom(givingLines(db, 'date', 'nonCashDescription'))
    .select((eb) => [
      'lines.categoryId',
      eb.fn.sum<number | null>('lines.amountMinor').filterWhere('lines.date', '<', from).as('before'),
      eb.fn.sum<number | null>('lines.amountMinor').filterWhere('lines.date', '>=', from).as('within'),
    ])
    .where('lines.categoryId', 'in', categoryIds)
    .where('lines.date', '<=', to)
    .where('lines.nonCashDescription', 'is', null)
    .groupBy('lines.categoryId')
    .execute();
  return new Map(rows.map((row) => [row.categoryId, row]));
}

async function sumPaidFrom(db: Db, fundIds: readonly number[], { from, to }: DateRange) {
  const rows = await countedExpenses(db)
    .select((eb) => [
      'expenses.fundId',
      eb.fn.sum<number | null>('expenses.amountMinor').filterWhere('expenses.bookedOn', '<', from).as('before'),
      eb.fn.sum<number | null>('expenses.amountMinor').filterWhere('expenses.bookedOn', '>=', from).as('within'),
    ])
    .where('expenses.fundId', 'in', fundIds)
    .where('expenses.bookedOn', '<=', to)
    .groupBy('expenses.fundId')
    .execute();
  return new Map(rows.map((row) => [row.fundId, row]));
}

/**
 * Returns the expenses that were approved by a day but not yet paid on that day, and, if `bookedBy` is given,
 * that are booked by that day, less their reversals and the parts that
 * were paid by then. A fully reversed expense is not counted. Separate indexes find the expenses that are still unpaid and
 * those that were paid later, so that the sum for a recent month does not read every expense ever paid.
 */
export async function sumUnpaid(db: Db, on: CalendarDate, bookedBy?: CalendarDate): Promise<Sum> {
  const columns = ['id', 'reversalOf', 'amountMinor'] as const;
  const owed = db
    .selectFrom('expenses')
    .select(columns)
    .where('deletedAt', 'is', null)
    .where('status', '=', sql.lit('Approved'))
    .where('bookedOn', '<=', on);
  const paidLater = paidExpenses(db).select(columns).where('bookedOn', '<=', on).where(paymentDate, '>', on);
  const row = await db
    .with('open', () => owed.unionAll(paidLater))
    .with('rows', (open) =>
      open
        .selectFrom('open')
        .select((eb) => [eb.fn.coalesce('reversalOf', 'id').as('expenseId'), 'amountMinor'])
        .unionAll(
          open
            .selectFrom('open')
            .innerJoin('paymentItems', 'paymentItems.expenseId', 'open.id')
            .innerJoin('payments', 'payments.id', 'paymentItems.paymentId')
            .select((eb) => [
              eb.fn.coalesce('open.reversalOf', 'open.id').as('expenseId'),
              sql<Minor>`- "paymentItems"."amountMinor"`.as('amountMinor'),
            ])
            .where('payments.date', '<=', on)
            .where('payments.deletedAt', 'is', null)
            .where((eb) => eb.or([eb('payments.voidedOn', 'is', null), eb('payments.voidedOn', '>', on)])),
        ),
    )
    .with('unpaid', (rows) =>
      rows
        .selectFrom('rows')
        .innerJoin('expenses as whole', 'whole.id', 'rows.expenseId')
        .select((eb) => eb.fn.sum<number>('rows.amountMinor').as('sum'))
        .$if(bookedBy !== undefined, (query) => query.where('whole.bookedOn', '<=', bookedBy ?? on))
        .groupBy('rows.expenseId')
        .having((eb) => eb.fn.sum('rows.amountMinor'), '<>', 0),
    )
    .selectFrom('unpaid')
    .select((eb) => [eb.fn.sum<number | null>('unpaid.sum').as('sum'), count.as('count')])
    .executeTakeFirstOrThrow();
  return { amount: sumOf(row.sum), count: row.count };
}

/** Returns how many offering sessions in a range have an attendance, and the sum of their attendances. */
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
