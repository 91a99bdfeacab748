/**
 * Sign-ins, refresh tokens, and passwords that people change themselves.
 *
 * The sign-in and the user are looked up on every request, so ending a sign-in takes effect at once, even if it is
 * ended from the command line. A refresh token is stored as its SHA-256 hash and is replaced on each use.
 * `http/headers.ts` decides whether a request with the cookie comes from a foreign website. The cookie's `SameSite` is
 * not enough, because it lets other hosts of the same domain through.
 */
import { type App, inSnapshot, inTransaction, later, now } from '../../../app.ts';
import { isDamaged } from '../../../db/damage.ts';
import { AppError, badField, notFound } from '../../../errors.ts';
import { sha256Hex } from '../../../lib/secret.ts';
import { emailKeyOf } from '../../../lib/text.ts';
import { type Actor, PERMISSIONS } from '../../../permissions.ts';
import { record } from '../../audit/service.ts';
import { actorOfKey, actorOfToken } from '../keys/authentication.ts';
import { isKeyToken } from '../keys/rules.ts';
import { secondFactorStateOf } from '../second-factor/required.ts';
import { signInOrAsk } from '../second-factor/signing-in.ts';
import { markAccepted, openInvitation, revokeInvitations } from '../users/invitations.ts';
import type { Credentials } from '../users/queries.ts';
import { credentialsOf, getUser, setOwnPassword } from '../users/service.ts';
import { confirmPassword, noteFailure, refuseNewerPassword } from './current-password.ts';
import {
  actingAs,
  callerOf,
  type Device,
  type Grant,
  grant,
  issue,
  secondsUntil,
  type Opened,
  type Proven,
  wrongCredentials,
} from './grants.ts';
import { countingFailures } from './limits.ts';
import { hashPassword, normalized, verifyPassword } from './password.ts';
import {
  deleteOldSignIns,
  findRefreshToken,
  findStanding,
  listSignIns as readSignIns,
  markRotated,
} from './queries.ts';
import { endSignIns } from './sign-ins.ts';
import { isGood, passwordFault, permissionsNow, ROTATION_GRACE_MS, SIGN_IN_MS } from './rules.ts';
import type { AcceptInvitation, ChangePasswordRequest, Login, Me, OpenInvitation, SignIn } from './schema.ts';
import { readAccessToken } from './token.ts';

type Caller = Extract<Actor, { kind: 'user' }>;

/**
 * Returns the user of an access token or of a key for a program. Returns undefined if the token expired, its sign-in
 * was revoked, the key was ended, or its user was deactivated.
 */
export async function authenticate(app: App, accessToken: string): Promise<Actor | undefined> {
  if (isKeyToken(accessToken)) return actorOfToken(app, accessToken);
  const claims = await readAccessToken(app, accessToken);
  return claims && currentUser(app, { id: claims.userId, signInId: claims.signInId });
}

/**
 * Returns a user with their current roles, even if their token names other roles. Returns undefined if the sign-in was
 * revoked, the key was ended or the user was deactivated.
 */
export async function currentUser(app: App, { id, signInId, key }: Pick<Caller, 'id' | 'signInId' | 'key'>) {
  if (key) return actorOfKey(app, key.id);
  const standing = await findStanding(app.db, signInId, id);
  if (!standing) return undefined;
  const { displayName: name, roles, mustSetUpSecondFactor } = standing;
  const permissions = permissionsNow(standing);
  const user: Caller = { kind: 'user', id, name, roles, permissions, signInId, mustSetUpSecondFactor };
  return user;
}

/**
 * Signs a user in. Raises `too_many_requests`, `second_factor_required` and `invalid_credentials`. The latter takes the
 * same time whatever was wrong.
 */
export async function login(app: App, given: Login, device: Device): Promise<Grant> {
  return signInOrAsk(app, await provePassword(app, given), device);
}

/**
 * Returns the account with this e-mail address and password. Raises `too_many_requests` and `invalid_credentials`. The
 * latter takes the same time whatever was wrong, so that the time does not reveal who has an account.
 */
