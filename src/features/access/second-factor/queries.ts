import type { Insertable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import type { Role } from '../../../permissions.ts';
import type { AuthenticatorState } from './rules.ts';
import type { RecoveryCodeTable } from './table.ts';

/** Returns the authenticator app that a user uses, or the one that waits for its first code. */
export function findAuthenticator(db: Db, userId: number, state: 'inUse' | 'toConfirm') {
  return db
    .selectFrom('authenticators')
    .selectAll()
    .where('userId', '=', userId)
    .where('confirmedAt', state === 'inUse' ? 'is not' : 'is', null)
    .executeTakeFirst();
}

/** Returns the secrets of all authenticator apps in use, with the names of their users. */
export function listAuthenticators(db: Db) {
  return db
    .selectFrom('authenticators')
    .innerJoin('users', 'users.id', 'authenticators.userId')
    .select(['users.displayName as userName', 'authenticators.secret'])
    .where('authenticators.confirmedAt', 'is not', null)
    .orderBy('users.id')
    .execute();
}

/** Adds an authenticator app that waits for its first code, in place of an earlier one that waited. */
export async function insertAuthenticator(
  db: Db,
  authenticator: { userId: number; secret: string; createdAt: string },
): Promise<void> {
  const { userId } = authenticator;
  await db.deleteFrom('authenticators').where('userId', '=', userId).where('confirmedAt', 'is', null).execute();
  await db
    .insertInto('authenticators')
    .values({ ...authenticator, confirmedAt: null, lastUsedAt: null, doubtfulStep: null })
    .execute();
}

/** Stores what is known of an authenticator app after a code was judged. */
export async function updateAuthenticator(
  db: Db,
  id: number,
  columns: Partial<Omit<AuthenticatorState, 'secret'>> & { confirmedAt?: string; lastUsedAt?: string },
): Promise<void> {
  await db.updateTable('authenticators').set(columns).where('id', '=', id).execute();
}

/** Removes the authenticator apps of a user, or only the one in use. Returns whether one in use was removed. */
export async function deleteAuthenticators(db: Db, userId: number, which: 'all' | 'inUse'): Promise<boolean> {
  let query = db.deleteFrom('authenticators').where('userId', '=', userId);
  if (which === 'inUse') query = query.where('confirmedAt', 'is not', null);
  const gone = await query.returning('confirmedAt').execute();
  return gone.some(({ confirmedAt }) => confirmedAt !== null);
}

/** Returns the recovery code that begins with this group and was not used, or undefined. */
export function findRecoveryCode(db: Db, userId: number, lookup: string) {
  return db
    .selectFrom('recoveryCodes')
    .select(['id', 'codeHash'])
    .where('userId', '=', userId)
    .where('lookup', '=', lookup)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
}

/** Marks a recovery code as used. Returns false if it was used before, or replaced. */
export async function useRecoveryCode(db: Db, id: number, at: string): Promise<boolean> {
  const used = await db
    .updateTable('recoveryCodes')
    .set({ usedAt: at })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Returns how many recovery codes of a user were not used. */
export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recoveryCodes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Replaces all recovery codes of a user. */
export async function replaceRecoveryCodes(
  db: Db,
  userId: number,
  codes: readonly Pick<Insertable<RecoveryCodeTable>, 'lookup' | 'codeHash' | 'createdAt'>[],
): Promise<void> {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  if (codes.length === 0) return;
  const rows = codes.map((code) => ({ userId, usedAt: null, ...code }));
  await db.insertInto('recoveryCodes').values(rows).execute();
}

/** Returns the roles whose people need a second factor, in the order of the roles. */
export async function listRequiredRoles(db: Db): Promise<Role[]> {
  const rows = await db
    .selectFrom('roles')
    .select('name')
    .where('requiresSecondFactor', '=', 1)
    .orderBy('sortOrder')
    .execute();
  return rows.map(({ name }) => name);
}

/** Sets the roles whose people need a second factor. */
export async function setRequiredRoles(db: Db, roles: readonly Role[]): Promise<void> {
  await db.updateTable('roles').set({ requiresSecondFactor: 0 }).where('requiresSecondFactor', '=', 1).execute();
  if (roles.length === 0) return;
  await db.updateTable('roles').set({ requiresSecondFactor: 1 }).where('name', 'in', roles).execute();
}
