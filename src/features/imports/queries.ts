import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { ImportKind } from './schema.ts';
import type { ImportRecordTable } from './table.ts';

/** Stores an import and returns its id. */
export async function insertImport(db: Db, row: Insertable<ImportRecordTable>): Promise<number> {
  const { id } = await db.insertInto('imports').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Returns every import, the latest first. */
export function listImports(db: Db): Promise<Selectable<ImportRecordTable>[]> {
  return db.selectFrom('imports').selectAll().orderBy('id', 'desc').execute();
}

/** Returns an import, or undefined. */
export function findImport(db: Db, id: number): Promise<Selectable<ImportRecordTable> | undefined> {
  return db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Records that an import was undone. */
export async function markUndone(
  db: Db,
  id: number,
  columns: Pick<Selectable<ImportRecordTable>, 'undoneAt' | 'undoneBy'>,
): Promise<void> {
  await db.updateTable('imports').set(columns).where('id', '=', id).execute();
}

/** Returns the last import of this kind that was not undone and whose file has this hash, or undefined. */
export function findByHash(
  db: Db,
  kind: ImportKind,
  fileHash: string,
): Promise<Pick<Selectable<ImportRecordTable>, 'id' | 'at'> | undefined> {
  return db
    .selectFrom('imports')
    .select(['id', 'at'])
    .where('fileHash', '=', fileHash)
    .where('kind', '=', kind)
    .where('undoneAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
