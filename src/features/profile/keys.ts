/** The keys of AI providers: sealed as they are stored, masked as they are shown. */
import type { App } from '../../app.ts';
import type { FieldError } from '../../errors.ts';
import { seal, SealError, unseal } from '../../lib/seal.ts';
import { refusal } from '../../validate.ts';
import { isMask, maskOf } from '../../lib/mask.ts';
import { KEY_FIELDS, type KeyField } from './rules.ts';

/** The keys as the table has them. */
export type SealedKeys = Record<KeyField, string | null>;

const placeOf = (field: KeyField) => `churchProfiles.${field}`;

/** A stored key; null when there is none, or none that the key in secrets.json opens, of which the log is told. */
export function openKey(app: App, field: KeyField, sealed: string | null): string | null {
  if (sealed === null) return null;
  try {
    return unseal(sealed, placeOf(field), app.secrets().encryptionKey);
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    app.log.warn({ field, reason: error.message }, 'a stored key must be entered again');
    return null;
  }
}

/** What is shown of a key that cannot be read; written back, it keeps what is stored. */
const UNREADABLE = maskOf('');

/** The keys as they are shown. */
export function maskedKeys(app: App, sealed: SealedKeys): Record<KeyField, string | null> {
  return forEachKey((field) => {
    const key = openKey(app, field, sealed[field]);
    return key === null ? sealed[field] && UNREADABLE : maskOf(key);
  });
}

/** The keys that are stored but cannot be read, because secrets.json is another than that they were entered with. */
export function unreadableKeys(app: App, sealed: SealedKeys): KeyField[] {
  return KEY_FIELDS.filter((field) => sealed[field] !== null && openKey(app, field, sealed[field]) === null);
}

type GivenKeys = Partial<Record<KeyField, string | null | undefined>>;

/**
 * What is to be stored: a key that is left out or equal to its mask stays as it is, null and an empty text clear it.
 * Raises `validation_failed` for masks of other keys than the stored ones.
 */
export function sealKeys(app: App, given: GivenKeys, stored: SealedKeys | undefined): SealedKeys {
  const faults: FieldError[] = [];
  const keys = forEachKey((field) => {
    const [value, sealed] = [given[field], stored?.[field] ?? null];
    if (value === undefined) return sealed;
    if (value === null || value === '') return null;
    const key = openKey(app, field, sealed);
    if (key !== null && (value === key || value === maskOf(key))) return sealed;
    if (key === null && sealed !== null && value === UNREADABLE) return sealed;
    if (!isMask(value)) return seal(value, placeOf(field), app.secrets().encryptionKey);
    faults.push({ path: field, code: 'stale_mask', message: STALE_MASK });
    return sealed;
  });
  if (faults.length > 0) throw refusal(faults);
  return keys;
}

const STALE_MASK = 'is a mask, but not that of the stored key; leave it out to keep that key, or enter the new one';

function forEachKey<T>(work: (field: KeyField) => T): Record<KeyField, T> {
  return Object.fromEntries(KEY_FIELDS.map((field) => [field, work(field)])) as Record<KeyField, T>;
}
