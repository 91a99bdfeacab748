/**
 * The API keys of AI providers. They are stored encrypted (`lib/seal.ts`). Responses and the audit log show only masks.
 *
 * A key that the present `secrets.json` cannot decrypt is shown as a mask without any character of the key. The stored
 * key is kept until somebody enters it again or clears it, because the earlier `secrets.json` may still be found. A
 * text that looks like a mask but is not the mask of the stored key is refused, so that a mask is never stored as a
 * key.
 */
import type { App } from '../../../app.ts';
import type { FieldError } from '../../../errors.ts';
import { seal, SealError, unseal } from '../../../lib/seal.ts';
import { refusal } from '../../../validate.ts';
import { isMask, maskOf } from '../../../lib/mask.ts';
import { KEY_FIELDS, type KeyField, originOf } from './rules.ts';

type Address = { aiBaseUrl: string | null };
type SealedKeys = Record<KeyField, string | null>;

/** The keys as stored, and the address for which the key of an OpenAICompatible service was entered. */
export type StoredKeys = SealedKeys & Address;

/**
 * Returns the place for which a key is sealed. A sealed key can be opened only for the same place. The place of
 * `compatibleApiKey` includes the origin of the service's address, so that the key is never sent to another server.
 */
function placeOf(field: KeyField, { aiBaseUrl }: Address): string {
  const place = `churchProfiles.${field}`;
  return field === 'compatibleApiKey' ? `${place} for ${originOf(aiBaseUrl)}` : place;
}

/**
 * Returns a stored key, decrypted, or null if there is none. For a key that cannot be decrypted, logs a warning and
 * returns null.
 */
export function openKey(app: App, field: KeyField, stored: StoredKeys): string | null {
  const sealed = stored[field];
  if (sealed === null) return null;
  try {
    return unseal(sealed, placeOf(field, stored), app.secrets().encryptionKey);
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    app.log.warn({ field, reason: error.message }, 'a stored key must be entered again');
    return null;
  }
}

/** The mask of a key that cannot be decrypted. A request that sends this mask keeps the stored key. */
const UNREADABLE = maskOf('');

/** Returns the masks of the keys; null for a key that is not stored. */
export function maskedKeys(app: App, stored: StoredKeys): Record<KeyField, string | null> {
  return forEachKey((field) => {
    const key = openKey(app, field, stored);
    return key === null ? stored[field] && UNREADABLE : maskOf(key);
  });
}

/** Returns the fields whose stored key cannot be decrypted, for example because secrets.json was replaced. */
export function unreadableKeys(app: App, stored: StoredKeys): KeyField[] {
  return KEY_FIELDS.filter((field) => stored[field] !== null && openKey(app, field, stored) === null);
}

type GivenKeys = Partial<Record<KeyField, string | null | undefined>> & Address;

/**
 * Returns the sealed keys to store. A key that is left out, or equal to the stored key or its mask, keeps its value.
 * Null or an empty text clears a key. If the address gets another origin, the stored `compatibleApiKey` is cleared,
 * unless the request sends the key itself again. Raises `validation_failed` for any other mask.
 */
export function sealKeys(app: App, given: GivenKeys, stored: StoredKeys | undefined): SealedKeys {
  const faults: FieldError[] = [];
  const keys = forEachKey((field) => {
    const value = given[field];
    if (value === null || value === '') return null;
    const isForOther = stored !== undefined && placeOf(field, stored) !== placeOf(field, given);
    const kept = isForOther ? null : (stored?.[field] ?? null);
    if (value === undefined) return kept;
    const key = stored ? openKey(app, field, stored) : null;
    const mask = key === null ? stored?.[field] && UNREADABLE : maskOf(key);
    if (value === mask || (value === key && !isForOther)) return kept;
    if (!isMask(value)) return seal(value, placeOf(field, given), app.secrets().encryptionKey);
    faults.push({ path: field, code: 'stale_mask', message: STALE_MASK });
    return kept;
  });
  if (faults.length > 0) throw refusal(faults);
  return keys;
}

const STALE_MASK = 'is not the mask of the stored key; leave this field out to keep the stored key, or enter a new key';

function forEachKey<T>(work: (field: KeyField) => T): Record<KeyField, T> {
  return Object.fromEntries(KEY_FIELDS.map((field) => [field, work(field)])) as Record<KeyField, T>;
}
