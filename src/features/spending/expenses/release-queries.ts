/** Queries about how parts of expenses end the restriction of their funds. */
import { sql } from 'kysely';
import { IS_COUNTED } from '../../../books/account-postings.ts';
import { type Release, releasedOn } from '../../../books/expense-lines.ts';
import { sumOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import { isOneOf } from '../../../db/prepared.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import type { Minor } from '../../../lib/money.ts';

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

/** An expense that waits to be in use, with the amount that waits after its reversals. */
export type WaitingExpense = { id: number; date: CalendarDate; amount: Minor };

/** Returns the expenses with parts for these accounts and funds that are not released by the end of a day. */
export async function listUnreleased(
  db: Db,
  day: CalendarDate,
  { accountIds, fundIds }: { accountIds: readonly number[]; fundIds: readonly number[] },
): Promise<WaitingExpense[]> {
  const { rows } = await sql<{ id: number; date: CalendarDate; sum: number | null }>`
    select coalesce(e."reversalOf", e."id") as "id", min(e."bookedOn") as "date", sum(s."amountMinor") as "sum"
    from "expenseSplits" s join "expenses" e on e."id" = s."expenseId"
    where ${IS_COUNTED} and e."bookedOn" <= ${day}
      and ${isOneOf('s.accountId', JSON.stringify(accountIds))} and ${isOneOf('s.fundId', JSON.stringify(fundIds))}
      and coalesce(${releasedOn}, '9999') > ${day}
    group by 1 having sum(s."amountMinor") <> 0 order by 2, 1`.execute(db);
  return rows.map(({ sum, ...row }) => ({ ...row, amount: sumOf(sum) }));
}
