import { eraseAnswersOf } from '../../db/kept-answers.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { isOneOf } from '../../db/prepared.ts';

/** Moves the message history of a member to the member `into`. */
export async function moveRecipients(db: Db, memberId: number, into: number): Promise<void> {
  await db.updateTable('notificationLogs').set({ memberId: into }).where('memberId', '=', memberId).execute();
}

/** The text that replaces an erased address or name. */
const NOBODY = '(erased)';

type Erased = { memberIds: readonly number[]; addresses: readonly string[] };

/**
 * Erases people from the message history: their addresses, their names, and the error texts, which may quote them. A
 * row without a member is included if it was sent to one of the addresses. The addresses must be in lower case. Pending
 * messages become failed messages.
 */
export async function eraseRecipients(db: Db, { memberIds, addresses }: Erased, at: string): Promise<void> {
  const isMember = isOneOf('memberId', JSON.stringify(memberIds));
  const isAddress = sql<boolean>`lower(recipient) in (select value from json_each(${JSON.stringify(addresses)}))`;
  const isTheirs = sql<boolean>`(${isMember} or (${sql.ref('memberId')} is null and ${isAddress}))`;
  const batchIds = db.selectFrom('notificationLogs').select('batchId').where(isTheirs);
  // The responses that are stored for repeated requests contain the recipients.
  await eraseAnswersOf(
    db,
    (await batchIds.distinct().execute()).map(({ batchId }) => batchId),
  );
  const affected = await batchIds.distinct().execute();
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
  await eraseWords(db, JSON.stringify(affected.map(({ batchId }) => batchId)));
}

/** Erases the subject and text of each batch whose recipients are all erased, because the text may contain a name. */
async function eraseWords(db: Db, batchIdsAsJson: string): Promise<void> {
  const isLonely = sql<boolean>`id in (select value from json_each(${batchIdsAsJson})) and not exists (
    select 1 from "notificationLogs" where "batchId" = "notificationBatches"."id" and recipient <> ${NOBODY})`;
  const batches = await db
    .updateTable('notificationBatches')
    .set({ subject: null, content: '{}' })
    .where(isLonely)
    .returning('id')
    .execute();
  const ids = JSON.stringify(batches.map(({ id }) => id));
  await db.updateTable('notificationLogs').set({ subject: null }).where(isOneOf('batchId', ids)).execute();
}
