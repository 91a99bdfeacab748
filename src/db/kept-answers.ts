/** Stored responses to requests with an idempotency key: which records a response is about, and how it is erased. */
import type { App, Subject } from '../app.ts';
import type { Point } from '../room-declarations.ts';
import type { Db } from './connect.ts';

/**
 * The point at which rooms declare how to find the result of a batch by its id. The result is the body of the response,
 * or undefined if the batch is unknown or still running.
 */
export const RESULTS: Point<(app: App, batchId: string) => Promise<unknown>> = { name: 'results of work by its id' };

/** Returns the text that is stored for the records that a response is about, such as `["Giving 17","Member 5"]`. */
export function subjectsText(subjects: readonly Subject[]): string {
  return JSON.stringify([...new Set(subjects.map(nameOf))]);
}

const nameOf = ({ entityType, entityId }: Subject) => `${entityType} ${entityId}`;

/**
 * Erases the stored responses that are about one of the records, and all stored responses of which neither the records
 * nor a batch of messages is known. If a client repeats such a request, the refusal says that the records have been
 * erased.
 */
export async function eraseAnswersAbout(db: Db, entityType: string, ids: readonly number[]): Promise<void> {
  const wanted = new Set(ids.map((entityId) => nameOf({ entityType, entityId })));
  const answers = await db
    .selectFrom('idempotencyKeys')
    .select(['userId', 'key', 'subjects', 'batchId'])
    .where('body', 'is not', null)
    .execute();
  for (const { userId, key, subjects, batchId } of answers) {
    const isUnknown = subjects === null && batchId === null;
    const isAbout = subjects !== null && (JSON.parse(subjects) as string[]).some((name) => wanted.has(name));
    if (isUnknown || isAbout) await erased(db).where('userId', '=', userId).where('key', '=', key).execute();
  }
}

/** Erases the stored responses to requests that sent these batches of messages. */
export async function eraseAnswersOf(db: Db, batchIds: readonly string[]): Promise<void> {
  if (batchIds.length > 0) await erased(db).where('batchId', 'in', batchIds).execute();
}

const erased = (db: Db) => db.updateTable('idempotencyKeys').set({ body: null, headers: null });
