/** Queries about how parts of expenses end the restriction of their funds. */
import { sql } from 'kysely';
import type { Release } from '../../../books/expense-lines.ts';
import type { Db } from '../../../db/connect.ts';
import { isOneOf } from '../../../db/prepared.ts';
import type { CalendarDate } from '../../../lib/date.ts';

/** Stores the releases of parts of an expense, by their positions. */
export async function setReleases(
  db: Db,
  expenseId: number,
  parts: readonly { position: number; release: Release | null }[],
): Promise<void> {
  for (const kind of ['OnDate', 'InUse'] as const) {
    const positions = parts.filter(({ release }) => release === kind).map(({ position }) => position);
    if (positions.length === 0) continue;
    await db
      .updateTable('expenseSplits')
      .set({ release: kind })
      .where('expenseId', '=', expenseId)
      .where('position', 'in', positions)
      .execute();
  }
}

/** The account and the fund of a part. */
export type PartKey = { accountId: number; fundId: number };

/**
 * Says since when the waiting parts of an expense and of its reversals are in use. A reversal that was booked after that
 * day releases on its own day. Parts that released on the day of the expense stay as they are.
 */
export async function putInUse(
  db: Db,
  expenseIds: readonly number[],
  { parts, date }: { parts: readonly PartKey[]; date: CalendarDate },
): Promise<void> {
  const keys = JSON.stringify(parts.map(({ accountId, fundId }) => `${accountId}/${fundId}`));
  await sql`update "expenseSplits" set "inUse" = 1, "release" = 'InUse', "inUseOn" =
      (select case when e."bookedOn" > ${date} then e."bookedOn" else ${date} end from "expenses" e where e."id" = "expenseId")
    where ${isOneOf('expenseId', JSON.stringify(expenseIds))} and "accountId" is not null and "release" is not 'OnDate'
      and "accountId" || '/' || "fundId" in (select "value" from json_each(${keys}))`.execute(db);
}

/** Returns the ids of the reversals of an expense. */
export async function listReversalIds(db: Db, expenseId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('expenses')
    .select('id')
    .where('reversalOf', '=', expenseId)
    .where('deletedAt', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}
