/**
 * The sums that tell the cash bottom line of a budget from the operating one. Each amount counts once in each line:
 *
 * | what happens                                                        | operating |         cash |
 * |---------------------------------------------------------------------|----------:|-------------:|
 * | insurance of 1,200 for a year is paid in June, into an `OtherAsset` |         0 | -1,200, June |
 * | an adjusting entry moves 100 of it to the expenses, each month      |      -100 |            0 |
 * | an adjusting entry records 500 of depreciation                      |      -500 |            0 |
 * | a roof of 40,000 is paid, a `FixedAsset`                            |         0 |      -40,000 |
 * | the bank gets 1,000: 800 of principal and 200 of interest           |      -200 |       -1,000 |
 * | a loan of 50,000 is received                                        |         0 |       50,000 |
 * | a worker gets an advance of 300, an `OtherAsset`                    |         0 |         -300 |
 * | an entry records 280 with receipts and 20 that came back            |      -280 |           20 |
 *
 * The rule behind the table: cash = operating - what documents added to accounts that are no money. An adjusting entry
 * without money is taken back as a whole, because nobody was paid. In any other document, each part that names such an
 * account is a purchase or a repayment. A credit card counts as money: whatever it pays is paid.
 */
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { sumOf } from '../db/columns.ts';
import type { Db } from '../db/connect.ts';
import { isOneOf } from '../db/prepared.ts';
import type { DateRange } from '../lib/date.ts';
import type { Minor } from '../lib/money.ts';
import { entryWithin, IS_COUNTED } from './account-postings.ts';
import { GENERAL_FUND } from './fund-classes.ts';

/** The sum of one month for the same account, fund and ministry. Money that the church paid is positive. */
export type CapitalSum = {
  /** The month as `YYYY-MM`. */
  month: string;
  accountId: number;
  fundId: number;
  ministryId: number | null;
  amount: Minor;
};

/** SQL for the condition that an adjusting entry `j` has a line for an account of which `condition` is true. */
const hasLine = (condition: RawBuilder<unknown>) => sql<SqlBool>`exists (
  select 1 from "journalLines" a where a."entryId" = j."id" and a."accountId" is not null and ${condition})`;

const isAny = sql`1 = 1`;
const isIn = (ids: readonly number[]) => isOneOf('a.accountId', JSON.stringify(ids));

/** SQL for adjusting entries `j` of a range of days with their lines `l`. */
const postedLines = (range: DateRange) => sql`"journalEntries" j join "journalLines" l on l."entryId" = j."id"
  where j."deletedAt" is null and j."status" = 'Posted' and ${entryWithin('date', range)}`;

/**
 * Adds up purchases and repayments that are not expenses: the parts of expenses that name an account, transfers to or
 * from an account, and the accounts of adjusting entries that move money. The sums are for accounts of every kind.
 * Transfers and adjusting entries belong to the fund that they name, or to the General fund. `moneyIds` are the accounts that are money.
 */
export async function sumCapital(db: Db, range: DateRange, moneyIds: readonly number[]): Promise<CapitalSum[]> {
  const { from, to } = range;
  const noMinistry = sql`coalesce("fundId", ${sql.lit(GENERAL_FUND)}) as "fundId", cast(null as integer) as "ministryId"`;
  const transfer = (account: 'fromAccountId' | 'toAccountId', sign: '' | '- ') => sql`
    select "date", ${sql.ref(account)} as "accountId", ${noMinistry}, ${sql.raw(sign)} "amountMinor" as "amount"
      from "transfers"
      where "deletedAt" is null and "status" = 'Posted' and ${sql.ref(account)} is not null and "date" between ${from} and ${to}`;
  const { rows } = await sql<Omit<CapitalSum, 'amount'> & { sum: number | null }>`
    select substr("date", 1, 7) as "month", "accountId", "fundId", "ministryId", sum("amount") as "sum" from (
      select e."bookedOn" as "date", s."accountId", s."fundId", s."ministryId", s."amountMinor" as "amount"
        from "expenses" e join "expenseSplits" s on s."expenseId" = e."id" and s."accountId" is not null
        where ${IS_COUNTED} and e."subCategoryId" is null and e."bookedOn" between ${from} and ${to}
      union all ${transfer('fromAccountId', '- ')} union all ${transfer('toAccountId', '')}
      union all select j."date", l."accountId", ${noMinistry}, l."amountMinor" as "amount"
        from ${postedLines(range)} and l."accountId" is not null and ${hasLine(isIn(moneyIds))}) as "paid"
    group by 1, 2, 3, 4`.execute(db);
  return rows.map(({ sum, ...row }) => ({ ...row, amount: sumOf(sum) }));
}

/** The sum of lines of adjusting entries for the same category, fund and ministry. An expense is positive. */
export type EntrySum = {
  /** Null for income and net assets. */
  subCategoryId: number | null;
  /** Null for expenses and net assets. */
  incomeCategoryId: number | null;
  fundId: number;
  ministryId: number | null;
  amount: Minor;
};

/**
 * Adds up the expenses, income and net assets in adjusting entries that change accounts, but none that is money.
 * An entry between two categories has no account. It is left out, because it only says what was paid for.
 */
export async function sumWithoutPayment(db: Db, range: DateRange, moneyIds: readonly number[]): Promise<EntrySum[]> {
  const { rows } = await sql<Omit<EntrySum, 'amount' | 'fundId'> & { fundId: number | null; sum: number | null }>`
    select l."subCategoryId", l."incomeCategoryId", l."fundId", l."ministryId", sum(l."amountMinor") as "sum"
      from ${postedLines(range)} and l."accountId" is null and ${hasLine(isAny)} and not ${hasLine(isIn(moneyIds))}
    group by 1, 2, 3, 4`.execute(db);
  return rows.map(({ sum, fundId, ...row }) => ({ ...row, fundId: fundId ?? GENERAL_FUND, amount: sumOf(sum) }));
}

/**
 * Adds up by account what adjusting entries without money moved between the accounts and the expenses or income, such as
 * the used part of a prepaid bill, which is negative. Entries for depreciation and for net assets are left out.
 */
export async function sumMovedToExpenses(
  db: Db,
  range: DateRange,
  { moneyIds, depreciation }: { moneyIds: readonly number[]; depreciation: ReadonlySet<number> },
): Promise<ReadonlyMap<number, Minor>> {
  const hasCategory = (condition: RawBuilder<unknown>) => sql<SqlBool>`exists (
    select 1 from "journalLines" c where c."entryId" = j."id" and c."accountId" is null and ${condition})`;
  const isNetAssets = sql`c."subCategoryId" is null and c."incomeCategoryId" is null`;
  const isDepreciation = isOneOf('c.subCategoryId', JSON.stringify([...depreciation]));
  const { rows } = await sql<{ accountId: number; sum: number | null }>`
    select l."accountId", sum(l."amountMinor") as "sum" from ${postedLines(range)} and l."accountId" is not null
      and not ${hasLine(isIn(moneyIds))} and ${hasCategory(isAny)}
      and not ${hasCategory(isNetAssets)} and not ${hasCategory(isDepreciation)}
    group by 1`.execute(db);
  return new Map(rows.map(({ accountId, sum }) => [accountId, sumOf(sum)]));
}
