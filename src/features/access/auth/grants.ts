/** Opens sign-ins of people whose identity is proven, and issues their tokens. */
import { type App, inTransaction, later, now } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { randomToken, sha256Hex } from '../../../lib/secret.ts';
import { keep } from '../../audit/kept.ts';
import { record } from '../../audit/service.ts';
import type { User } from '../users/schema.ts';
import { credentialsOf, getUser, noteLogin } from '../users/service.ts';
import { insertRefreshToken, insertSignIn } from './queries.ts';
import { SIGN_IN_MS, tokenExpiry } from './rules.ts';
import type { AccessGrant } from './schema.ts';
import { ACCESS_TOKEN_SECONDS, signAccessToken } from './token.ts';

/** A token for a cookie, with the lifetime of the cookie in seconds. */
export type CookieToken = { token: string; maxAge: number };

/**
 * An access token for the response, and a refresh token for the cookie, with the cookie's lifetime in seconds. `device`
 * is for the cookie of a remembered device, if it changed.
 */
export type Grant = { access: AccessGrant; refreshToken: string; maxAge: number; device?: CookieToken | undefined };

/** What a browser sends along: how it names itself, the token of a remembered device, and the host of the page. */
export type Device = { userAgent: string | null; token?: string | undefined; host?: string | undefined };

/** A user whose identity is proven, with the hash of their password. */
export type Proven = { id: number; displayName: string; passwordHash: string };

/**
 * A sign-in whose refresh token is stored and whose access token is not signed yet. Signing happens after the
 * transaction, so that the transaction stays short.
 */
export type Opened = {
  user: User;
  signInId: number;
  refreshToken: string;
  maxAge: number;
  device?: CookieToken | undefined;
};

/** What a person showed besides the password. */
export type Factor = 'Authenticator' | 'RecoveryCode' | 'Passkey' | 'RememberedDevice';

/** Returns an opened sign-in with its access token. */
export async function grant(app: App, { user, signInId, ...tokens }: Opened): Promise<Grant> {
  const accessToken = await signAccessToken(app, { userId: user.id, signInId }, user.roles);
  const access = { accessToken, tokenType: 'Bearer' as const, expiresIn: ACCESS_TOKEN_SECONDS, user };
  return { access, ...tokens };
}

/**
 * Opens a sign-in for a user whose identity is proven, in a transaction. Raises `invalid_credentials` if the account
 * was deactivated or its password changed since then.
 */
export function signIn(app: App, proven: Proven, { userAgent }: Device, factor?: Factor): Promise<Opened> {
  const { id: userId, displayName, passwordHash } = proven;
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
    keep(app, 'SignIn', [signInId]);
    await noteLogin(app, userId);
    const changes = factor && { changes: { secondFactor: [null, factor] as [null, string] } };
    await record(app, { action: 'SignedIn', entityType: 'User', entityId: userId, ...changes });
    return issue(app, { userId, signInId, signInExpiresAt: expiresAt });
  });
}

/** Adds a refresh token to a sign-in. */
export async function issue(
  app: App,
  sign: { userId: number; signInId: number; signInExpiresAt: string },
): Promise<Opened> {
  const { userId, signInId, signInExpiresAt } = sign;
  const refreshToken = randomToken();
  const expiresAt = tokenExpiry(app.clock.now(), signInExpiresAt);
  await insertRefreshToken(app.db, {
    signInId,
    tokenHash: sha256Hex(refreshToken),
    createdAt: now(app),
    expiresAt,
  });
  return { user: await getUser(app, userId), signInId, refreshToken, maxAge: secondsUntil(app, expiresAt) };
}

/** Returns the lifetime of a cookie that ends at an instant, in seconds. */
export function secondsUntil({ clock }: Pick<App, 'clock'>, expiresAt: string): number {
  return Math.floor((Date.parse(expiresAt) - clock.now().getTime()) / 1000);
}

/** Returns the refusal of an e-mail address and a password, which does not say which of them is wrong. */
export function wrongCredentials(): AppError {
  return new AppError('invalid_credentials', 'The e-mail address or the password is wrong.');
}

/** Returns the app acting as a user whose identity was proven by a password, a token or an invitation. */
export function actingAs(app: App, id: number, name: string): App {
  return { ...app, actor: { kind: 'user', id, name, roles: [], permissions: new Set(), signInId: 0 } };
}

/** Returns the signed-in user who acts. Raises `unauthenticated` for every other actor. */
export function callerOf({ actor }: App) {
  if (actor.kind !== 'user') throw new AppError('unauthenticated', 'Only a signed-in user can do this.');
  return actor;
}
