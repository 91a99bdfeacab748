/** What happens to the history of messages when members are merged or erased. */
import type { MemberReferences } from '../people/members/references.ts';
import { type App, now } from '../../app.ts';
import { emailKeyOf } from '../../lib/text.ts';
import { eraseRecipients, moveRecipients } from './member-reference-queries.ts';

/** Moves the messages of a double record to the member that it is merged into. Must run inside the merge's transaction. */
function reassignNotifications(app: App, from: number, to: number): Promise<void> {
  return moveRecipients(app.db, from, to);
}

/**
 * Erases members from the history of messages. It still says that something was sent, but not to whom. Pending messages to them
 * are not sent any more. Messages to their address that name no member are theirs too. Must run inside the purge's
 * transaction.
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