export async function provePassword(app: App, { email, password }: Login): Promise<Credentials> {
  const account = await countingFailures(app, { kind: 'email', id: emailKeyOf(email) }, async () => {
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
 * Exchanges a refresh token for its successor. Throws `invalid_refresh_token`. A token that was already exchanged is
 * refused. If it is sent again within a short grace period after the exchange (`reason` `Replaced`), the sign-in
 * continues, because two tabs may have sent the token at once. After this period, one of the two senders may be a thief, so the whole sign-in ends. While
 * the database is damaged, nothing can be written, so the token stays valid, and the person can go on reading.
 */
export async function refresh(app: App, refreshToken: string | undefined): Promise<Grant> {
  const opened = refreshToken === undefined ? undefined : await exchange(app, refreshToken);
  if (!opened) throw new AppError('invalid_refresh_token', 'The sign-in has ended. Sign in again.');
  return grant(app, opened);
}

async function exchange(app: App, refreshToken: string): Promise<Opened | undefined> {
  if (!isDamaged(app.paths.database)) return inTransaction(app, (app) => rotate(app, refreshToken));
  const token = await findRefreshToken(app.db, sha256Hex(refreshToken));
  if (!token || token.rotatedAt !== null || !isUsable(app, token)) return undefined;
  const { userId, signInId, expiresAt } = token;
  return { user: await getUser(app, userId), signInId, refreshToken, maxAge: secondsUntil(app, expiresAt) };
}

type RefreshToken = NonNullable<Awaited<ReturnType<typeof findRefreshToken>>>;

function isUsable({ clock }: App, token: RefreshToken): boolean {
  return (
    token.signInRevokedAt === null && token.isActive !== 0 && token.revokedAt === null && isGood(token, clock.now())
  );
}

async function rotate(app: App, refreshToken: string): Promise<Opened | undefined> {
  const token = await findRefreshToken(app.db, sha256Hex(refreshToken));
  if (!token || token.signInRevokedAt !== null || token.isActive === 0) return undefined;
  const { userId, signInId, signInExpiresAt, displayName } = token;
  const at = now(app);
  if (token.rotatedAt !== null) {
    if (Date.parse(at) - Date.parse(token.rotatedAt) <= ROTATION_GRACE_MS) {
      const reason = 'Another window renewed the sign-in a moment ago. Send the new cookie.';
      throw new AppError('invalid_refresh_token', reason, { extra: { reason: 'Replaced' } });
    }
    await endSignIns(app, { userId, only: signInId });
    await record(app, { action: 'RefreshTokenReused', entityType: 'User', entityId: userId });
    return undefined;
  }
  if (!isUsable(app, token)) return undefined;
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
  const { currentPassword, newPassword } = input;
  const fault =
    passwordFault(newPassword, await getUser(app, caller.id)) ??
    (normalized(newPassword) === normalized(currentPassword)
      ? { code: 'same_as_old', message: 'must not be the old password' }
      : undefined);
  if (fault) throw badField('newPassword', fault.code, fault.message);
  const credentials = await confirmPassword(app, currentPassword);
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(app, async (app) => {
    // An administrator may have reset the password in the meantime.
    await refuseNewerPassword(app, credentials);
    await setOwnPassword(app, caller.id, passwordHash);
    // A link in an old message must not be able to replace the new password.
    await revokeInvitations(app, caller.id);
    await endSignIns(app, { userId: caller.id, except: caller.signInId });
    await record(app, { action: 'PasswordChanged', entityType: 'User', entityId: caller.id });
  });
}

/** Returns who an open invitation is for. Raises `not_found` if the invitation was used or revoked, or has expired. */
export async function readInvitation(app: App, token: string): Promise<OpenInvitation & { userId: number }> {
  const invitation = await openInvitation(app, token);
  if (!invitation) throw notFound('invitation, or it has expired, was replaced or was used. Ask for a new one');
  return invitation;
}

/**
 * Sets the password that an invited user chose and signs them in. The invitation works once. Raises `not_found`,
 * `validation_failed`, and `second_factor_required` if the account has one, although the password is then set.
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

/** Signs in the user whom `work` returns, after the transaction of the work. Raises `second_factor_required`. */
export async function enterAs(app: App, device: Device, work: (app: App) => Promise<Proven>): Promise<Grant> {
  return signInOrAsk(app, await inTransaction(app, work), device);
}

/** Returns the caller's account with all its permissions. */
export async function me(app: App): Promise<Me> {
  const caller = callerOf(app);
  const user = await getUser(app, caller.id);
  const permissions = PERMISSIONS.filter((one) => caller.permissions.has(one));
  const key = caller.key ? { id: caller.key.id, name: caller.key.name } : null;
  return { ...user, permissions, secondFactor: secondFactorStateOf(caller, user), key };
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
