/**
 * The keys of AI providers: encrypted in storage (`lib/seal.ts`), masked when shown, in answers and in the audit log.
 *
 * A key that the present `secrets.json` cannot open is shown as a bare mask. What is stored stays until the key is entered
 * again or cleared, in case the old file comes back. A text that looks like a mask but is not that of the stored key is
 * refused, so that no mask becomes a key.
 */
import type { App } from '../../../app.ts';
import type { FieldError } from '../../../errors.ts';
import { seal, SealError, unseal } from '../../../lib/seal.ts';
import { refusal } from '../../../validate.ts';
import { isMask, maskOf } from '../../../lib/mask.ts';
import { KEY_FIELDS, type KeyField, originOf } from './rules.ts';

type Address = { aiBaseUrl: string | null };
type SealedKeys = Record<KeyField, string | null>;

/** The keys in the table, and the address for which the key of a compatible service was entered. */
export type StoredKeys = SealedKeys & Address;

/**
 * A key is sealed for its place. That of a compatible service is also sealed for its origin, so that no other address
 * gets it.
 */
function placeOf(field: KeyField, { aiBaseUrl }: Address): string {
  const place = `churchProfiles.${field}`;
  return field === 'compatibleApiKey' ? `${place} for ${originOf(aiBaseUrl)}` : place;
}

/** Returns a stored key; null when there is none, or when it cannot be opened, which is logged. */
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

/** Shown for a key that cannot be read. Sent back, it keeps the stored key. */
const UNREADABLE = maskOf('');

/** Returns the keys as they are shown. */
export function maskedKeys(app: App, stored: StoredKeys): Record<KeyField, string | null> {
  return forEachKey((field) => {
    const key = openKey(app, field, stored);
    return key === null ? stored[field] && UNREADABLE : maskOf(key);
  });
}

/** Returns the keys that are stored but cannot be read, because secrets.json has changed. */
export function unreadableKeys(app: App, stored: StoredKeys): KeyField[] {
  return KEY_FIELDS.filter((field) => stored[field] !== null && openKey(app, field, stored) === null);
}

type GivenKeys = Partial<Record<KeyField, string | null | undefined>> & Address;

/**
 * Returns what to store. A key that is left out or equals its mask stays, unless the address now has another origin,
 * which clears it; null and an empty text also clear it. Raises `validation_failed` for the mask of another key.
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

const STALE_MASK = 'is a mask, but not that of the stored key; leave it out to keep that key, or enter the new one';

function forEachKey<T>(work: (field: KeyField) => T): Record<KeyField, T> {
  return Object.fromEntries(KEY_FIELDS.map((field) => [field, work(field)])) as Record<KeyField, T>;
}
