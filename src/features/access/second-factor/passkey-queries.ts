import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import type { PasskeyTable } from './table.ts';

export type PasskeyRow = Selectable<PasskeyTable>;

/** Returns the passkeys of a user, the oldest first. */
export function listPasskeys(db: Db, userId: number): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('userId', '=', userId).orderBy('id').execute();
}

/** Returns the passkey with this credential id, or undefined. */
export function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credentialId', '=', credentialId).executeTakeFirst();
}

/** Adds a passkey. Returns undefined if the credential is known already. */
export async function insertPasskey(
  db: Db,
  passkey: Omit<Insertable<PasskeyTable>, 'id' | 'lastUsedAt'>,
): Promise<PasskeyRow | undefined> {
  return db
    .insertInto('passkeys')
    .values({ ...passkey, lastUsedAt: null })
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Stores the use of a passkey. Returns false if the passkey was removed in the meantime. */
export async function notePasskeyUse(
  db: Db,
  id: number,
  use: { signCount: number; lastUsedAt: string },
): Promise<boolean> {
  const row = await db.updateTable('passkeys').set(use).where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}

/** Gives a passkey of a user another name. Returns undefined if the user has no such passkey. */
export function renamePasskey(
  db: Db,
  which: { id: number; userId: number },
  name: string,
): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', which.id)
    .where('userId', '=', which.userId)
    .returningAll()
    .executeTakeFirst();
}

/** Returns a passkey of a user by its id, or undefined. */
export function findOwnPasskey(
  db: Db,
  { id, userId }: { id: number; userId: number },
): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('id', '=', id).where('userId', '=', userId).executeTakeFirst();
}

/** Removes one passkey of a user, or all of them without an id. Returns how many were removed. */
export async function deletePasskeys(db: Db, { id, userId }: { id?: number; userId: number }): Promise<number> {
  let query = db.deleteFrom('passkeys').where('userId', '=', userId);
  if (id !== undefined) query = query.where('id', '=', id);
  return (await query.returning('id').execute()).length;
}
