import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { type PlaceName, textOfPlace } from './places.ts';
import type { BackupCopyTable, BackupTargetTable } from './table.ts';

export type TargetRow = Selectable<BackupTargetTable>;

/** A target that has a place. */
export type SetTarget = TargetRow & PlaceName;

export const hasPlace = (row: TargetRow): row is SetTarget => row.kind !== null && row.place !== null;

export type CopyRow = Selectable<BackupCopyTable>;

/** Returns the row of the target, or undefined if there never was one. */
export function findTarget(db: Db): Promise<TargetRow | undefined> {
  return db.selectFrom('backupTarget').selectAll().executeTakeFirst();
}

/** Stores the target for the first time. */
export async function insertTarget(db: Db, row: Insertable<BackupTargetTable>): Promise<void> {
  await db
    .insertInto('backupTarget')
    .values({ ...row, id: 1 })
    .execute();
}

/** Changes columns of the target. */
export async function updateTarget(db: Db, row: Updateable<BackupTargetTable>): Promise<void> {
  await db.updateTable('backupTarget').set(row).execute();
}

/** Notes that something happened after which the books are sent. Does nothing where no place or no wish is. */
export async function oweBooks(db: Db, wish: 'afterSubmit' | 'afterFinalize'): Promise<void> {
  await db
    .updateTable('backupTarget')
    .set((eb) => ({ owed: eb('owed', '+', 1) }))
    .where('kind', 'is not', null)
    .where(wish, '=', 1)
    .execute();
}

/** Stores a copy that was found whole at its place. */
export async function insertCopy(db: Db, copy: Insertable<BackupCopyTable>): Promise<void> {
  await db.insertInto('backupCopies').values(copy).execute();
}

/** Returns the copies that this installation or an earlier one sent to a place, in the order in which they were sent. */
export function listCopies(db: Db, place: PlaceName): Promise<CopyRow[]> {
  return db.selectFrom('backupCopies').selectAll().where('place', '=', textOfPlace(place)).orderBy('id').execute();
}

/** Forgets copies that no longer lie at their place. */
export async function deleteCopies(db: Db, place: PlaceName, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await db.deleteFrom('backupCopies').where('place', '=', textOfPlace(place)).where('name', 'in', names).execute();
}
