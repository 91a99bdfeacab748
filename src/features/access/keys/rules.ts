import { randomToken } from '../../../lib/secret.ts';
import { type Permission, PERMISSIONS } from '../../../permissions.ts';

/** How every token begins, so that tools which search files for secrets recognize one. */
const PREFIX = 'vsk_';
const TOKEN_BYTES = 32;
const HINT_LENGTH = 4;

/** A key is good for this many days unless its owner chooses another date, and at most for a leap year. */
export const USUAL_DAYS = 90;
export const MOST_DAYS = 366;

/** How many keys that work an account may have at a time. */
export const MOST_KEYS = 50;

/** The time during which further uses of a key are not stored. */
export const USE_MS = 60_000;

/** Returns a new token with 256 random bits. */
export function newToken(): string {
  return PREFIX + randomToken(TOKEN_BYTES);
}

/** True if a text in the Authorization header is meant as a key, and not as an access token. */
export function isKeyToken(token: string): boolean {
  return token.startsWith(PREFIX);
}

/** Returns the characters of a token by which its owner recognizes the key. */
export function hintOf(token: string): string {
  return token.slice(-HINT_LENGTH);
}

/** Returns the permissions in a stored text, without those that this version of the program does not know. */
export function permissionsIn(text: string): Permission[] {
  const names = text.split(' ');
  return PERMISSIONS.filter((permission) => names.includes(permission));
}

/** Returns whether a key works, has expired or was ended. */
export function stateOf(key: { expiresAt: string; endedAt: string | null }, at: string) {
  if (key.endedAt !== null) return 'Ended';
  return key.expiresAt <= at ? 'Expired' : 'Active';
}
