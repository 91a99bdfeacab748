/**
 * The tax ids of vendors. They are stored encrypted (`lib/seal.ts`), with a key derived from the encryption key.
 * Responses and the audit log show only masks.
 *
 * A tax id that the present `secrets.json` cannot decrypt is shown as a mask without any of its digits. It is kept until
 * somebody enters it again or clears it, because the earlier `secrets.json` may still be found.
 */
import type { App } from '../../../app.ts';
import type { Secrets } from '../../../data-dir.ts';
import type { FieldError } from '../../../errors.ts';
import { isMask, maskOf } from '../../../lib/mask.ts';
import { authenticate, deriveKey, seal, SealError, unseal } from '../../../lib/seal.ts';
import { refusal } from '../../../validate.ts';
import type { TinType } from './schema.ts';
import { digitsOf, taxIdFault } from './tax-id-rules.ts';

const PLACE = 'vendors.taxId';

/** Whatever has the encryption key, such as an app. */
type Keyring = { secrets: () => Pick<Secrets, 'encryptionKey'> };

const sealingKey = (app: Keyring) => deriveKey(app.secrets().encryptionKey, 'vendor tax ids');
const comparingKey = (app: App) => deriveKey(app.secrets().encryptionKey, 'comparing vendor tax ids');

/** A tax id as it is stored: encrypted, and as a code for finding the same tax id again. */
export type SealedTaxId = { taxId: string | null; taxIdKey: string | null };

const NONE: SealedTaxId = { taxId: null, taxIdKey: null };

/** Returns a function that decrypts stored tax ids. It returns null for none, and for one that cannot be decrypted. */
export function taxIdOpener(app: Keyring): (sealed: string | null) => string | null {
  let key: Uint8Array | undefined;
  return (sealed) => {
    if (sealed === null) return null;
    try {
      return unseal(sealed, PLACE, (key ??= sealingKey(app)));
    } catch (error) {
      if (error instanceof SealError) return null;
      throw error;
    }
  };
}

/** The mask of a tax id that cannot be decrypted. A request that sends this mask keeps the stored tax id. */
const UNREADABLE = maskOf('');

/** Returns a function that masks stored tax ids. It returns null for none. */
export function taxIdMasker(app: Keyring): (sealed: string | null) => string | null {
  const open = taxIdOpener(app);
  return (sealed) => {
    if (sealed === null) return null;
    const digits = open(sealed);
    return digits === null ? UNREADABLE : maskOf(digits);
  };
}

/** Returns the mask of a stored tax id. Without a key, the mask has none of its digits. */
export function maskTaxId(sealed: string | null, encryptionKey: Uint8Array | undefined): string | null {
  if (encryptionKey === undefined) return sealed === null ? null : UNREADABLE;
  return taxIdMasker({ secrets: () => ({ encryptionKey }) })(sealed);
}

type Given = { taxId?: string | null | undefined; tinType: TinType | null };

/**
 * Returns the tax id to store. A tax id that is left out, or equal to the stored one or its mask, keeps its value. Null
 * or an empty text clears it. Raises `validation_failed` for any other mask, and for a stored tax id that is not valid
 * for the type that the request sends.
 */
export function sealTaxId(app: App, { taxId: given, tinType }: Given, stored: SealedTaxId = NONE): SealedTaxId {
  if (given === null || given === '') return NONE;
  const digits = taxIdOpener(app)(stored.taxId);
  const isKept = given === undefined || given === taxIdMasker(app)(stored.taxId) || digitsOf(given) === digits;
  if (isKept) {
    const fault = digits === null ? undefined : taxIdFault(digits, tinType);
    if (fault) throw refusal([{ path: 'tinType', code: fault.code, message: WRONG_TYPE }]);
    return { taxId: stored.taxId, taxIdKey: stored.taxIdKey };
  }
  if (isMask(given)) throw refusal([STALE_MASK]);
  const entered = digitsOf(given);
  return {
    taxId: seal(entered, PLACE, sealingKey(app)),
    taxIdKey: authenticate(entered, comparingKey(app)),
  };
}

const WRONG_TYPE = 'does not fit the stored tax id; send the tax id again, or another type';

const STALE_MASK: FieldError = {
  path: 'taxId',
  code: 'stale_mask',
  message:
    'is not the mask of the stored tax id; leave this field out to keep the stored tax id, or enter a new tax id',
};
