/**
 * Adds up postings month by month, so that other requests can run after each month. Every report is made from these
 * sums and from the balances in `balances.ts`.
 */
import { sql } from 'kysely';
import { sumOf } from '../db/columns.ts';
import type { Db } from '../db/connect.ts';
import { breathe } from '../lib/chunks.ts';
import { addDays, type CalendarDate, type DateRange, formatMonth, monthOf, monthsOf } from '../lib/date.ts';
import { addTo, type Minor } from '../lib/money.ts';
import { accountPostings, type EntryDate } from './account-postings.ts';
import { GENERAL_FUND } from './fund-classes.ts';
import { type FundPart, fundPostings } from './fund-postings.ts';
import type { FunctionalClass } from './functional-classes.ts';

/** Which postings are summed. `entryDate` is the date by which adjusting entries are selected. */
export type Summed = DateRange & { entryDate?: EntryDate; only?: 'expense' };

/** Returns the sum of the postings to each account, by id, as debits less credits. */
export async function sumAccountPostings(db: Db, range: Summed): Promise<ReadonlyMap<number, Minor>> {
  const sums = new Map<number, Minor>();
  for await (const portion of portionsOf(db, range, true)) {
    const { rows } = await sql<{ accountId: number; sum: number | null }>`
      select "accountId", sum("amount") as "sum" from (${accountPostings(portion, range.entryDate)}) as "postings"
      group by "accountId"`.execute(db);
    for (const { accountId, sum } of rows) addTo(sums, accountId, sumOf(sum));
  }
  return sums;
}

/** The sum of the postings of one month with the same part, category, fund, ministry and functional class. */
export type FundSum = {
  /** The month as `YYYY-MM`. */
  month: string;
  part: FundPart;
  /** See `FundPosting`. */
  categoryId: number | null;
  fundId: number | null;
  ministryId: number | null;
  functionalClass: FunctionalClass | null;
  /** Positive for income, negative for expenses. */
  amount: Minor;
  /** The number of postings. */
  count: number;
};

/** Returns the sums of the fund postings of a range, month by month. */
export async function sumFundPostings(db: Db, range: Summed): Promise<FundSum[]> {
  const sums: FundSum[] = [];
  for await (const portion of portionsOf(db, range)) {
    const month = formatMonth(monthOf(portion.from));
    const { rows } = await sql<Omit<FundSum, 'month' | 'amount'> & { sum: number | null }>`
      select "part", "categoryId", "fundId", "ministryId", "functionalClass", sum("amount") as "sum", count(*) as "count"
      from (${fundPostings({ ...range, ...portion })}) as "postings"
      group by "part", "categoryId", "fundId", "ministryId", "functionalClass"`.execute(db);
    sums.push(...rows.map(({ sum, ...row }) => ({ month, ...row, amount: sumOf(sum) })));
  }
  return sums;
}

/** Returns the sum of the postings to each fund, by id. `fundOf` maps each giving category to its fund. */
export async function sumByFund(db: Db, range: Summed, fundOf: ReadonlyMap<number, number>) {
  const sums = new Map<number, Minor>();
  for await (const portion of portionsOf(db, range, true)) {
    const { rows } = await sql<{ fundId: number | null; givenTo: number | null; sum: number | null }>`
      select "fundId", case when "part" = 'giving' then "categoryId" end as "givenTo", sum("amount") as "sum"
      from (${fundPostings({ ...range, ...portion })}) as "postings" group by 1, 2`.execute(db);
    for (const { fundId, givenTo, sum } of rows) {
      const id = fundId ?? fundOf.get(givenTo ?? 0) ?? GENERAL_FUND;
      addTo(sums, id, sumOf(sum));
    }
  }
  return sums;
}

/**
 * Yields the months of a range in which there may be postings, and lets other requests run after each month. With
 * `inHalves`, yields both halves of each month instead. Sums that take longer use `inHalves`.
 */
export async function* portionsOf(db: Db, { from, to }: DateRange, inHalves = false): AsyncGenerator<DateRange> {
  const span = await findPostedSpan(db, { from, to });
  const months = span ? monthsOf(span) : [];
  for (const portion of inHalves ? months.flatMap(halvesOf) : months) {
    yield portion;
    await breathe();
  }
}

/**
 * Divides a range within a month into the days up to the 15th and the days from the 16th on. Leaves out an empty half.
 */
function halvesOf({ from, to }: DateRange): DateRange[] {
  const middle = `${from.slice(0, 'YYYY-MM'.length)}-15`;
  if (from > middle || to <= middle) return [{ from, to }];
  return [
    { from, to: middle },
    { from: addDays(middle, 1), to },
  ];
}

/**
 * Returns the first and the last day in a range on which there is a document that may have postings; undefined if there
 * is no such day.
 */
async function findPostedSpan(db: Db, { from, to }: DateRange): Promise<DateRange | undefined> {
  const days = (table: string, column: string) => {
    const [rows, day] = [sql.table(table), sql.ref(column)];
    const live = WITHOUT_DELETION.has(table) ? sql`${day} is not null` : sql`"deletedAt" is null`;
    const edge = (least: 'min' | 'max') =>
      sql`select ${sql.raw(least)}(${day}) as "day" from ${rows} where ${live} and ${day} between ${from} and ${to}`;
    return sql`${edge('min')} union all ${edge('max')}`;
  };
  const all = DATED.map(([table, column]) => days(table, column));
  const { rows } = await sql<{ first: CalendarDate | null; last: CalendarDate | null }>`
    select min("day") as "first", max("day") as "last" from (${sql.join(all, sql` union all `)}) as "days"`.execute(db);
  const { first, last } = rows[0] ?? {};
  return first && last ? { from: first, to: last } : undefined;
}

/** The days of all documents that have postings. */
const DATED = [
  ['givings', 'date'],
  ['deposits', 'date'],
  ['payments', 'date'],
  ['payments', 'voidedOn'],
  ['expenses', 'bookedOn'],
  ['otherIncome', 'date'],
  ['transfers', 'date'],
  ['journalEntries', 'date'],
  ['journalEntries', 'shownOn'],
  ['expenseSplits', 'inUseOn'],
  ['bookOpening', 'date'],
] as const;

/** Tables whose rows are never marked as deleted. */
const WITHOUT_DELETION: ReadonlySet<string> = new Set(['expenseSplits', 'bookOpening']);
