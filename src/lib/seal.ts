/** Encrypts stored texts with AES-256-GCM (NIST SP 800-38D), so that only the holder of the key can read them. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1';
/**
 * The nonce length for which GCM is designed. Every text gets a new nonce, so encrypting a text twice gives two
 * different results.
 */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const FORM = /^v1\.([\w-]{16})\.([\w-]{22,})$/;

/**
 * Thrown when a stored text cannot be decrypted. It was encrypted with another key or for another place, or it was
 * changed.
 */
export class SealError extends Error {}

/** Encrypts a text for one place, such as `table.column`. The result can be decrypted only for the same place. */
export function seal(text: string, place: string, key: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(aad(place));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return [VERSION, nonce.toString('base64url'), sealed.toString('base64url')].join('.');
}

/** Returns the text that was sealed for the place. Throws a SealError if the key, the place or a single bit differs. */
export function unseal(sealed: string, place: string, key: Uint8Array): string {
  const [, nonce, body] = FORM.exec(sealed) ?? [];
  if (nonce === undefined || body === undefined) throw new SealError(`The value in ${place} is not encrypted.`);
  const bytes = Buffer.from(body, 'base64url');
  const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(nonce, 'base64url'), { authTagLength: TAG_BYTES })
    .setAAD(aad(place))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new SealError(`The value in ${place} cannot be decrypted with the key in secrets.json.`, { cause });
  }
}

/** Returns the additional authenticated data: the version of the format, and the place. */
function aad(place: string): Buffer {
  return Buffer.from(`${VERSION} ${place}`, 'utf8');
}

/** Returns a key for one purpose, from which nobody can compute the original key (HKDF, RFC 5869). */
export function deriveKey(key: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', `vestry ${purpose}`, 32));
}

/**
 * Returns the authentication code of a text as lower-case hex (HMAC-SHA256, RFC 2104). Only the holder of the key can
 * make this code.
 */
export function authenticate(text: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(text, 'utf8').digest('hex');
}

/** Returns whether two texts are equal. The comparison takes constant time. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
