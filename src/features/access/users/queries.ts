import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { equals, isAmong } from '../../../db/filters.ts';
import type { List } from '../../../db/list.ts';
import { readPage } from '../../../db/page.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import { look } from '../../../db/search.ts';
import type { Page } from '../../../lib/page.ts';
import { ROLES, type Role } from '../../../permissions.ts';
import { hasFactor } from '../auth/queries.ts';
import { memberNames } from '../../people/members/joins.ts';
import type { User, UserQuery } from './schema.ts';
import type { UserTable } from './table.ts';

export type Credentials = Pick<
  Selectable<UserTable>,
  'id' | 'email' | 'passwordHash' | 'passwordExpiresAt' | 'isActive' | 'displayName'
>;

const COLUMNS = [
  'users.id',
  'users.email',
  'users.displayName',
  'users.isActive',
  'users.mustChangePassword',
  'users.lastLoginAt',
  'users.createdAt',
  'users.modifiedAt',
  'users.createdBy',
  'users.modifiedBy',
] as const;

const selectUsers = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin(memberNames(db), (join) =>
      join.onRef('member.userId', '=', 'users.id').on('member.deletedAt', 'is', null),
    )
    .select(COLUMNS)
    .select(hasFactor)
    .select('member.id as memberId');

type Row = Awaited<ReturnType<ReturnType<typeof selectUsers>['execute']>>[number];

/** Returns the user with this id, including their roles, or undefined if there is no such user. */
export async function findUser(db: Db, id: number): Promise<User | undefined> {
  return (await findUsers(db, [id]))[0];
}

/** Returns the users with these ids, including their roles. */
export async function findUsers(db: Db, ids: readonly number[]): Promise<User[]> {
  return withRoles(db, await USERS.show(db, JSON.stringify(ids)));
}

const USERS = {
  table: 'users',
  id: 'id',
  holds: [],
  orders: {
    displayName: { columns: ['displayName'] },
    email: { columns: ['emailKey'] },
    isActive: { columns: ['isActive'] },
    lastLoginAt: { columns: ['lastLoginAt'] },
    createdAt: { columns: ['createdAt'] },
    modifiedAt: { columns: ['modifiedAt'] },
    id: { columns: [] },
  },
  show: prepared((db, ids: string) => selectUsers(db).where(isOneOf('users.id', ids))),
} satisfies List<UserQuery['sort']['field'], Row>;

const withRole = (role: string) => sql`select "userRoles"."userId" from "userRoles" where "userRoles"."role" = ${role}`;

/** Returns a page of users. A search covers e-mail addresses and names. */
export async function listUsers(db: Db, query: UserQuery): Promise<Page<User>> {
  const { role, isActive } = query;
  const filters = [
    isAmong('users.id', role, withRole),
    equals('users.isActive', isActive === undefined ? undefined : Number(isActive)),
  ];
  const isWhole = filters.every((filter) => filter === undefined);
  const found = await look(db, 'user', query, isWhole);
  const page = await readPage(db, USERS, { request: query, filters, found });
  return { ...page, items: await withRoles(db, page.items) };
}

const selectGrants = prepared((db, userIds: string) =>
  db.selectFrom('userRoles').select(['userId', 'role']).where(isOneOf('userId', userIds)),
);

async function withRoles(db: Db, rows: readonly Row[]): Promise<User[]> {
  if (rows.length === 0) return [];
  const granted = new Map<number, string[]>(rows.map((row) => [row.id, []]));
  for (const { userId, role } of await selectGrants(db, JSON.stringify([...granted.keys()]))) {
    granted.get(userId)?.push(role);
  }
  return rows.map((row) => ({
    ...row,
    isActive: row.isActive === 1,
    mustChangePassword: row.mustChangePassword === 1,
    hasSecondFactor: row.hasSecondFactor === 1,
    roles: ROLES.filter((role) => granted.get(row.id)?.includes(role)),
  }));
}

