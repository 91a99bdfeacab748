/**
 * Which expenses are paid back to a person who bought something for the church. Such a payment is on no Form 1099 if the
 * person hands in the receipt (26 CFR 1.62-2, an accountable plan; Instructions for Form 1099-NEC, box 1).
 */
import { personName } from '../../../lib/person-name.ts';
import type { App } from '../../../app.ts';
import type { Db } from '../../../db/connect.ts';
import { isOneOf } from '../../../db/prepared.ts';
import { fold } from '../../../lib/fold.ts';
import { paidBackIn } from '../../../lib/payee.ts';
import { memberNames } from '../../people/members/joins.ts';

/**
 * Returns, by expense, the name of the person who is paid back for what somebody else sold. An expense that names only a
 * person pays that person, and one whose vendor is the person, too.
 */
export async function reimbursedPeople(app: App, expenseIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (expenseIds.length === 0) return new Map();
  const rows = await listSellers(app.db, expenseIds);
  return new Map(
    rows.flatMap(({ id, vendor, notes, memberId, vendorMemberId, ...member }) => {
      const person = memberId === null ? paidBackIn(notes) : personName(member);
      const isOwn = (memberId !== null && vendorMemberId === memberId) || fold(vendor ?? '') === fold(person ?? '');
      return person === undefined || isOwn ? [] : [[id, person] as const];
    }),
  );
}

/** Returns the expenses that name whoever sold something, and that the church did not pay from its own account. */
function listSellers(db: Db, expenseIds: readonly number[]) {
  return db
    .selectFrom('expenses')
    .leftJoin('vendors', 'vendors.id', 'expenses.vendorId')
    .leftJoin(memberNames(db), 'member.id', 'expenses.memberId')
    .select(['expenses.id', 'expenses.vendor', 'expenses.notes', 'expenses.memberId'])
    .select(['vendors.memberId as vendorMemberId', 'member.firstName', 'member.lastName', 'member.chineseName'])
    .where('expenses.vendor', 'is not', null)
    .where('expenses.settledAccountId', 'is', null)
    .where(isOneOf('expenses.id', JSON.stringify(expenseIds)))
    .execute();
}
