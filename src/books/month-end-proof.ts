/** Adds up the documents again, and compares the sums with the balances that finalized months stored (`balances.ts`). */
import type { Db } from '../db/connect.ts';
import { addDays, type CalendarDate, type DateRange } from '../lib/date.ts';
import { addTo, type Minor, subtractMoney, ZERO } from '../lib/money.ts';
import { findBeginning, type FundOf } from './balances.ts';
import type { MonthEndBalanceTable } from './month-end-table.ts';
import { sumAccountPostings, sumByFund } from './posted-sums.ts';

/** A stored balance that differs from what the documents add up to. `stored` is null if the balance is missing. */
export type WrongMonthEnd = Pick<MonthEndBalanceTable, 'date' | 'side' | 'rowId'> & {
  stored: Minor | null;
  right: Minor;
};

type Side = MonthEndBalanceTable['side'];
type Sums = ReadonlyMap<number, Minor>;

/**
 * Yields the stored balances that are wrong or missing, in the order of the days. A difference that is the same at the end
 * of the next month is not repeated. Each posting is added up once, and only the balances of one day are in memory.
 * `fundOf` maps each giving category to its fund.
 */
export async function* findWrongMonthEnds(db: Db, fundOf: FundOf): AsyncGenerator<WrongMonthEnd> {
  const sums: Record<Side, (range: DateRange) => Promise<Sums>> = {
    Account: (range) => sumAccountPostings(db, { ...range, entryDate: 'shownOn' }),
    Fund: (range) => sumByFund(db, { ...range, entryDate: 'shownOn' }, fundOf),
  };
  const begin = (await findBeginning(db)) ?? '';
  const days = await daysOf(db, begin);
  for (const side of ['Account', 'Fund'] as const) {
    const balances = new Map<number, Minor>();
    let before: Sums = new Map();
    let from: CalendarDate = begin;
    for (const date of days) {
      for (const [id, sum] of await sums[side]({ from, to: date })) addTo(balances, id, sum);
      from = addDays(date, 1);
      const wrong = differences(balances, await storedAt(db, side, date), { date, side });
      const shifts = new Map(wrong.map((one) => [one.rowId, subtractMoney(one.stored ?? ZERO, one.right)]));
      yield* wrong.filter(({ rowId }) => before.get(rowId) !== shifts.get(rowId));
      before = shifts;
    }
  }
}

/** Returns the days with stored balances. Nothing reads balances from before the beginning of the books. */
async function daysOf(db: Db, begin: CalendarDate): Promise<CalendarDate[]> {
  const rows = await db
    .selectFrom('monthEndBalances')
    .select('date')
    .distinct()
    .where('date', '>=', begin)
    .orderBy('date')
    .execute();
  return rows.map(({ date }) => date);
}

async function storedAt(db: Db, side: Side, date: CalendarDate): Promise<Sums> {
  const rows = await db
    .selectFrom('monthEndBalances')
    .select(['rowId', 'amountMinor'])
    .where('date', '=', date)
    .where('side', '=', side)
    .execute();
  return new Map(rows.map(({ rowId, amountMinor }) => [rowId, amountMinor]));
}

function differences(right: Sums, stored: Sums, about: { date: CalendarDate; side: Side }): WrongMonthEnd[] {
  // If a day has no balances of one side, they are added up from the documents when they are needed.
  if (stored.size === 0) return [];
  return [...new Set([...right.keys(), ...stored.keys()])].flatMap((rowId) => {
    const [is, should] = [stored.get(rowId) ?? null, right.get(rowId) ?? ZERO];
    return (is ?? ZERO) === should ? [] : [{ ...about, rowId, stored: is, right: should }];
  });
}
