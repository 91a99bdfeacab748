/** Finds approvals by people who take part in what they approved, for the list of what happened. */
import type { Db } from '../../../db/connect.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import { memberNames } from '../../people/members/joins.ts';

/**
 * Returns who takes part in each expense: who entered it, owns, changed or submitted it, or is paid back by it. Deleted
 * expenses are left out.
 */
export async function partakersOf(db: Db, expenseIds: readonly number[]): Promise<ReadonlyMap<number, Set<number>>> {
  const ids = JSON.stringify(expenseIds);
  const people = new Map<number, Set<number>>();
  for (const { id, submittedBy, createdBy, payee } of await selectOwners(db, ids))
    people.set(id, new Set([submittedBy, createdBy, payee].filter((one) => one !== null)));
  for (const { expenseId, userId } of await selectHands(db, ids)) people.get(expenseId)?.add(userId);
  return people;
}

const selectOwners = prepared((db, ids: string) =>
  db
    .selectFrom('expenses')
    .leftJoin(memberNames(db), 'member.id', 'expenses.memberId')
    .select(['expenses.id', 'expenses.submittedBy', 'expenses.createdBy', 'member.userId as payee'])
    .where('expenses.deletedAt', 'is', null)
    .where(isOneOf('expenses.id', ids)),
);

const selectHands = prepared((db, ids: string) =>
  db.selectFrom('expenseHands').select(['expenseId', 'userId']).where(isOneOf('expenseId', ids)),
);
