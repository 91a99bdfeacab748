/**
 * Tickets: short-lived JWTs between the steps of a sign-in. A ticket says what was proven so far, or holds the
 * challenge that a passkey must sign. It works for one purpose, with the keys of this installation only, and is used up
 * by success.
 */
import { randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { type App, now } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { sha256Hex } from '../../../lib/secret.ts';
import { deleteOldTickets, insertUsedTicket } from './queries.ts';

const ISSUER = 'vestry';
const LIFE_SECONDS = 300;
/** Access tokens have another audience, so neither can take the place of the other. */
const AUDIENCE = 'vestry-ticket';

export type Purpose = 'second-factor' | 'passkey-sign-in' | 'new-passkey';

/** What a ticket holds: its user, and the challenge, the page and the user handle of a passkey. */
export type TicketContent = {
  userId?: number;
  /** A mark of the user's password, so that the ticket ends when the password changes. */
  passwordMark?: string;
  challenge?: string;
  origin?: string;
  userHandle?: string;
};

export type Ticket = TicketContent & { id: string; expiresAt: string };

/** Returns a mark by which a ticket knows that the password is still the same. It says nothing about the password. */
export function markOfPassword(passwordHash: string): string {
  return sha256Hex(`ticket ${passwordHash}`).slice(0, 32);
}

/** Returns a ticket for one purpose, valid for five minutes. */
export function makeTicket(app: App, purpose: Purpose, content: TicketContent): Promise<string> {
  const issuedAt = Math.floor(app.clock.now().getTime() / 1000);
  return new SignJWT({ ...content, purpose })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setJti(randomUUID())
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFE_SECONDS)
    .sign(app.secrets().jwtKey);
}

/** Returns the content of a ticket. Raises `invalid_ticket` if it has expired or was made for another purpose. */
export async function readTicket(app: App, text: string, purpose: Purpose): Promise<Ticket> {
  const payload = await verify(app, text);
  const left = (payload?.exp ?? 0) - app.clock.now().getTime() / 1000;
  // A ticket that lasts longer was made while the clock was ahead.
  if (!payload || payload['purpose'] !== purpose || left > LIFE_SECONDS) throw invalidTicket();
  const { jti = '', exp = 0, ...content } = payload;
  return { ...(content as TicketContent), id: jti, expiresAt: new Date(exp * 1000).toISOString() };
}

/** Marks a ticket as used. Must run in the transaction of what it was used for. Raises `invalid_ticket`. */
export async function useTicket(app: App, { id, expiresAt }: Ticket): Promise<void> {
  await deleteOldTickets(app.db, now(app));
  if (!(await insertUsedTicket(app.db, { id, expiresAt }))) throw invalidTicket();
}

/** Returns the refusal of a ticket that cannot be used. */
export function invalidTicket(): AppError {
  return new AppError('invalid_ticket', 'This took too long, or was done already. Start again.');
}

async function verify(app: App, text: string) {
  try {
    const { payload } = await jwtVerify(text, app.secrets().jwtKey, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: app.clock.now(),
      requiredClaims: ['jti', 'exp'],
    });
    return payload;
  } catch {
    return undefined;
  }
}
