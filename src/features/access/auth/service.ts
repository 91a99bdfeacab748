/**
 * Sign-ins, refresh tokens, and passwords that people change themselves.
 *
 * The sign-in and the user are looked up on every request, so ending a sign-in takes effect at once, even if it is
 * ended from the command line. A refresh token is stored as its SHA-256 hash and is replaced on each use.
 * `http/headers.ts` decides whether a request with the cookie comes from a foreign website. The cookie's `SameSite` is
 * not enough, because it lets other hosts of the same domain through.
 */
import { type App, inSnapshot, inTransaction, later, now } from '../../../app.ts';
import { AppError, badField, notFound } from '../../../errors.ts';
import { randomToken, sha256Hex } from '../../../lib/secret.ts';
import { emailKeyOf } from '../../../lib/text.ts';
import { type Actor, PERMISSIONS, permissionsOfAll } from '../../../permissions.ts';
import { record } from '../../audit/service.ts';
import type { User } from '../users/schema.ts';
import { markAccepted, openInvitation, revokeInvitations } from '../users/invitations.ts';
import { credentialsOf, getUser, noteLogin, setOwnPassword } from '../users/service.ts';
import { countingFailures } from './limits.ts';
import { hashPassword, normalized, verifyPassword } from './password.ts';
import {
  deleteOldSignIns,
  findRefreshToken,
  findStanding,
  insertRefreshToken,
  insertSignIn,
  listSignIns as readSignIns,
  markRotated,
} from './queries.ts';
import { endSignIns } from './sign-ins.ts';
import { isGood, passwordFault, ROTATION_GRACE_MS, SIGN_IN_MS, tokenExpiry } from './rules.ts';
import type {
  AcceptInvitation,
  AccessGrant,
  ChangePasswordRequest,
  Login,
  Me,
  OpenInvitation,
  SignIn,
} from './schema.ts';
import { ACCESS_TOKEN_SECONDS, readAccessToken, signAccessToken } from './token.ts';

/** An access token for the response, and a refresh token for the cookie, with the cookie's lifetime in seconds. */
export type Grant = { access: AccessGrant; refreshToken: string; maxAge: number };

type Caller = Extract<Actor, { kind: 'user' }>;
export type Device = { userAgent: string | null };

/**
 * Returns the user of an access token. Returns undefined if the token expired, its sign-in was revoked or its user was
 * deactivated.
 */
export async function authenticate(app: App, accessToken: string): Promise<Actor | undefined> {
  const claims = await readAccessToken(app, accessToken);
  return claims && currentUser(app, { id: claims.userId, signInId: claims.signInId });
}

/**
 * Returns a user with their current roles, even if their token names other roles. Returns undefined if the sign-in was
 * revoked or the user was deactivated.
 */
export async function currentUser(app: App, { id, signInId }: Pick<Caller, 'id' | 'signInId'>) {
  const standing = await findStanding(app.db, signInId, id);
  if (!standing) return undefined;
  const { displayName: name, roles } = standing;
  const user: Caller = { kind: 'user', id, name, roles, permissions: permissionsOfAll(roles), signInId };
  return user;
}

/**
 * Signs a user in. Raises `too_many_requests` and `invalid_credentials`. The latter takes the same time whatever was
 * wrong.
 */
export async function login(app: App, given: Login, device: Device): Promise<Grant> {
  return grant(app, await signIn(app, await prove(app, given), device));
}

/**
 * Returns the app acting as a user who has given their password, for a single command. Raises `invalid_credentials` and
 * `too_many_requests`.
 */
export async function asPerson(app: App, given: Login): Promise<App> {
  const { id } = await prove(app, given);
  const { displayName: name, roles } = await getUser(app, id);
  return { ...app, actor: { kind: 'user', id, name, roles, permissions: permissionsOfAll(roles), signInId: 0 } };
}

/**
 * Returns the account with this e-mail address and password. Raises `too_many_requests` and `invalid_credentials`. The
 * latter takes the same time whatever was wrong, so that the time does not reveal who has an account.
 */
async function prove(app: App, { email, password }: Login) {
  const account = await countingFailures(app, emailKeyOf(email), async () => {
    const credentials = await credentialsOf(app, email);
    const matches = await verifyPassword(credentials?.passwordHash, password);
    const expired = credentials?.passwordExpiresAt != null && credentials.passwordExpiresAt <= now(app);
    if (matches && credentials?.isActive === 1 && !expired) return credentials;
    noteFailure(app, credentials?.id);
    return undefined;
  });
  if (!account) throw wrongCredentials();
  return account;
}

/**
 * Logs a failed attempt with its network address and account. The typed e-mail address is not logged, because somebody
 * may have typed a password into the wrong field.
 */
function noteFailure({ log, request }: App, userId: number | undefined): void {
  log.warn({ requestId: request?.id, userId, ipAddress: request?.ipAddress }, 'sign-in refused');
}

