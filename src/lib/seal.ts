/** Encrypts stored texts with AES-256-GCM (NIST SP 800-38D), so that only the holder of the key can read them. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1';
/** The nonce length that GCM is made for. A new nonce is drawn for each text, so the same text never looks the same. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const FORM = /^v1\.([\w-]{16})\.([\w-]{22,})$/;

/** Raised when this key cannot decrypt a text in this place: another key made it, or it was changed or moved. */
export class SealError extends Error {}

/** Encrypts a text for one place, such as `table.column`. It can be decrypted only for the same place. */
export function seal(text: string, place: string, key: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(aad(place));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return [VERSION, nonce.toString('base64url'), sealed.toString('base64url')].join('.');
}

/**
 * Returns the text that was sealed for the place. Raises a SealError when the key, the place or a single bit differs.
 */
export function unseal(sealed: string, place: string, key: Uint8Array): string {
  const [, nonce, body] = FORM.exec(sealed) ?? [];
  if (nonce === undefined || body === undefined) throw new SealError(`What is stored in ${place} is not sealed.`);
  const bytes = Buffer.from(body, 'base64url');
  const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(nonce, 'base64url'), { authTagLength: TAG_BYTES })
    .setAAD(aad(place))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new SealError(`What is stored in ${place} cannot be decrypted with the key in secrets.json.`, { cause });
  }
}

/** The additional authenticated data: the version of the format, and the place. */
function aad(place: string): Buffer {
  return Buffer.from(`${VERSION} ${place}`, 'utf8');
}

/** Derives a key for one purpose, from which the original key cannot be found (HKDF, RFC 5869). */
export function deriveKey(key: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', `vestry ${purpose}`, 32));
}

/**
 * The authentication code of a text as lower-case hex (HMAC-SHA256, RFC 2104). Only the holder of the key can make it.
 */
export function authenticate(text: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(text, 'utf8').digest('hex');
}

/** Compares two texts in constant time. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
