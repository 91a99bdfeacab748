/** The answers stored for repeated requests, with the records that each is about, and how they are erased. */
import type { App, Subject } from '../app.ts';
import type { Point } from '../room-declarations.ts';
import type { Db } from './connect.ts';

/** What became of work that went on after its request was cut off: the body of the answer, or undefined while it goes on. */
export const RESULTS: Point<(app: App, batchId: string) => Promise<unknown>> = { name: 'results of work by its id' };

/** The records that an answer is about, as they are stored: `["Giving 17","Member 5"]`. */
export function subjectsText(subjects: readonly Subject[]): string {
  return JSON.stringify([...new Set(subjects.map(nameOf))]);
}

const nameOf = ({ entityType, entityId }: Subject) => `${entityType} ${entityId}`;

/**
 * Erases the answers about one of the records, and answers whose records are unknown. A repeated request then learns
 * that what it created has been erased.
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

/** Erases the answers that have results of batches of messages. */
export async function eraseAnswersOf(db: Db, batchIds: readonly string[]): Promise<void> {
  if (batchIds.length > 0) await erased(db).where('batchId', 'in', batchIds).execute();
}

const erased = (db: Db) => db.updateTable('idempotencyKeys').set({ body: null, headers: null });
