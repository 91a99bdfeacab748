/**
 * Balances of accounts and funds at the end of a day. Each finalized month stores its balances, so that a later balance
 * is computed only from the documents since that month. A change of a document removes the stored balances of its day
 * and of later days (`forgetBalancesFrom`, which `periods.ts` calls).
 */
import { sql } from 'kysely';
import { sumOf } from '../db/columns.ts';
import type { Db } from '../db/connect.ts';
import { insertRows } from '../db/insert.ts';
import { prepared } from '../db/prepared.ts';
import { addDays, type CalendarDate } from '../lib/date.ts';
import { addTo, type Minor, negateMoney } from '../lib/money.ts';
import { accountPostings, type EntryDate } from './account-postings.ts';
import { GENERAL_FUND } from './fund-classes.ts';
import { type FundSum, sumAccountPostings, sumByFund } from './posted-sums.ts';

/**
 * The balances of accounts, as debits less credits, and of funds, each by id. The balance of a fund that has money is
 * positive.
 */
export type Balances = { accounts: ReadonlyMap<number, Minor>; funds: ReadonlyMap<number, Minor> };

/** The fund of each giving category, by id. */
export type FundOf = ReadonlyMap<number, number>;

/** Returns the day on which the books begin, or undefined if the church has not entered an opening. */
export async function findBeginning(db: Db): Promise<CalendarDate | undefined> {
  const [row] = await selectBeginning(db);
  return row?.date;
}

const selectBeginning = prepared((db) => db.selectFrom('bookOpening').select('date'));

/** Returns the balance of each fund in the opening of the books, by id. */
export async function openingFundBalances(db: Db): Promise<ReadonlyMap<number, Minor>> {
  const rows = await db.selectFrom('openingFunds').select(['fundId', 'balanceMinor']).execute();
  return new Map(rows.map(({ fundId, balanceMinor }) => [fundId, balanceMinor]));
}

/**
 * Returns the balance of each account in the opening of the books, by id, as debits less credits. What the church owed for
 * bills is in accounts payable.
 */
export async function openingAccountBalances(db: Db): Promise<ReadonlyMap<number, Minor>> {
  const day = (await findBeginning(db)) ?? '';
  const { rows } = await sql<{ accountId: number; sum: number | null }>`
    select "accountId", sum("amount") as "sum" from (${accountPostings({ from: day, to: day })}) as "postings"
    where "type" = 'Opening' group by "accountId"`.execute(db);
  return new Map(rows.map(({ accountId, sum }) => [accountId, sumOf(sum)]));
}

/** Returns the balances of all accounts and funds at the end of a day. */
export async function balancesAt(
  db: Db,
  day: CalendarDate,
  { fundOf, entryDate = 'date' }: { fundOf: FundOf; entryDate?: EntryDate },
): Promise<Balances> {
  return {
    accounts: await accountBalancesAt(db, day, entryDate),
    funds: await fundBalancesAt(db, day, { fundOf, entryDate }),
  };
}

/** Returns the balances of all funds at the end of a day, by id. Funds without postings are left out. */
export async function fundBalancesAt(
  db: Db,
  day: CalendarDate,
  { fundOf, entryDate = 'date' }: { fundOf: FundOf; entryDate?: EntryDate },
): Promise<ReadonlyMap<number, Minor>> {
  const funds = await sideAt(db, 'Fund', day, async (range) =>
    sumByFund(db, { ...range, entryDate: 'shownOn' }, fundOf),
  );
  if (entryDate === 'date') addAll(funds, await lateFundPostings(db, day));
  return funds;
}

/** Returns the balances of all accounts at the end of a day, by id. Accounts without postings are left out. */
export async function accountBalancesAt(
  db: Db,
  day: CalendarDate,
  entryDate: EntryDate = 'date',
): Promise<ReadonlyMap<number, Minor>> {
  const accounts = await sideAt(db, 'Account', day, (range) =>
    sumAccountPostings(db, { ...range, entryDate: 'shownOn' }),
  );
  if (entryDate === 'date') addAll(accounts, await lateAccountPostings(db, day));
  return accounts;
}

