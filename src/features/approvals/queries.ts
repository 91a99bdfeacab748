import type { Insertable } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { WaitingKind } from './kinds.ts';
import type { RejectionTable } from './table.ts';

/** Stores a rejection. */
export async function insertRejection(db: Db, rejection: Insertable<RejectionTable>): Promise<void> {
  await db.insertInto('rejections').values(rejection).execute();
}

/** Marks the rejection of a document, if there is one, as no longer counting. */
export async function clearRejection(db: Db, kind: WaitingKind, subjectId: number, at: string): Promise<void> {
  await db
    .updateTable('rejections')
    .set({ clearedAt: at })
    .where('kind', '=', kind)
    .where('subjectId', '=', subjectId)
    .where('clearedAt', 'is', null)
    .execute();
}