/** True if there is any account. */
export async function anyUser(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** True if any user has the role. */
export async function anyUserWith(db: Db, role: Role): Promise<boolean> {
  const query = db.selectFrom('userRoles').select('userId').where('role', '=', role).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Returns the credentials of the user with this e-mail address in lower case, or undefined. */
export function findCredentials(db: Db, emailKey: string): Promise<Credentials | undefined> {
  return selectCredentials(db).where('emailKey', '=', emailKey).executeTakeFirst();
}

/** Returns the credentials of the user with this id, or undefined. */
export function findCredentialsById(db: Db, id: number): Promise<Credentials | undefined> {
  return selectCredentials(db).where('id', '=', id).executeTakeFirst();
}

function selectCredentials(db: Db) {
  return db.selectFrom('users').select(['id', 'email', 'passwordHash', 'passwordExpiresAt', 'isActive', 'displayName']);
}

/** Adds a user with roles, and returns the user's id. */
export async function insertUser(
  db: Db,
  user: Omit<Selectable<UserTable>, 'id' | 'isActive' | 'lastLoginAt'>,
  roles: readonly Role[],
): Promise<number> {
  const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
  await grantRoles(db, id, roles);
  return id;
}

/** Updates columns of a user. */
export async function updateUserColumns(
  db: Db,
  id: number,
  columns: Partial<Omit<Selectable<UserTable>, 'id'>>,
): Promise<void> {
  await db.updateTable('users').set(columns).where('id', '=', id).execute();
}

/** Stores an invitation, with only the hash of its token. */
export async function insertInvitation(
  db: Db,
  invitation: { userId: number; tokenHash: string; createdAt: string; expiresAt: string; createdBy: number | null },
): Promise<void> {
  await db.insertInto('userInvitations').values(invitation).execute();
}

export type OpenInvitation = { userId: number; email: string; displayName: string; expiresAt: string };

/**
 * Returns the invitation with this token hash. Returns undefined if it was used or revoked, has expired, or its user is
 * inactive.
 */
export function findOpenInvitation(db: Db, tokenHash: string, at: string): Promise<OpenInvitation | undefined> {
  return db
    .selectFrom('userInvitations')
    .innerJoin('users', 'users.id', 'userInvitations.userId')
    .select(['userInvitations.userId', 'users.email', 'users.displayName', 'userInvitations.expiresAt'])
    .where('userInvitations.tokenHash', '=', tokenHash)
    .where('userInvitations.acceptedAt', 'is', null)
    .where('userInvitations.revokedAt', 'is', null)
    .where('userInvitations.expiresAt', '>', at)
    .where('users.isActive', '=', 1)
    .executeTakeFirst();
}

/** Closes the open invitations of a user, as accepted or as revoked. */
export async function closeInvitations(
  db: Db,
  userId: number,
  how: { acceptedAt: string } | { revokedAt: string },
): Promise<void> {
  await db
    .updateTable('userInvitations')
    .set(how)
    .where('userId', '=', userId)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .execute();
}

/** Replaces the roles of a user. */
export async function replaceRoles(db: Db, userId: number, roles: readonly Role[]): Promise<void> {
  await db.deleteFrom('userRoles').where('userId', '=', userId).execute();
  await grantRoles(db, userId, roles);
}

async function grantRoles(db: Db, userId: number, roles: readonly Role[]): Promise<void> {
  await db
    .insertInto('userRoles')
    .values(roles.map((role) => ({ userId, role })))
    .execute();
}

/** True if an active user other than this one has the role. */
export async function hasOtherActive(db: Db, role: Role, userId: number): Promise<boolean> {
  const other = await db
    .selectFrom('userRoles')
    .innerJoin('users', 'users.id', 'userRoles.userId')
    .select('users.id')
    .where('userRoles.role', '=', role)
    .where('users.isActive', '=', 1)
    .where('users.id', '<>', userId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Returns all roles in display order. */
export function listRoles(db: Db) {
  return db.selectFrom('roles').select(['name', 'nameZh', 'description']).orderBy('sortOrder').execute();
}
