import { hash, randomBytes, randomInt } from 'node:crypto';

/** Returns a URL-safe random token (RFC 4648 section 5, no padding). 64 bytes give 86 characters. */
export function randomToken(bytes = 64): string {
  return randomBytes(bytes).toString('base64url');
}

/**
 * Returns the SHA-256 hash of a text as lower-case hex. Random tokens are stored as hashes, so that a leaked table is
 * useless.
 */
export function sha256Hex(text: string | Uint8Array): string {
  return hash('sha256', text);
}

/** Digits and letters that cannot be confused when read aloud or copied from paper. */
const LEGIBLE = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** Returns a temporary password: 20 legible characters in four groups, with over 114 random bits. */
export function temporaryPassword(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => LEGIBLE.charAt(randomInt(LEGIBLE.length))).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
