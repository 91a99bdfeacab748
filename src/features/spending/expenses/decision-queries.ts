/** Queries for the approvals and rejections of an expense, and for the users who changed or submitted it. */
import type { Insertable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import { userNames } from '../../access/users/joins.ts';
import type { Expense } from './schema.ts';
import type { ExpenseDecisionTable, ExpenseHandTable } from './table.ts';

export type Decisions = Pick<Expense, 'approvals' | 'rejections'>;

/** Returns, by expense, the approvals that still count and all rejections, in the order in which they were made. */
export async function listDecisions(db: Db, expenseIds: readonly number[]): Promise<Map<number, Decisions>> {
  const found = new Map<number, Decisions>();
  for (const { expenseId, reason, clearedAt, ...who } of await selectDecisions(db, JSON.stringify(expenseIds))) {
    const decisions = found.get(expenseId) ?? { approvals: [], rejections: [] };
    if (reason !== null) decisions.rejections.push({ ...who, reason });
    else if (clearedAt === null) decisions.approvals.push(who);
    found.set(expenseId, decisions);
  }
  return found;
}

const selectDecisions = prepared((db, expenseIds: string) =>
  db
    .selectFrom('expenseDecisions')
    .innerJoin(userNames(db), 'user.id', 'expenseDecisions.userId')
    .select(['expenseId', 'userId as by', 'user.displayName as byName', 'at', 'reason', 'clearedAt'])
    .where(isOneOf('expenseId', expenseIds))
    .orderBy('expenseDecisions.id'),
);

/**
 * Returns the booking date that was given most recently with an approval that still counts, or null if there is none.
 */
export async function lastGivenDate(db: Db, expenseId: number): Promise<string | null> {
  const row = await liveApprovals(db, expenseId)
    .select('bookedOn')
    .where('bookedOn', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.bookedOn ?? null;
}

const liveApprovals = (db: Db, expenseId: number) =>
  db
    .selectFrom('expenseDecisions')
    .where('expenseId', '=', expenseId)
    .where('decision', '=', 'Approval')
    .where('clearedAt', 'is', null);

/** Adds an approval or a rejection. */
export async function addDecision(db: Db, decision: Insertable<ExpenseDecisionTable>): Promise<void> {
  await db.insertInto('expenseDecisions').values(decision).execute();
}

/** Marks the approvals of an expense, or only those of one person, as cleared. They then no longer count. */
export async function clearApprovals(db: Db, expenseId: number, clearedAt: string, userId?: number): Promise<void> {
  let rows = db
    .updateTable('expenseDecisions')
    .set({ clearedAt })
    .where('expenseId', '=', expenseId)
    .where('decision', '=', 'Approval')
    .where('clearedAt', 'is', null);
  if (userId !== undefined) rows = rows.where('userId', '=', userId);
  await rows.execute();
}

/** Records that a user changed or submitted an expense. Does nothing if this is already recorded. */
export async function addHand(db: Db, hand: Insertable<ExpenseHandTable>): Promise<void> {
  await db
    .insertInto('expenseHands')
    .values(hand)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
