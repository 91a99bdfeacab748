import { sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { prepared } from '../../../db/prepared.ts';
import type { Role } from '../../../permissions.ts';

/** Returns the refresh token with this hash, including facts about its sign-in and user, or undefined. */
export function findRefreshToken(db: Db, tokenHash: string) {
  return db
    .selectFrom('refreshTokens')
    .innerJoin('signIns', 'signIns.id', 'refreshTokens.signInId')
    .innerJoin('users', 'users.id', 'signIns.userId')
    .select([
      'refreshTokens.id',
      'refreshTokens.signInId',
      'refreshTokens.expiresAt',
      'refreshTokens.rotatedAt',
      'refreshTokens.revokedAt',
      'signIns.userId',
      'signIns.expiresAt as signInExpiresAt',
      'signIns.revokedAt as signInRevokedAt',
      'users.isActive',
      'users.displayName',
    ])
    .where('refreshTokens.tokenHash', '=', tokenHash)
    .executeTakeFirst();
}

/**
 * Returns the name and roles of the user of a sign-in, and whether they need a second factor that they have not set up.
 * Returns undefined if the sign-in was revoked or the user was deactivated.
 */
export async function findStanding(db: Db, signInId: number, userId: number) {
  const rows = await selectStanding(db, signInId, userId);
  return rows.length === 0 ? undefined : standingOf(rows);
}

/** A user with one of their roles. */
type RoleRow = { displayName: string; role: Role | null; requiresSecondFactor: 0 | 1 | null; hasSecondFactor: 0 | 1 };

/** The name and roles of a user, and whether they need a second factor that they have not set up. */
export type Standing = { displayName: string; roles: readonly Role[]; mustSetUpSecondFactor: boolean };

/** Returns the standing of the user of these rows, of which there is one for each role, and at least one. */
export function standingOf(rows: readonly RoleRow[]): Standing {
  const [first] = rows;
  return {
    displayName: first?.displayName ?? '',
    roles: rows.map(({ role }) => role).filter((role): role is Role => role !== null),
    mustSetUpSecondFactor: first?.hasSecondFactor === 0 && rows.some((row) => row.requiresSecondFactor === 1),
  };
}

/** Whether the user of a row of `users` has a second factor: 1 or 0. */
export const hasFactor = sql<0 | 1>`case
  when exists (select 1 from "authenticators" where "userId" = "users"."id" and "confirmedAt" is not null)
    or exists (select 1 from "passkeys" where "userId" = "users"."id") then 1 else 0 end`.as('hasSecondFactor');

/** True if a user has a second factor. */
export async function findHasFactor(db: Db, userId: number): Promise<boolean> {
  const row = await db.selectFrom('users').select(hasFactor).where('id', '=', userId).executeTakeFirst();
  return row?.hasSecondFactor === 1;
}

/** This query is prepared, because it runs on every request. */
const selectStanding = prepared((db, signInId: number, userId: number) =>
  db
    .selectFrom('signIns')
    .innerJoin('users', 'users.id', 'signIns.userId')
    .leftJoin('userRoles', 'userRoles.userId', 'users.id')
    .leftJoin('roles', 'roles.name', 'userRoles.role')
    .select(['users.displayName', 'userRoles.role', 'roles.requiresSecondFactor'])
    .select(hasFactor)
    .where('signIns.id', '=', signInId)
    .where('users.id', '=', userId)
    .where('signIns.revokedAt', 'is', null)
    .where('users.isActive', '=', 1),
);

/** Adds a sign-in and returns its id. */
export async function insertSignIn(
  db: Db,
  signIn: {
    userId: number;
    createdAt: string;
    lastUsedAt: string;
    expiresAt: string;
    userAgent: string | null;
    ipAddress: string | null;
  },
): Promise<number> {
  const { id } = await db.insertInto('signIns').values(signIn).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Adds a refresh token. Only its hash is stored. */
export async function insertRefreshToken(
  db: Db,
  token: { signInId: number; tokenHash: string; createdAt: string; expiresAt: string },
): Promise<void> {
  await db.insertInto('refreshTokens').values(token).execute();
}

/** Marks a token as exchanged for its successor, and updates the last use of the sign-in. */
export async function markRotated(db: Db, token: { id: number; signInId: number }, at: string): Promise<void> {
  await db.updateTable('refreshTokens').set({ rotatedAt: at, revokedAt: at }).where('id', '=', token.id).execute();
  await db.updateTable('signIns').set({ lastUsedAt: at }).where('id', '=', token.signInId).execute();
}

/**
 * Returns the sign-ins of a user that were not revoked and have not expired, the most recently used first, each with
 * the time when its refresh token expires.
 */
export function listSignIns(db: Db, userId: number, at: string) {
  return db
    .selectFrom('signIns')
    .innerJoin('refreshTokens', 'refreshTokens.signInId', 'signIns.id')
    .select([
      'signIns.id',
      'signIns.createdAt',
      'signIns.lastUsedAt',
      'signIns.userAgent',
      'signIns.ipAddress',
      'refreshTokens.expiresAt',
    ])
    .where('signIns.userId', '=', userId)
    .where('signIns.revokedAt', 'is', null)
    .where('refreshTokens.revokedAt', 'is', null)
    .where('refreshTokens.expiresAt', '>', at)
    .orderBy('signIns.lastUsedAt', 'desc')
    .orderBy('signIns.id', 'desc')
    .execute();
}

/**
 * Ends sign-ins of a user and their refresh tokens: only the sign-in with the id `only`, all sign-ins except the one
 * with the id `except`, or all sign-ins if neither id is given. Returns their ids.
 */
export async function revokeSignIns(
  db: Db,
  which: { userId: number; only?: number; except?: number },
  at: string,
): Promise<number[]> {
  let query = db
    .updateTable('signIns')
    .set({ revokedAt: at })
    .where('userId', '=', which.userId)
    .where('revokedAt', 'is', null);
  if (which.only !== undefined) query = query.where('id', '=', which.only);
  if (which.except !== undefined) query = query.where('id', '<>', which.except);
  const ended = (await query.returning('id').execute()).map(({ id }) => id);
  if (ended.length > 0) {
    await db
      .updateTable('refreshTokens')
      .set({ revokedAt: at })
      .where('signInId', 'in', ended)
      .where('revokedAt', 'is', null)
      .execute();
  }
  return ended;
}

/** Ends all sign-ins and their refresh tokens. Returns how many sign-ins were ended. */
export async function revokeEverySignIn(db: Db, at: string): Promise<number> {
  const ended = await db
    .updateTable('signIns')
    .set({ revokedAt: at })
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  await db.updateTable('refreshTokens').set({ revokedAt: at }).where('revokedAt', 'is', null).execute();
  return Number(ended.numUpdatedRows);
}

/** Removes the sign-ins that expired before the given instant, together with their tokens. */
export async function deleteOldSignIns(db: Db, before: string): Promise<void> {
  await db.deleteFrom('signIns').where('expiresAt', '<', before).execute();
}

/** Notes that a ticket was used. Returns false if it was used before. */
export async function insertUsedTicket(db: Db, ticket: { id: string; expiresAt: string }): Promise<boolean> {
  const added = await db
    .insertInto('usedTickets')
    .values(ticket)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Removes the notes of tickets that have expired. */
export async function deleteOldTickets(db: Db, at: string): Promise<void> {
  await db.deleteFrom('usedTickets').where('expiresAt', '<=', at).execute();
}
