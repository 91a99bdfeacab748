import type { Db } from '../../db/connect.ts';
import { isOneOf } from '../../db/prepared.ts';

/** Gives the rows of a member to another. */
export async function moveRecipients(db: Db, memberId: number, into: number): Promise<void> {
  await db.updateTable('notificationLogs').set({ memberId: into }).where('memberId', '=', memberId).execute();
}

/** What stands in the place of an address or a name. */
const NOBODY = '(erased)';

/** Takes members out of their rows: address, name, and the words of a refusal, which may quote them. */
export async function eraseRecipients(db: Db, memberIds: readonly number[], at: string): Promise<void> {
  const isTheirs = isOneOf('memberId', JSON.stringify(memberIds));
  await db
    .updateTable('notificationLogs')
    .set({ state: 'failed', sentAt: at })
    .where(isTheirs)
    .where('state', '=', 'pending')
    .execute();
  await db
    .updateTable('notificationLogs')
    .set({ memberId: null, recipient: NOBODY, error: null })
    .where(isTheirs)
    .execute();
}
