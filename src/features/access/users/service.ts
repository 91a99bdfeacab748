import { type App, created, inSnapshot, inTransaction, later, modified, now } from '../../../app.ts';
import { AppError, notFound, SetupError } from '../../../errors.ts';
import { EXIT } from '../../../exit-codes.ts';
import type { Page } from '../../../lib/page.ts';
import { temporaryPassword } from '../../../lib/secret.ts';
import { indexTexts } from '../../../db/search-index.ts';
import { emailKeyOf } from '../../../lib/text.ts';
import { permissionsOf } from '../../../permissions.ts';
import { keep } from '../../audit/kept.ts';
import { record } from '../../audit/service.ts';
import { changesBetween } from '../../audit/rules.ts';
import { hashPassword, verifyPassword } from '../auth/password.ts';
import { endSignIns } from '../auth/sign-ins.ts';
import { endKeysNow } from '../keys/ending.ts';
import { deleteDevices } from '../second-factor/device-queries.ts';
import { removeFactors } from '../second-factor/factors.ts';
import { linkUser, unlinkUser } from '../../people/members/service.ts';
import { invite, revokeInvitations } from './invitations.ts';
import {
  anyUser,
  anyUserWith,
  type Credentials,
  findCredentials,
  findCredentialsById,
  findUser,
  findUsers,
  hasOtherActive,
  insertUser,
  listRoles as readRoles,
  listUsers as readUsers,
  replaceRoles,
  updateUserColumns,
} from './queries.ts';
import {
  type CreatedUser,
  type Invitation,
  type NewUser,
  type RoleDescription,
  User,
  type UserQuery,
} from './schema.ts';

const HOUR_MS = 3_600_000;
const TEMPORARY_PASSWORD_MS = 72 * HOUR_MS;

const DEVELOPMENT_ADMIN = {
  email: 'admin@vestry.local',
  password: 'Vestry-dev-1',
  displayName: 'Development administrator',
};

/** Returns the user with this id. Raises `not_found`. */
export async function getUser(app: App, id: number): Promise<User> {
  const user = await inSnapshot(app, ({ db }) => findUser(db, id));
  if (!user) throw notFound('user');
  return user;
}

/** Returns the users with these ids. */
export function getUsers(app: App, ids: readonly number[]): Promise<User[]> {
  return inSnapshot(app, ({ db }) => findUsers(db, ids));
}

/** Returns a page of users. */
export function listUsers(app: App, query: UserQuery): Promise<Page<User>> {
  return inSnapshot(app, ({ db }) => readUsers(db, query));
}

/**
 * Creates an account with an invitation. If no password is given, the account gets a temporary password, which is shown
 * only once. Raises `email_taken`, `user_already_linked`, and `unknown_reference` if there is no such member.
 */
export async function createUser(app: App, input: NewUser, password?: string): Promise<CreatedUser> {
  return addUser(app, input, await newPassword(password));
}

/** A hashed password. `generated` is the temporary password itself, or null if a password was given. */
export type NewPassword = { passwordHash: string; generated: string | null };

/** Hashes the given password, or a new temporary one. Must run before the transaction, because hashing is slow. */
export async function newPassword(password?: string): Promise<NewPassword> {
  const generated = password === undefined ? temporaryPassword() : null;
  return { passwordHash: await hashPassword(password ?? generated ?? ''), generated };
}

/** Creates an account as `createUser` does, with a password that is already hashed. */
export function addUser(app: App, input: NewUser, { passwordHash, generated }: NewPassword): Promise<CreatedUser> {
  return inTransaction(app, async (app) => {
    const { email, displayName, roles, memberId } = input;
    const emailKey = await freeEmailKey(app, email);
    const id = await insertUser(
      app.db,
      {
        email,
        emailKey,
        displayName,
        passwordHash,
        passwordExpiresAt: generated === null ? null : later(app, TEMPORARY_PASSWORD_MS),
        mustChangePassword: generated === null ? 0 : 1,
        ...created(app),
      },
      roles,
    );
    await indexTexts(app.db, 'user', [{ id, texts: [email, displayName] }]);
    if (memberId !== null) await linkUser(app, memberId, id);
    const user = await getUser(app, id);
    const invitation = await invite(app, id);
    await recordChange(app, 'UserCreated', null, user);
    return { user, temporaryPassword: generated, invitation };
  });
}

