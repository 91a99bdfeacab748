import { type App, actorId, created, inSnapshot, inTransaction, modified, now } from '../../app.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Page } from '../../lib/page.ts';
import { randomToken, sha256Hex, temporaryPassword } from '../../lib/secret.ts';
import { emailKeyOf, searchKey } from '../../lib/text.ts';
import { record } from '../audit/service.ts';
import { changesBetween } from '../audit/rules.ts';
import { hashPassword } from '../auth/password.ts';
import { linkUser } from '../members/service.ts';
import {
  type Credentials,
  findCredentials,
  findCredentialsById,
  findUser,
  anyUser,
  insertInvitation,
  insertUser,
  listUsers as readUsers,
  updateUserColumns,
} from './queries.ts';
import { type CreatedUser, type Invitation, type NewUser, User, type UserQuery } from './schema.ts';

const HOUR_MS = 3_600_000;
const TEMPORARY_PASSWORD_MS = 72 * HOUR_MS;
const INVITATION_MS = 7 * 24 * HOUR_MS;

const DEVELOPMENT_ADMIN = {
  email: 'admin@vestry.local',
  password: 'Vestry-dev-1',
  displayName: 'Development administrator',
};

/** One user. Raises `not_found`. */
export async function getUser(app: App, id: number): Promise<User> {
  const user = await inSnapshot(app, ({ db }) => findUser(db, id));
  if (!user) throw notFound('user');
  return user;
}

/** A page of users. */
export function listUsers(app: App, query: UserQuery): Promise<Page<User>> {
  return inSnapshot(app, ({ db }) => readUsers(db, query));
}

/**
 * Creates an account with an invitation and, unless a password is given, a temporary one that is shown this once.
 * Raises `email_taken`, `unknown_reference` for the member, `user_already_linked`.
 */
export async function createUser(app: App, input: NewUser, password?: string): Promise<CreatedUser> {
  const generated = password === undefined ? temporaryPassword() : null;
  const passwordHash = await hashPassword(password ?? generated ?? '');
  return inTransaction(app, async (app) => {
    const emailKey = emailKeyOf(input.email);
    if (await findCredentials(app.db, emailKey)) {
      throw new AppError('email_taken', `There is already a user with the e-mail address ${input.email}.`);
    }
    const { email, displayName, roles, memberId } = input;
    const id = await insertUser(
      app.db,
      {
        email,
        emailKey,
        displayName,
        searchKey: searchKey(email, displayName) ?? '',
        passwordHash,
        passwordExpiresAt: generated === null ? null : later(app, TEMPORARY_PASSWORD_MS),
        mustChangePassword: generated === null ? 0 : 1,
        ...created(app),
      },
      roles,
    );
    if (memberId !== null) await linkUser(app, memberId, id);
    const user = await getUser(app, id);
    await record(app, {
      action: 'UserCreated',
      entityType: 'User',
      entityId: id,
      changes: changesBetween(User, null, user),
    });
    return { user, temporaryPassword: generated, invitation: await invite(app, id) };
  });
}

/** Makes the link with which a user sets the first password: stored hashed, for one use, for seven days. */
async function invite(app: App, userId: number): Promise<Invitation> {
  const token = randomToken();
  const expiresAt = later(app, INVITATION_MS);
  await insertInvitation(app.db, {
    userId,
    tokenHash: sha256Hex(token),
    createdAt: now(app),
    expiresAt,
    createdBy: actorId(app),
  });
  return { url: `${baseUrl(app)}/accept-invitation?token=${token}`, expiresAt };
}

function baseUrl({ config }: App): string {
  return config.baseUrl?.replace(/\/$/, '') ?? `http://localhost:${config.port}`;
}

function later(app: App, milliseconds: number): string {
  return new Date(app.clock.now().getTime() + milliseconds).toISOString();
}

/** What signing in needs to know of a user, by e-mail address in any case or by id; undefined when there is none. */
export function credentialsOf(app: App, who: string | number): Promise<Credentials | undefined> {
  return typeof who === 'string' ? findCredentials(app.db, emailKeyOf(who)) : findCredentialsById(app.db, who);
}

/** Sets the password a user chose, which ends any temporary one. */
export async function setOwnPassword(app: App, id: number, passwordHash: string): Promise<void> {
  await updateUserColumns(app.db, id, {
    passwordHash,
    passwordExpiresAt: null,
    mustChangePassword: 0,
    ...modified(app),
  });
}

/** Notes that a user signed in. */
export async function noteLogin(app: App, id: number): Promise<void> {
  await updateUserColumns(app.db, id, { lastLoginAt: now(app) });
}

/** Whether there is any account. */
export function hasUsers(app: App): Promise<boolean> {
  return anyUser(app.db);
}

/** Makes the development administrator, in the development environment only, unless the account exists. */
export async function seedDevelopmentAdmin(app: App): Promise<typeof DEVELOPMENT_ADMIN | undefined> {
  if (app.config.env !== 'development') return undefined;
  const { email, displayName, password } = DEVELOPMENT_ADMIN;
  if (!(await credentialsOf(app, email))) {
    await createUser(app, { email, displayName, roles: ['super_admin'], memberId: null }, password);
  }
  return DEVELOPMENT_ADMIN;
}
