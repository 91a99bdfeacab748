/**
 * What the funds hold in accounts that are no money, and what they owe each other. Both say how much of the balance of a
 * fund is cash. Documents whose lines name no fund belong to the General fund, which holds the rest of each account, and
 * what a fund bought and released.
 */
import { sql } from 'kysely';
import { sumOf } from '../db/columns.ts';
import type { Db } from '../db/connect.ts';
import type { CalendarDate, DateRange } from '../lib/date.ts';
import { addMoney, type Minor, negateMoney, subtractMoney, ZERO } from '../lib/money.ts';
import { type EntryDate, entryWithin, IS_COUNTED } from './account-postings.ts';
import { findBeginning } from './balances.ts';
import { releasedOn } from './expense-lines.ts';
import { GENERAL_FUND } from './fund-classes.ts';

/** What a fund holds in an account, as debits less credits. */
export type Holding = { fundId: number; accountId: number; amount: Minor };

/**
 * Returns what the documents of a fund put into each account at the end of a day, without zeros and without the General
 * fund. A transfer for a fund also has its other side here, which may be an account of money. What was bought before the
 * books and is in use since is taken from the holdings of the opening.
 */
export async function holdingsAt(db: Db, day: CalendarDate, entryDate: EntryDate = 'date'): Promise<Holding[]> {
  const range = { from: (await findBeginning(db)) ?? '', to: day };
  const within = (column: string) => sql`${sql.ref(column)} between ${range.from} and ${range.to}`;
  const transfer = (account: 'fromAccountId' | 'toAccountId', sign: '' | '- ') => sql`
    select t."fundId", t.${sql.ref(account)}, ${sql.raw(sign)} t."amountMinor" from "transfers" t
      where t."fundId" is not null and t."deletedAt" is null and t."status" = 'Posted' and ${within('t.date')}`;
  const { rows } = await sql<Omit<Holding, 'amount'> & { sum: number | null }>`
    select "fundId", "accountId", sum("amount") as "sum" from (
      select s."fundId", s."accountId", s."amountMinor" as "amount"
        from "expenseSplits" s join "expenses" e on e."id" = s."expenseId"
        where s."accountId" is not null and ${IS_COUNTED} and ${within('e.bookedOn')}
          and coalesce(${releasedOn}, '9999') > ${day}
      union all select s."fundId", s."accountId", - s."amountMinor"
        from "expenseSplits" s join "expenses" e on e."id" = s."expenseId"
        where s."accountId" is not null and ${IS_COUNTED} and e."bookedOn" < ${range.from} and s."release" = 'InUse' and ${within('s.inUseOn')}
      union all select l."fundId", l."accountId", l."amountMinor"
        from "journalLines" l join "journalEntries" j on j."id" = l."entryId"
        where l."accountId" is not null and l."fundId" is not null and j."deletedAt" is null and j."status" = 'Posted'
          and ${entryWithin(entryDate, range)}
      union all ${transfer('fromAccountId', '- ')}
      union all ${transfer('toAccountId', '')}
      union all select h."fundId", h."accountId", h."amountMinor"
        from "bookOpening" o cross join "openingHoldings" h where ${within('o.date')}) as "held"
    where "fundId" <> ${GENERAL_FUND} group by "fundId", "accountId" having sum("amount") <> 0
    order by "fundId", "accountId"`.execute(db);
  return rows.map(({ sum, ...row }) => ({ ...row, amount: sumOf(sum) }));
}

/** What one fund owes another: `toFundId` received the money of `fromFundId`. */
export type FundLoan = { fromFundId: number; toFundId: number; amount: Minor };

/**
 * Returns what funds owe each other at the end of a day: the loans less what was paid back, one row for each lender and
 * borrower. Leaves out what is paid back in full.
 */
export async function fundLoansAt(db: Db, day: CalendarDate): Promise<FundLoan[]> {
  return sumFundLoans(db, { from: (await findBeginning(db)) ?? '', to: day });
}

/**
 * Returns what funds lent each other in a range of days, less what they paid back of these and earlier loans. Loans from
 * before the books are none of theirs.
 */
export async function sumFundLoans(db: Db, { from, to }: DateRange): Promise<FundLoan[]> {
  const begin = (await findBeginning(db)) ?? '';
  const counted = sql`t."deletedAt" is null and t."status" = 'Posted' and t."date" between ${from} and ${to}`;
  const { rows } = await sql<Omit<FundLoan, 'amount'> & { sum: number | null }>`
    select "fromFundId", "toFundId", sum("amount") as "sum" from (
      select t."fromFundId", t."toFundId", t."amountMinor" as "amount" from "transfers" t where t."loan" = 1 and ${counted}
      union all select t."toFundId", t."fromFundId", - t."amountMinor" from "transfers" t
        join "transfers" l on l."id" = t."repays" and l."date" >= ${begin}
        where ${counted}) as "lent"
    group by "fromFundId", "toFundId" having sum("amount") <> 0 order by "fromFundId", "toFundId"`.execute(db);
  return rows.map(({ sum, ...row }) => ({ ...row, amount: sumOf(sum) }));
}

/** What funds hold in accounts that are no money, and what they owe each other. */
export type Bound = { holdings: readonly Holding[]; loans: readonly FundLoan[] };

/**
 * Returns how much of the balance of a fund is cash: the balance, less what the fund holds in accounts that are no
 * money, less what it lent to other funds, plus what it borrowed from them.
 */
export function cashOf({ fundId, balance }: { fundId: number; balance: Minor }, { holdings, loans }: Bound): Minor {
  const of = <Row extends { amount: Minor }>(rows: readonly Row[], isOf: (row: Row) => boolean) =>
    addMoney(ZERO, ...rows.filter(isOf).map(({ amount }) => amount));
  const held = of(holdings, (one) => one.fundId === fundId);
  const lent = of(loans, (one) => one.fromFundId === fundId);
  const borrowed = of(loans, (one) => one.toFundId === fundId);
  return addMoney(subtractMoney(balance, held), negateMoney(lent), borrowed);
}