/**
 * Replaces the e-mail address, name, roles and member of an account. A change of the address revokes an open
 * invitation. Raises `not_found`, `email_taken`, `last_super_admin`, `user_already_linked`, and `unknown_reference` if
 * there is no such member.
 */
export function updateUser(app: App, id: number, input: NewUser): Promise<User> {
  return inTransaction(app, async (app) => {
    const before = await getUser(app, id);
    const { email, displayName, roles, memberId } = input;
    const emailKey = await freeEmailKey(app, email, id);
    if (!roles.includes('super_admin')) await refuseLosingLastSuperAdmin(app, before);
    await updateUserColumns(app.db, id, {
      email,
      emailKey,
      displayName,
      ...modified(app),
    });
    await indexTexts(app.db, 'user', [{ id, texts: [email, displayName] }]);
    // Another person may read the mail to the old address and find the link.
    if (emailKey !== emailKeyOf(before.email)) await revokeInvitations(app, id);
    await replaceRoles(app.db, id, roles);
    if (memberId !== before.memberId) {
      if (before.memberId !== null) await unlinkUser(app, before.memberId);
      if (memberId !== null) await linkUser(app, memberId, id);
    }
    return changed(app, 'UserUpdated', before);
  });
}

/**
 * Deactivates an account, ends all its sign-ins and keys, and revokes its invitation. Raises `not_found` and
 * `last_super_admin`.
 */
export function deactivateUser(app: App, id: number): Promise<User> {
  return inTransaction(app, async (app) => {
    const before = await getUser(app, id);
    await refuseLosingLastSuperAdmin(app, before);
    await updateUserColumns(app.db, id, { isActive: 0, ...modified(app) });
    await endSignIns(app, { userId: id });
    await endKeysNow(app, { userId: id });
    await deleteDevices(app.db, { userId: id });
    await revokeInvitations(app, id);
    return changed(app, 'UserDeactivated', before);
  });
}

/** Activates an account again. Raises `not_found`. */
export function activateUser(app: App, id: number): Promise<User> {
  return inTransaction(app, async (app) => {
    const before = await getUser(app, id);
    await updateUserColumns(app.db, id, { isActive: 1, ...modified(app) });
    return changed(app, 'UserActivated', before);
  });
}

/**
 * Gives an account a temporary password, which is shown only once. Ends all its sign-ins and revokes its invitation.
 * Raises `not_found`.
 */
export async function resetPassword(app: App, id: number): Promise<{ temporaryPassword: string }> {
  const password = temporaryPassword();
  const passwordHash = await hashPassword(password);
  await inTransaction(app, async (app) => {
    const before = await getUser(app, id);
    const passwordExpiresAt = later(app, TEMPORARY_PASSWORD_MS);
    await updateUserColumns(app.db, id, { passwordHash, passwordExpiresAt, mustChangePassword: 1, ...modified(app) });
    await endSignIns(app, { userId: id });
    await deleteDevices(app.db, { userId: id });
    await revokeInvitations(app, id);
    await changed(app, 'PasswordReset', before);
  });
  return { temporaryPassword: password };
}

/**
 * Removes every second factor of an account whose owner has lost them, and ends all its sign-ins. The password stays.
 * Raises `not_found`, and `conflict` for the caller's own account, whose password is asked for under `Account`.
 */
export function resetSecondFactor(app: App, id: number): Promise<User> {
  return inTransaction(app, async (app) => {
    if (app.actor.kind === 'user' && app.actor.id === id) {
      throw new AppError('conflict', 'Remove your own second factor under Account, with your password.');
    }
    const before = await getUser(app, id);
    await removeFactors(app, id);
    await updateUserColumns(app.db, id, modified(app));
    await endSignIns(app, { userId: id });
    return changed(app, 'SecondFactorReset', before);
  });
}

/**
 * Makes a new invitation for an account and revokes any earlier one. Raises `not_found`, and `conflict` if the account
 * is deactivated.
 */
export function inviteUser(app: App, id: number): Promise<Invitation> {
  return inTransaction(app, async (app) => {
    const user = await getUser(app, id);
    if (!user.isActive)
      throw new AppError('conflict', 'A deactivated user cannot be invited. Activate the account first.');
    const invitation = await invite(app, id);
    await record(app, { action: 'UserInvited', entityType: 'UserInvitation', entityId: id });
    return invitation;
  });
}

