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

/**
 * Returns the first entry after a day that books a gain or loss of the account for one of the funds and is not reversed,
 * or undefined. A line for the account that names no fund is one of the General fund.
 */
export async function findLaterGain(
  db: Db,
  { accountId, fundIds }: Holders,
  day: CalendarDate,
): Promise<{ id: number; date: CalendarDate } | undefined> {
  const { rows } = await sql<{ id: number; date: CalendarDate }>`
    select j."id", j."date" from "journalEntries" j
    where j."deletedAt" is null and j."status" = 'Posted' and j."date" > ${day} and j."reversalOf" is null
      and not exists (select 1 from "journalEntries" r
        where r."reversalOf" = j."id" and r."status" = 'Posted' and r."deletedAt" is null)
      and exists (select 1 from "journalLines" l where l."entryId" = j."id" and l."incomeCategoryId" = ${await gainCategory(db)})
      and exists (select 1 from "journalLines" l where l."entryId" = j."id" and l."accountId" = ${accountId}
        and coalesce(l."fundId", ${GENERAL_FUND}) in (${sql.join(fundIds)}))
    order by j."date", j."id" limit 1`.execute(db);
  return rows[0];
}
