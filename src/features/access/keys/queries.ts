import type { Insertable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { prepared } from '../../../db/prepared.ts';
import { hasFactor } from '../auth/queries.ts';
import type { ProgramKeyTable } from './table.ts';

/** A key that works, with its owner: one row for each role of the owner. */
const selectHolders = (db: Db, at: string) =>
  db
    .selectFrom('programKeys')
    .innerJoin('users', 'users.id', 'programKeys.userId')
    .leftJoin('userRoles', 'userRoles.userId', 'users.id')
    .leftJoin('roles', 'roles.name', 'userRoles.role')
    .select([
      'programKeys.id',
      'programKeys.userId',
      'programKeys.name',
      'programKeys.permissions',
      'programKeys.access',
      'programKeys.lastUsedAt',
      'users.displayName',
      'userRoles.role',
      'roles.requiresSecondFactor',
    ])
    .select(hasFactor)
    .where('programKeys.expiresAt', '>', at)
    .where('programKeys.endedAt', 'is', null)
    .where('users.isActive', '=', 1);

/**
 * Returns the key with this token hash and its owner, one row for each role of the owner. Returns no row unless the key
 * works at this instant and its owner is active. Prepared, because it runs on every request of a program.
 */
export const holdersByToken = prepared((db, tokenHash: string, at: string) =>
  selectHolders(db, at).where('programKeys.tokenHash', '=', tokenHash),
);

/** Like `holdersByToken`, for a key that is known by its id. */
export const holdersById = prepared((db, id: number, at: string) =>
  selectHolders(db, at).where('programKeys.id', '=', id),
);

const selectKeys = (db: Db) =>
  db
    .selectFrom('programKeys')
    .innerJoin('users', 'users.id', 'programKeys.userId')
    .select([
      'programKeys.id',
      'programKeys.userId',
      'programKeys.name',
      'programKeys.hint',
      'programKeys.permissions',
      'programKeys.access',
      'programKeys.createdAt',
      'programKeys.expiresAt',
      'programKeys.lastUsedAt',
      'programKeys.lastUsedFrom',
      'programKeys.endedAt',
      'users.displayName as userName',
    ]);

/** A stored key, without its token. */
export type KeyRow = Awaited<ReturnType<ReturnType<typeof selectKeys>['execute']>>[number];

/** Returns the key with this id, or undefined. */
export function findKey(db: Db, id: number): Promise<KeyRow | undefined> {
  return selectKeys(db).where('programKeys.id', '=', id).executeTakeFirst();
}

/** Returns the keys of one user, or of all users without a `userId`, the newest first. */
export function listKeys(db: Db, which: { userId?: number | undefined; includeEnded: boolean }): Promise<KeyRow[]> {
  let query = selectKeys(db);
  if (which.userId !== undefined) query = query.where('programKeys.userId', '=', which.userId);
  if (!which.includeEnded) query = query.where('programKeys.endedAt', 'is', null);
  return query.orderBy('programKeys.id', 'desc').execute();
}

/** Returns how many keys of a user work at this instant. */
export async function countWorkingKeys(db: Db, userId: number, at: string): Promise<number> {
  const { count } = await db
    .selectFrom('programKeys')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', at)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Adds a key, of which only the hash of the token is stored. Returns its id. */
export async function insertKey(
  db: Db,
  key: Omit<Insertable<ProgramKeyTable>, 'id' | 'lastUsedAt' | 'lastUsedFrom' | 'endedAt' | 'endedBy'>,
): Promise<number> {
  const { id } = await db.insertInto('programKeys').values(key).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Gives a key another name. */
export async function renameKey(db: Db, id: number, name: string): Promise<void> {
  await db.updateTable('programKeys').set({ name }).where('id', '=', id).execute();
}

/** Ends one key, all keys of a user, or all keys. Returns the keys that had not ended before. */
export function endKeys(
  db: Db,
  which: { id?: number; userId?: number },
  ended: { endedAt: string; endedBy: number | null },
): Promise<{ id: number }[]> {
  let query = db.updateTable('programKeys').set(ended).where('endedAt', 'is', null);
  if (which.id !== undefined) query = query.where('id', '=', which.id);
  if (which.userId !== undefined) query = query.where('userId', '=', which.userId);
  return query.returning('id').execute();
}

/** Stores the last use of a key. */
export async function noteKeyUse(
  db: Db,
  id: number,
  use: { lastUsedAt: string; lastUsedFrom: string | null },
): Promise<void> {
  await db.updateTable('programKeys').set(use).where('id', '=', id).execute();
}