function wrongCredentials(): AppError {
  return new AppError('invalid_credentials', 'The e-mail address or the password is wrong.');
}

/**
 * A sign-in whose refresh token is stored and whose access token is not signed yet. Signing happens after the
 * transaction, so that the transaction stays short.
 */
type Opened = { user: User; signInId: number; refreshToken: string; maxAge: number };

async function grant(app: App, { user, signInId, refreshToken, maxAge }: Opened): Promise<Grant> {
  const accessToken = await signAccessToken(app, { userId: user.id, signInId }, user.roles);
  const access = { accessToken, tokenType: 'Bearer' as const, expiresIn: ACCESS_TOKEN_SECONDS, user };
  return { access, refreshToken, maxAge };
}

/** A user whose identity is proven, with the hash of their password. */
type Proven = { id: number; displayName: string; passwordHash: string };

/** Opens a sign-in for a user whose identity is proven. */
function signIn(app: App, { id: userId, displayName, passwordHash }: Proven, { userAgent }: Device): Promise<Opened> {
  return inTransaction(actingAs(app, userId, displayName), async (app) => {
    // While the password was being checked, the account may have been deactivated or its password changed.
    const current = await credentialsOf(app, userId);
    if (current?.isActive !== 1 || current.passwordHash !== passwordHash) throw wrongCredentials();
    const at = now(app);
    const expiresAt = later(app, SIGN_IN_MS);
    const ipAddress = app.request?.ipAddress ?? null;
    const signInId = await insertSignIn(app.db, {
      userId,
      createdAt: at,
      lastUsedAt: at,
      expiresAt,
      userAgent,
      ipAddress,
    });
    await noteLogin(app, userId);
    await record(app, { action: 'SignedIn', entityType: 'User', entityId: userId });
    return issue(app, { userId, signInId, signInExpiresAt: expiresAt });
  });
}

/** Adds a refresh token to a sign-in. */
async function issue(app: App, sign: { userId: number; signInId: number; signInExpiresAt: string }): Promise<Opened> {
  const { userId, signInId, signInExpiresAt } = sign;
  const refreshToken = randomToken();
  const expiresAt = tokenExpiry(app.clock.now(), signInExpiresAt);
  await insertRefreshToken(app.db, {
    signInId,
    tokenHash: sha256Hex(refreshToken),
    createdAt: now(app),
    expiresAt,
  });
  const maxAge = Math.floor((Date.parse(expiresAt) - app.clock.now().getTime()) / 1000);
  return { user: await getUser(app, userId), signInId, refreshToken, maxAge };
}

/**
 * Exchanges a refresh token for its successor. Raises `invalid_refresh_token`. A token that was already exchanged is
 * refused. If it is sent again within a short grace period after the exchange, the sign-in continues, because two tabs
 * may have sent the token at once. After this period, one of the two senders may be a thief, so the whole sign-in ends.
 */
export async function refresh(app: App, refreshToken: string | undefined): Promise<Grant> {
  const opened = refreshToken === undefined ? undefined : await inTransaction(app, (app) => rotate(app, refreshToken));
  if (!opened) throw new AppError('invalid_refresh_token', 'The sign-in has ended. Sign in again.');
  return grant(app, opened);
}

async function rotate(app: App, refreshToken: string): Promise<Opened | undefined> {
  const token = await findRefreshToken(app.db, sha256Hex(refreshToken));
  if (!token || token.signInRevokedAt !== null || token.isActive === 0) return undefined;
  const { userId, signInId, signInExpiresAt, displayName } = token;
  const at = now(app);
  if (token.rotatedAt !== null) {
    if (Date.parse(at) - Date.parse(token.rotatedAt) > ROTATION_GRACE_MS) {
      await endSignIns(app, { userId, only: signInId });
      await record(app, { action: 'RefreshTokenReused', entityType: 'User', entityId: userId });
    }
    return undefined;
  }
  if (token.revokedAt !== null || !isGood(token, app.clock.now())) return undefined;
  await markRotated(app.db, token, at);
  return issue(actingAs(app, userId, displayName), { userId, signInId, signInExpiresAt });
}

/** Ends the sign-in of a refresh token. Does nothing for an unknown token. */
export async function logout(app: App, refreshToken: string | undefined): Promise<void> {
  if (refreshToken === undefined) return;
  await inTransaction(app, async (app) => {
    const token = await findRefreshToken(app.db, sha256Hex(refreshToken));
    if (!token) return;
    const { userId, signInId, displayName } = token;
    const ended = await endSignIns(app, { userId, only: signInId });
    if (ended > 0) {
      await record(actingAs(app, userId, displayName), { action: 'SignedOut', entityType: 'User', entityId: userId });
    }
  });
}

/**
 * Changes the caller's password, ends all their other sign-ins and revokes an open invitation. Raises
 * `validation_failed` and `too_many_requests`.
 */
