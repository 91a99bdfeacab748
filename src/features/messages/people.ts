/** What becomes of the history of messages when its people are merged or erased. */
import type { Holding } from '../people/members/holdings.ts';
import { type App, now } from '../../app.ts';
import { emailKeyOf } from '../../lib/text.ts';
import { eraseRecipients, moveRecipients } from './people-queries.ts';

/** Gives the messages to a double record to the member it is merged into. Belongs in the transaction of the merge. */
function reassignNotifications(app: App, from: number, to: number): Promise<void> {
  return moveRecipients(app.db, from, to);
}

/**
 * Takes members out of the history of messages: it still says that something was sent, but not to whom. What was not sent
 * yet is not sent any more. What went to their address without naming them is theirs too. Belongs in the transaction of
 * the purge.
 */
function eraseNotifications(app: App, memberIds: readonly number[], email: string | null): Promise<void> {
  const addresses = email === null ? [] : [emailKeyOf(email)];
  return eraseRecipients(app.db, { memberIds, addresses }, now(app));
}

export const messagesHolding: Holding = {
  columns: ['notificationLogs.memberId'],
  move: (app, from, to) => reassignNotifications(app, from.id, to.id),
  erase: async (app, { ids, email }) => {
    await eraseNotifications(app, ids, email);
    return {};
  },
};