/** Returns all roles with the permissions of each. */
export async function listRoles(app: App): Promise<{ items: RoleDescription[] }> {
  const roles = await readRoles(app.db);
  return { items: roles.map((role) => ({ ...role, permissions: permissionsOf(role.name) })) };
}

/** Returns the id of the user with this e-mail address, ignoring case. Raises `not_found`. */
export async function userIdOf(app: App, email: string): Promise<number> {
  const credentials = await credentialsOf(app, email);
  if (!credentials) throw notFound('user');
  return credentials.id;
}

/** Returns the id of the user whom an argument of a command names by id or e-mail. Raises `not_found` for an e-mail. */
export async function userNamed(app: App, who = ''): Promise<number> {
  return /^\d+$/.test(who) ? Number(who) : userIdOf(app, who);
}

/** Returns an e-mail address in lower case. Raises `email_taken` if a user other than `own` has the address. */
async function freeEmailKey(app: App, email: string, own?: number): Promise<string> {
  const holder = await credentialsOf(app, email);
  if (holder && holder.id !== own) {
    throw new AppError('email_taken', `There is already a user with the e-mail address ${email}.`);
  }
  return emailKeyOf(email);
}

async function refuseLosingLastSuperAdmin(app: App, { id, isActive, roles }: User): Promise<void> {
  if (!isActive || !roles.includes('super_admin') || (await hasOtherActive(app.db, 'super_admin', id))) return;
  throw new AppError('last_super_admin', 'This is the last active super_admin. Give somebody else the role first.');
}

async function changed(app: App, action: string, before: User): Promise<User> {
  const after = await getUser(app, before.id);
  await recordChange(app, action, before, after);
  return after;
}

async function recordChange(app: App, action: string, before: User | null, after: User): Promise<void> {
  const changes = changesBetween(User, before, after);
  await record(app, { action, entityType: 'User', entityId: after.id, changes });
}

/**
 * Finds a user by id, or by e-mail address (ignoring case), and returns their credentials. Returns undefined if there
 * is no such user.
 */
export function credentialsOf(app: App, who: string | number): Promise<Credentials | undefined> {
  return typeof who === 'string' ? findCredentials(app.db, emailKeyOf(who)) : findCredentialsById(app.db, who);
}

/** Stores a password that the user chose. It replaces any temporary password, and ends the remembered devices. */
export async function setOwnPassword(app: App, id: number, passwordHash: string): Promise<void> {
  await updateUserColumns(app.db, id, {
    passwordHash,
    passwordExpiresAt: null,
    mustChangePassword: 0,
    ...modified(app),
  });
  keep(app, 'User', [id]);
  await deleteDevices(app.db, { userId: id });
}

/** Records that a user signed in. */
export async function noteLogin(app: App, id: number): Promise<void> {
  await updateUserColumns(app.db, id, { lastLoginAt: now(app) });
}

/** True if there is any account, whether it is active or not. */
export function hasAccounts(app: App): Promise<boolean> {
  return anyUser(app.db);
}

/** True if there is an account with the role super_admin, whether it is active or not. */
export function hasSuperAdmin(app: App): Promise<boolean> {
  return anyUserWith(app.db, 'super_admin');
}

/** Raises a SetupError in production if the development administrator can sign in with the well-known password. */
export async function refuseDevelopmentPassword(app: App): Promise<void> {
  if (app.config.env !== 'production') return;
  const credentials = await credentialsOf(app, DEVELOPMENT_ADMIN.email);
  if (credentials?.isActive !== 1) return;
  if (!(await verifyPassword(credentials.passwordHash, DEVELOPMENT_ADMIN.password))) return;
  throw new SetupError(
    `${DEVELOPMENT_ADMIN.email} still has the well-known development password. ` +
      `Change it first: vestry user reset-password ${DEVELOPMENT_ADMIN.email}`,
    EXIT.refused,
  );
}

/**
 * In the development environment, creates the development administrator if the account does not exist, and returns its
 * e-mail address, name and password. In other environments, returns undefined.
 */
export async function seedDevelopmentAdmin(app: App): Promise<typeof DEVELOPMENT_ADMIN | undefined> {
  if (app.config.env !== 'development') return undefined;
  const { email, displayName, password } = DEVELOPMENT_ADMIN;
  if (!(await credentialsOf(app, email))) {
    await createUser(app, { email, displayName, roles: ['super_admin'], memberId: null }, password);
  }
  return DEVELOPMENT_ADMIN;
}
