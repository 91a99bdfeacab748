/** The gains and losses of investments: each is the value of a day less what the books said. */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { findSeeded } from '../db/seeded.ts';
import type { CalendarDate } from '../lib/date.ts';
import { IS_COUNTED } from './account-postings.ts';
import { GENERAL_FUND } from './fund-classes.ts';

/** Returns the id of the category "Gain or loss on investments"; 0 if the church never had it. */
export const gainCategory = async (db: Db): Promise<number> =>
  (await findSeeded(db, 'IncomeCategory', 'investments')) ?? 0;

/** Who holds an investment: some funds, of which there is at least one. */
export type Holders = { accountId: number; fundIds: readonly number[] };

/** An entry that books a gain or loss. `until` is the day of its reversal, which is null for one that stands. */
export type Gain = { id: number; date: CalendarDate; until: CalendarDate | null };

/**
 * Returns the first gain or loss of the account, for one of the funds, that rests on the value of a day, or undefined: one
 * of a later day that is not reversed. A new value of the day also meets one up to that day that is reversed only later,
 * and a change of the entry `id` one of the same day that was entered after it. A line for the account that names no fund
 * is one of the General fund.
 */
export async function findLaterGain(
  db: Db,
  { accountId, fundIds }: Holders,
  { date, id }: { date: CalendarDate; id?: number },
): Promise<Gain | undefined> {
  const stands = sql`r."id" is null and`;
  const meets =
    id === undefined
      ? sql`(${stands} j."date" > ${date}) or (r."date" > ${date} and j."date" <= ${date})`
      : sql`${stands} (j."date" > ${date} or (j."date" = ${date} and j."id" > ${id}))`;
  const { rows } = await sql<Gain>`
    select j."id", j."date", r."date" as "until" from "journalEntries" j
    left join "journalEntries" r on r."reversalOf" = j."id" and r."status" = 'Posted' and r."deletedAt" is null
    where j."deletedAt" is null and j."status" = 'Posted' and j."reversalOf" is null and (${meets})
      and exists (select 1 from "journalLines" l where l."entryId" = j."id" and l."incomeCategoryId" = ${await gainCategory(db)})
      and exists (select 1 from "journalLines" l where l."entryId" = j."id" and l."accountId" = ${accountId}
        and coalesce(l."fundId", ${GENERAL_FUND}) in (${sql.join(fundIds)}))
    order by j."date", j."id" limit 1`.execute(db);
  return rows[0];
}

/**
 * Returns the funds that had a loss on an account by a value up to a day, and for which nothing else moved the account since.
 * If such a fund holds nothing now, it lost all that it had, and a recovery is its own. The General fund may be among them.
 */
export async function fundsWithLosses(db: Db, accountId: number, day: CalendarDate): Promise<number[]> {
  const fund = (table: 'l' | 'm' | 't') => sql`coalesce(${sql.ref(`${table}.fundId`)}, ${GENERAL_FUND})`;
  const isPosted = (table: 'j' | 'k' | 't') =>
    sql`${sql.ref(`${table}.deletedAt`)} is null and ${sql.ref(`${table}.status`)} = 'Posted'`;
  const stands = (table: 'j' | 'k') => sql`${sql.ref(`${table}.reversalOf`)} is null and not exists (
    select 1 from "journalEntries" r where r."reversalOf" = ${sql.ref(`${table}.id`)} and r."status" = 'Posted'
      and r."deletedAt" is null)`;
  const { rows } = await sql<{ fundId: number }>`
    select distinct ${fund('l')} as "fundId" from "journalLines" l join "journalEntries" j on j."id" = l."entryId"
    where l."accountId" = ${accountId} and l."amountMinor" < 0 and j."date" <= ${day} and ${isPosted('j')} and ${stands('j')}
      and not exists (select 1 from "bookOpening" o where o."date" > j."date")
      and exists (select 1 from "journalLines" g where g."entryId" = j."id"
        and g."incomeCategoryId" = ${await gainCategory(db)})
      and not exists (select 1 from "journalLines" m join "journalEntries" k on k."id" = m."entryId"
        where m."accountId" = ${accountId} and ${fund('m')} = ${fund('l')} and k."id" <> j."id"
          and k."date" between j."date" and ${day} and ${isPosted('k')} and ${stands('k')})
      and not exists (select 1 from "transfers" t
        where (t."fromAccountId" = ${accountId} or t."toAccountId" = ${accountId}) and ${fund('t')} = ${fund('l')}
          and t."date" between j."date" and ${day} and ${isPosted('t')})
      and not exists (select 1 from "expenseSplits" s join "expenses" e on e."id" = s."expenseId"
        where s."accountId" = ${accountId} and s."fundId" = ${fund('l')} and ${IS_COUNTED}
          and e."bookedOn" between j."date" and ${day})
    order by 1`.execute(db);
  return rows.map(({ fundId }) => fundId);
}
