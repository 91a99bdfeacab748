/** The gains and losses of investments: each is the value of a day less what the books said. */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { findSeeded } from '../db/seeded.ts';
import type { CalendarDate } from '../lib/date.ts';
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
 * Returns the funds for which a gain or loss of the account was booked up to a day, by id, whether or not they still hold a
 * part of it. The General fund is among them if one was booked for it.
 */
export async function fundsWithGains(db: Db, accountId: number, day: CalendarDate): Promise<number[]> {
  const { rows } = await sql<{ fundId: number }>`
    select distinct coalesce(l."fundId", ${GENERAL_FUND}) as "fundId" from "journalLines" l
    join "journalEntries" j on j."id" = l."entryId"
    where l."accountId" = ${accountId} and j."date" <= ${day} and j."deletedAt" is null and j."status" = 'Posted'
      and exists (select 1 from "journalLines" g where g."entryId" = j."id"
        and g."incomeCategoryId" = ${await gainCategory(db)})
    order by 1`.execute(db);
  return rows.map(({ fundId }) => fundId);
}