export async function changePassword(app: App, input: ChangePasswordRequest): Promise<void> {
  const caller = callerOf(app);
  const credentials = await credentialsOf(app, caller.id);
  if (!credentials) throw notFound('user');
  const { currentPassword, newPassword } = input;
  const fault =
    passwordFault(newPassword, credentials) ??
    (normalized(newPassword) === normalized(currentPassword)
      ? { code: 'same_as_old', message: 'must not be the old password' }
      : undefined);
  if (fault) throw badField('newPassword', fault.code, fault.message);
  const proven = await countingFailures(app, emailKeyOf(credentials.email), async () =>
    (await verifyPassword(credentials.passwordHash, currentPassword)) ? true : undefined,
  );
  if (!proven) {
    noteFailure(app, caller.id);
    throw wrongCurrentPassword();
  }
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(app, async (app) => {
    // An administrator may have reset the password in the meantime.
    if ((await credentialsOf(app, caller.id))?.passwordHash !== credentials.passwordHash) throw wrongCurrentPassword();
    await setOwnPassword(app, caller.id, passwordHash);
    // A link in an old message must not be able to replace the new password.
    await revokeInvitations(app, caller.id);
    await endSignIns(app, { userId: caller.id, except: caller.signInId });
    await record(app, { action: 'PasswordChanged', entityType: 'User', entityId: caller.id });
  });
}

function wrongCurrentPassword(): AppError {
  return badField('currentPassword', 'wrong_password', 'is not the current password');
}

/** Returns who an open invitation is for. Raises `not_found` if the invitation was used or revoked, or has expired. */
export async function readInvitation(app: App, token: string): Promise<OpenInvitation & { userId: number }> {
  const invitation = await openInvitation(app, token);
  if (!invitation) throw notFound('invitation, or it has expired, was replaced or was used. Ask for a new one');
  return invitation;
}

/**
 * Sets the password that an invited user chose and signs them in. The invitation works once. Raises `not_found` and
 * `validation_failed`.
 */
export async function acceptInvitation(app: App, input: AcceptInvitation, device: Device): Promise<Grant> {
  const fault = passwordFault(input.newPassword, await readInvitation(app, input.token));
  if (fault) throw badField('newPassword', fault.code, fault.message);
  const passwordHash = await hashPassword(input.newPassword);
  return enterAs(app, device, async (app) => {
    // The invitation may have been used while the password was being hashed.
    const { userId, displayName } = await readInvitation(app, input.token);
    await markAccepted(app, userId);
    await setOwnPassword(app, userId, passwordHash);
    await endSignIns(app, { userId });
    const fact = { action: 'InvitationAccepted', entityType: 'UserInvitation', entityId: userId };
    await record(actingAs(app, userId, displayName), fact);
    return { id: userId, displayName, passwordHash };
  });
}

/** Signs in the user whom `work` returns, in the transaction of the work. */
export async function enterAs(app: App, device: Device, work: (app: App) => Promise<Proven>): Promise<Grant> {
  return grant(app, await inTransaction(app, async (app) => signIn(app, await work(app), device)));
}

/** Returns the caller's account with all its permissions. */
export async function me(app: App): Promise<Me> {
  const { id, permissions } = callerOf(app);
  return { ...(await getUser(app, id)), permissions: PERMISSIONS.filter((one) => permissions.has(one)) };
}

/** Returns the caller's sign-ins that were not revoked and have not expired. */
export async function listSignIns(app: App): Promise<{ items: SignIn[] }> {
  const { id, signInId } = callerOf(app);
  const rows = await inSnapshot(app, ({ db }) => readSignIns(db, id, now(app)));
  return { items: rows.map((row) => ({ ...row, current: row.id === signInId })) };
}

/** Ends one of the caller's sign-ins. Raises `not_found`. */
export async function endSignIn(app: App, id: number): Promise<void> {
  const caller = callerOf(app);
  await inTransaction(app, async (app) => {
    if ((await endSignIns(app, { userId: caller.id, only: id })) === 0) throw notFound('sign-in');
    await record(app, { action: 'SignInRevoked', entityType: 'User', entityId: caller.id });
  });
}

/** Removes sign-ins that expired at least 90 days ago. */
export async function forgetOldSignIns(app: App): Promise<void> {
  const limit = later(app, -SIGN_IN_MS);
  await inTransaction(app, ({ db }) => deleteOldSignIns(db, limit));
}

function callerOf({ actor }: App) {
  if (actor.kind !== 'user') throw new AppError('unauthenticated', 'Only a signed-in user can do this.');
  return actor;
}

/** Returns the app acting as a user whose identity was proven by a password, a token or an invitation. */
function actingAs(app: App, id: number, name: string): App {
  return { ...app, actor: { kind: 'user', id, name, roles: [], permissions: new Set(), signInId: 0 } };
}
