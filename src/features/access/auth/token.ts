/**
 * Access tokens: JWTs signed with HS256, valid for 15 minutes. A verified token is remembered, so that its signature is
 * not checked again. Its sign-in and user are looked up on every request (`currentUser`), so a token does not outlive
 * its sign-in.
 */
import { createHash } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { App } from '../../../app.ts';
import type { Role } from '../../../permissions.ts';

export const ACCESS_TOKEN_SECONDS = 900;
const ISSUER = 'vestry';
const AUDIENCE = 'vestry';
const TOKENS_REMEMBERED = 10_000;
/** A correction of the clock by up to this time does not invalidate tokens. */
const TOLERANCE_SECONDS = 60;

/** The content of a token: the user and the sign-in. */
export type AccessClaims = { userId: number; signInId: number };

/** Signs a token for a user and a sign-in. */
export function signAccessToken(app: App, { userId, signInId }: AccessClaims, roles: readonly Role[]): Promise<string> {
  const issuedAt = Math.floor(app.clock.now().getTime() / 1000);
  return new SignJWT({ role: [...roles], sid: String(signInId) })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(String(userId))
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
    .sign(app.secrets().jwtKey);
}

type Remembered = AccessClaims & { expiresAtMs: number };

/**
 * Verified tokens, by key and by hash of the token. They are remembered because checking a signature takes far longer
 * than a look-up.
 */
const verified = new WeakMap<Uint8Array, Map<string, Remembered>>();

/**
 * Returns the claims of a token. Returns undefined if the token has expired, was tampered with or was not made by this
 * program. Also returns undefined if the token would be valid for too long, because it was made while the clock was
 * ahead.
 */
export async function readAccessToken(app: App, token: string): Promise<AccessClaims | undefined> {
  const key = app.secrets().jwtKey;
  let known = verified.get(key);
  if (!known) {
    known = new Map();
    verified.set(key, known);
  }
  const hash = createHash('sha256').update(token).digest('base64');
  let claims = known.get(hash);
  if (!claims) {
    claims = await verify(app, token, key);
    if (!claims) return undefined;
    if (known.size >= TOKENS_REMEMBERED) known.clear();
    known.set(hash, claims);
  }
  const secondsLeft = (claims.expiresAtMs - app.clock.now().getTime()) / 1000;
  if (secondsLeft > 0 && secondsLeft <= ACCESS_TOKEN_SECONDS + TOLERANCE_SECONDS) return claims;
  known.delete(hash);
  return undefined;
}

async function verify(app: App, token: string, key: Uint8Array): Promise<Remembered | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: app.clock.now(),
      requiredClaims: ['sub', 'exp', 'sid'],
    });
    return { userId: Number(payload.sub), signInId: Number(payload.sid), expiresAtMs: Number(payload.exp) * 1000 };
  } catch {
    return undefined;
  }
}
