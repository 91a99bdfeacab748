/** Whom payments paid, by name. */
import type { Db } from '../../../db/connect.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import { userNames } from '../../access/users/joins.ts';
import { memberNames } from '../../people/members/joins.ts';
import { personName } from '../../people/members/names.ts';

/** The first line of the notes of an expense that is paid back to the user who submitted it. */
const payBackLine = (name: string) => `Pay back: ${name}`;

const selectPayees = prepared((db: Db, ids: string) =>
  db
    .selectFrom('paymentItems')
    .leftJoin('expenses', 'expenses.id', 'paymentItems.expenseId')
    .leftJoin('payables', 'payables.id', 'paymentItems.payableId')
    .leftJoin(memberNames(db), 'member.id', 'expenses.memberId')
    .leftJoin(userNames(db), 'user.id', 'expenses.submittedBy')
    .select([
      'paymentItems.paymentId',
      'payables.vendor as oldVendor',
      'expenses.vendor',
      'expenses.notes',
      'member.firstName',
      'member.lastName',
      'member.chineseName',
      'user.displayName',
    ])
    .where(isOneOf('paymentItems.paymentId', ids))
    .orderBy('paymentItems.paymentId')
    .orderBy('paymentItems.position'),
);

/**
 * Returns whom each payment paid, by the id of the payment: the person to be paid back, or else the vendor, or else the
 * user who submitted the expense. `ids` is a JSON list.
 */
export async function listPayees(db: Db, ids: string): Promise<ReadonlyMap<number, string>> {
  const payees = new Map<number, Set<string>>();
  for (const { paymentId, oldVendor, vendor, notes, displayName, ...member } of await selectPayees(db, ids)) {
    const isOwn = displayName !== null && notes?.split('\n')[0] === payBackLine(displayName);
    const payee = personName(member) ?? oldVendor ?? (isOwn ? displayName : (vendor ?? displayName));
    if (payee !== null) payees.set(paymentId, (payees.get(paymentId) ?? new Set()).add(payee));
  }
  return new Map([...payees].map(([id, names]) => [id, [...names].join(', ')]));
}
