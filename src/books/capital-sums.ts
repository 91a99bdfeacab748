/**
 * Adds up purchases and repayments that are not expenses: the parts of expenses that name an account, and transfers to
 * or from such an account. Adjusting entries such as depreciation are not included, because nobody pays them.
 */
import { sql } from 'kysely';
import { sumOf } from '../db/columns.ts';
import type { Db } from '../db/connect.ts';
import type { DateRange } from '../lib/date.ts';
import type { Minor } from '../lib/money.ts';
import { IS_COUNTED } from './account-postings.ts';
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

/** Returns the sums of a range of days, for accounts of every kind. A transfer belongs to the General fund. */
export async function sumCapital(db: Db, { from, to }: DateRange): Promise<CapitalSum[]> {
  const transfer = (account: 'fromAccountId' | 'toAccountId', sign: '' | '- ') => sql`
    select "date", ${sql.ref(account)} as "accountId", ${sql.lit(GENERAL_FUND)} as "fundId",
      cast(null as integer) as "ministryId", ${sql.raw(sign)} "amountMinor" as "amount" from "transfers"
      where "deletedAt" is null and "status" = 'Posted' and ${sql.ref(account)} is not null and "date" between ${from} and ${to}`;
  const { rows } = await sql<Omit<CapitalSum, 'amount'> & { sum: number | null }>`
    select substr("date", 1, 7) as "month", "accountId", "fundId", "ministryId", sum("amount") as "sum" from (
      select e."bookedOn" as "date", s."accountId", s."fundId", s."ministryId", s."amountMinor" as "amount"
        from "expenses" e join "expenseSplits" s on s."expenseId" = e."id" and s."accountId" is not null
        where ${IS_COUNTED} and e."subCategoryId" is null and e."bookedOn" between ${from} and ${to}
      union all ${transfer('fromAccountId', '- ')} union all ${transfer('toAccountId', '')}) as "paid"
    group by 1, 2, 3, 4`.execute(db);
  return rows.map(({ sum, ...row }) => ({ ...row, amount: sumOf(sum) }));
}
