import type { Insertable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import type { RememberedDeviceTable } from './table.ts';

/** Adds a remembered device. */
export async function insertDevice(
  db: Db,
  device: Omit<Insertable<RememberedDeviceTable>, 'id' | 'previousHash'>,
): Promise<number> {
  const { id } = await db
    .insertInto('rememberedDevices')
    .values({ ...device, previousHash: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the remembered device whose tokens have this name, or undefined. */
export function findDevice(db: Db, nameHash: string) {
  return db.selectFrom('rememberedDevices').selectAll().where('nameHash', '=', nameHash).executeTakeFirst();
}

/** Replaces the token of a remembered device at its use. */
export async function renewDevice(
  db: Db,
  id: number,
  use: { tokenHash: string; previousHash: string; lastUsedAt: string; ipAddress: string | null },
): Promise<void> {
  await db.updateTable('rememberedDevices').set(use).where('id', '=', id).execute();
}

/** Returns the remembered devices of a user that have not expired, the most recently used first. */
export function listDevices(db: Db, userId: number, at: string) {
  return db
    .selectFrom('rememberedDevices')
    .select(['id', 'tokenHash', 'createdAt', 'lastUsedAt', 'expiresAt', 'userAgent', 'ipAddress'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', at)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Forgets one remembered device of a user, or all of them without an id. Returns how many were forgotten. */
export async function deleteDevices(db: Db, { id, userId }: { id?: number; userId: number }): Promise<number> {
  let query = db.deleteFrom('rememberedDevices').where('userId', '=', userId);
  if (id !== undefined) query = query.where('id', '=', id);
  return (await query.returning('id').execute()).length;
}

/** Forgets all remembered devices of all users. Returns how many were forgotten. */
export async function deleteAllDevices(db: Db): Promise<number> {
  return (await db.deleteFrom('rememberedDevices').returning('id').execute()).length;
}

/** Forgets the remembered devices that have expired. */
export async function deleteOldDevices(db: Db, at: string): Promise<void> {
  await db.deleteFrom('rememberedDevices').where('expiresAt', '<=', at).execute();
}
