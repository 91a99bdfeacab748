import { type App, created, inSnapshot, inTransaction, modified, now } from '../../../app.ts';
import { exists } from '../../../db/exists.ts';
import { addTexts, indexTexts, removeTexts } from '../../../db/search-index.ts';
import { AppError, notFound, unknownReference } from '../../../errors.ts';
import type { Address } from '../../../lib/address.ts';
import type { Page } from '../../../lib/page.ts';
import { emailKeyOf } from '../../../lib/text.ts';
import { can } from '../../../permissions.ts';
import type { Fact } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { likelyDoubles, nameKeyOf } from './doubles.ts';
import {
  findVendor,
  insertVendor,
  isNamed,
  listSealed,
  listVendors as readVendors,
  type StoredVendor,
  updateVendorColumns,
} from './queries.ts';
import { documentOf, vendorFact, withoutDetails } from './rules.ts';
import type { EnteredVendor, NewVendor, Vendor, VendorQuery } from './schema.ts';
import { sealTaxId, type SealedTaxId, taxIdMasker, taxIdOpener } from './tax-ids.ts';

/** Returns one vendor. Without `finance.manage`, only the name is shown. Raises `not_found`. */
export async function getVendor(app: App, id: number): Promise<Vendor> {
  return asSeen(app)(await getStored(app, id));
}

/** Returns a page of vendors. Without `finance.manage`, only their names are shown. */
export async function listVendors(app: App, query: VendorQuery): Promise<Page<Vendor>> {
  const page = await inSnapshot(app, ({ db }) => readVendors(db, query));
  return { ...page, items: page.items.map(asSeen(app)) };
}

/** Returns a vendor as stored. Raises `not_found`. */
export async function getStored(app: App, id: number): Promise<StoredVendor> {
  const vendor = await findVendor(app.db, id);
  if (!vendor) throw notFound('vendor');
  return vendor;
}

/** Returns the name of a vendor and whether the vendor is in use, or undefined if there is none. */
export async function namedVendor(app: App, id: number): Promise<{ name: string; isActive: boolean } | undefined> {
  const vendor = await findVendor(app.db, id);
  return vendor && { name: vendor.name, isActive: vendor.isActive === 1 };
}

/** Returns the vendors whose tax id cannot be decrypted and must be entered again. */
export async function listUnreadableVendors(app: App): Promise<{ id: number; name: string }[]> {
  const open = taxIdOpener(app);
  const vendors = await listSealed(app.db);
  return vendors.filter(({ taxId }) => open(taxId) === null).map(({ id, name }) => ({ id, name }));
}

/**
 * Adds a vendor. The result has warnings if other vendors may be the same. Raises `validation_failed` for a mask in
 * place of a tax id, and `unknown_reference`.
 */
export function createVendor(app: App, input: NewVendor): Promise<EnteredVendor> {
  return inTransaction(app, async (app) => {
    const columns = await toColumns(app, input);
    const id = await insertVendor(app.db, { ...columns, ...created(app) });
    const stored = await getStored(app, id);
    await addTexts(app.db, 'vendor', [documentOf(stored)]);
    await record(app, vendorFact('VendorCreated', null, toVendor(app)(stored)));
    return entered(app, stored);
  });
}

/**
 * Replaces the fields of a vendor. A tax id that is left out or equal to its mask keeps its value. The name on expenses
 * does not change. Raises `not_found` and the errors of `createVendor`.
 */
export function updateVendor(app: App, id: number, input: NewVendor): Promise<EnteredVendor> {
  return inTransaction(app, async (app) => {
    const before = await getStored(app, id);
    const columns = await toColumns(app, input, before);
    await updateVendorColumns(app.db, id, { ...columns, ...modified(app) });
    const after = await getStored(app, id);
    await indexTexts(app.db, 'vendor', [documentOf(after)]);
    await record(app, changeOf(app, 'VendorUpdated', before, after));
    return entered(app, after);
  });
}

/** Soft-deletes a vendor whom no expense names. Raises `not_found` and `vendor_in_use`. */
export function deleteVendor(app: App, id: number): Promise<void> {
  return inTransaction(app, async (app) => {
    const vendor = await getStored(app, id);
    if (await isNamed(app.db, id)) {
      throw new AppError(
        'vendor_in_use',
        'There are expenses of this vendor. Nothing was changed. To keep the vendor out of new expenses, set isActive to false.',
      );
    }
    await removeVendor(app, vendor, {});
  });
}

/** Soft-deletes a vendor and records it, with additional changes. Must run inside a transaction. */
export async function removeVendor(app: App, vendor: StoredVendor, more: NonNullable<Fact['changes']>): Promise<void> {
  await updateVendorColumns(app.db, vendor.id, { deletedAt: now(app), ...modified(app) });
  await removeTexts(app.db, 'vendor', [vendor.id]);
  const fact = vendorFact('VendorDeleted', toVendor(app)(vendor), null);
  await record(app, { ...fact, changes: { ...fact.changes, ...more } });
}

/**
 * Returns the audit entry of a change to a stored vendor. A tax id that was replaced is in the entry even if its mask
 * stayed the same.
 */
export function changeOf(app: App, action: string, before: StoredVendor, after: StoredVendor): Fact {
  const [old, young] = [toVendor(app)(before), toVendor(app)(after)];
  const fact = vendorFact(action, old, young);
  const isReplaced = before.taxId !== after.taxId;
  return { ...fact, changes: { ...fact.changes, ...(isReplaced && { taxId: [old.taxId, young.taxId] }) } };
}

async function entered(app: App, stored: StoredVendor): Promise<EnteredVendor> {
  const [vendor, warnings] = [asSeen(app)(stored), await likelyDoubles(app, stored)];
  return warnings.length > 0 ? { ...vendor, warnings } : vendor;
}

/** Checks the member of a vendor and seals the tax id, and returns the columns. */
async function toColumns(app: App, input: NewVendor, before?: StoredVendor) {
  const { memberId } = input;
  const isNew = memberId !== null && memberId !== before?.memberId;
  if (isNew && !(await exists(app.db, 'members', memberId))) throw unknownReference('memberId', 'member');
  return columnsOf(input, sealTaxId(app, input, before));
}

type Columns = Omit<NewVendor, 'taxId'>;

/** Returns the columns of a vendor with a sealed tax id. */
export function columnsOf({ name, legalName, address, email, ...rest }: Columns, sealed: SealedTaxId) {
  return {
    ...rest,
    ...sealed,
    name,
    nameKey: nameKeyOf(name),
    legalName,
    legalNameKey: legalName && nameKeyOf(legalName),
    address: address && JSON.stringify(address),
    email,
    emailKey: email && emailKeyOf(email),
    isActive: rest.isActive ? (1 as const) : (0 as const),
  };
}

/** Returns a function that shows stored vendors to somebody with `finance.manage`, with masked tax ids. */
function toVendor(app: App): (stored: StoredVendor) => Vendor {
  const mask = taxIdMasker(app);
  return (stored) => ({
    ...stored,
    address: stored.address === null ? null : (JSON.parse(stored.address) as Address),
    taxId: mask(stored.taxId),
    isActive: stored.isActive === 1,
  });
}

/** Returns a function that shows stored vendors as the actor may see them. */
export function asSeen(app: App): (stored: StoredVendor) => Vendor {
  const show = toVendor(app);
  // Masking a tax id needs the key, so it is done only for those who see the mask.
  return can(app.actor, 'finance.manage') ? show : (stored) => withoutDetails(show({ ...stored, taxId: null }));
}
