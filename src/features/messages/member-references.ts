/** What happens to the message history when members are merged or erased. */
import type { MemberReferences } from '../people/members/references.ts';
import { type App, now } from '../../app.ts';
import { emailKeyOf } from '../../lib/text.ts';
import { eraseRecipients, moveRecipients } from './member-reference-queries.ts';

/**
 * Moves the message history of a duplicate member to the remaining member. Must run inside the transaction of the
 * merge.
 */
function reassignNotifications(app: App, from: number, to: number): Promise<void> {
  return moveRecipients(app.db, from, to);
}

/**
 * Erases members from the message history. The history still shows that a message was sent, but not to whom. Pending
 * messages to the members are not sent. Messages to the address `email` that are not linked to a member are erased too.
 * Must run inside the transaction of the purge.
 */
function eraseNotifications(app: App, memberIds: readonly number[], email: string | null): Promise<void> {
  const addresses = email === null ? [] : [emailKeyOf(email)];
  return eraseRecipients(app.db, { memberIds, addresses }, now(app));
}

export const messageReferences: MemberReferences = {
  columns: ['notificationLogs.memberId'],
  move: (app, from, to) => reassignNotifications(app, from.id, to.id),
  erase: async (app, { ids, email }) => {
    await eraseNotifications(app, ids, email);
    return {};
  },
};
