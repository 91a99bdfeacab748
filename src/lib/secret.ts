import { hash, randomBytes, randomFillSync, randomInt } from 'node:crypto';

/** Returns a URL-safe random token (RFC 4648 section 5, no padding). 64 bytes give 86 characters. */
export function randomToken(bytes = 64): string {
  return randomBytes(bytes).toString('base64url');
}

const SALT_BYTES = 16;
/** Random bytes for the next salts. Drawing them together takes a tenth of the time. */
const salts = Buffer.alloc(SALT_BYTES * 256);
let usedOfSalts = salts.length;

/** Returns 16 random bytes as URL-safe text. Fast enough for thousands of salts in one request. */
export function randomSalt(): string {
  if (usedOfSalts === salts.length) {
    randomFillSync(salts);
    usedOfSalts = 0;
  }
  usedOfSalts += SALT_BYTES;
  return salts.toString('base64url', usedOfSalts - SALT_BYTES, usedOfSalts);
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