type Side = 'Account' | 'Fund';

async function sideAt(
  db: Db,
  side: Side,
  day: CalendarDate,
  sum: (range: { from: CalendarDate; to: CalendarDate }) => Promise<ReadonlyMap<number, Minor>>,
): Promise<Map<number, Minor>> {
  const begin = (await findBeginning(db)) ?? '';
  const stored = await db
    .selectFrom('monthEndBalances')
    .select(['date', 'rowId', 'amountMinor'])
    .where('side', '=', side)
    .where('date', '=', (eb) =>
      eb
        .selectFrom('monthEndBalances as latest')
        .select((one) => one.fn.max('latest.date').as('date'))
        .where('latest.date', '<=', day)
        .where('latest.date', '>=', begin),
    )
    .execute();
  const balances = new Map(stored.map(({ rowId, amountMinor }) => [rowId, amountMinor]));
  const from = stored[0] ? addDays(stored[0].date, 1) : begin;
  if (from <= day) addAll(balances, await sum({ from, to: day }));
  return balances;
}

function addAll(balances: Map<number, Minor>, sums: Iterable<readonly [number, Minor]>): void {
  for (const [id, amount] of sums) addTo(balances, id, amount);
}

/** Returns the fund of a sum: the fund that the sum names or, for giving, the fund of the category. */
export function fundOfSum({ fundId, categoryId, part }: FundSum, fundOf: FundOf): number {
  return fundId ?? (part === 'giving' ? fundOf.get(categoryId ?? 0) : undefined) ?? GENERAL_FUND;
}

/**
 * Selects the year-end entries, with their lines, that are dated on or before a day but that monthly statements show
 * after that day. Entries dated before the opening of the books are left out.
 */
const lateLines = (db: Db, day: CalendarDate) =>
  db
    .selectFrom('journalEntries as j')
    .innerJoin('journalLines', 'journalLines.entryId', 'j.id')
    .where('j.deletedAt', 'is', null)
    .where('j.status', '=', 'Posted')
    .where('j.shownOn', '>', day)
    .where('j.date', '<=', day)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('bookOpening').select('id').whereRef('bookOpening.date', '>', 'j.date'))),
    );

async function lateAccountPostings(db: Db, day: CalendarDate): Promise<(readonly [number, Minor])[]> {
  const rows = await lateLines(db, day)
    .select(['journalLines.accountId', 'journalLines.amountMinor'])
    .where('journalLines.accountId', 'is not', null)
    .execute();
  return rows.map(({ accountId, amountMinor }) => [accountId ?? 0, amountMinor]);
}

async function lateFundPostings(db: Db, day: CalendarDate): Promise<(readonly [number, Minor])[]> {
  const rows = await lateLines(db, day)
    .select(['journalLines.fundId', 'journalLines.amountMinor'])
    .where('journalLines.accountId', 'is', null)
    .execute();
  return rows.map(({ fundId, amountMinor }) => [fundId ?? GENERAL_FUND, negateMoney(amountMinor)]);
}

/**
 * Stores the balances at the end of a finalized month, of which `day` is the last day. Must run inside the transaction
 * that finalizes the month.
 */
export async function storeBalances(db: Db, day: CalendarDate, { accounts, funds }: Balances): Promise<void> {
  await forgetBalancesFrom(db, day);
  const rows = (side: Side, balances: ReadonlyMap<number, Minor>) =>
    [...balances].map(([rowId, amountMinor]) => ({ date: day, side, rowId, amountMinor }));
  await insertRows(db, 'monthEndBalances', [...rows('Account', accounts), ...rows('Fund', funds)]);
}

/** Removes the stored balances of a day and of later days. They are added up again when they are next needed. */
export async function forgetBalancesFrom(db: Db, day: CalendarDate): Promise<void> {
  await deleteBalances(db, day);
}

const deleteBalances = prepared((db, day: CalendarDate) => db.deleteFrom('monthEndBalances').where('date', '>=', day));
