import { type App, created, inSnapshot, inTransaction, modified, now } from '../../../app.ts';
import { exists } from '../../../db/exists.ts';
import { addTexts, indexTexts, removeTexts } from '../../../db/search-index.ts';
import { AppError, inFuture, notFound, unknownReference } from '../../../errors.ts';
import type { Address } from '../../../lib/address.ts';
import { fold } from '../../../lib/fold.ts';
import type { Page } from '../../../lib/page.ts';
import { emailKeyOf } from '../../../lib/text.ts';
import { can } from '../../../permissions.ts';
import { refusal } from '../../../validate.ts';
import type { Fact } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { latestDate } from '../../church/profile/service.ts';
import { likelyDoubles, nameKeyOf } from './doubles.ts';
import {
  findVendor,
  insertVendor,
  isNamed,
  listByNameKey,
  listSealed,
  listVendors as readVendors,
  listVendorsById,
  type StoredVendor,
  updateVendorColumns,
} from './queries.ts';
import { VENDOR_USES } from './references.ts';
import { documentOf, vendorFact, withoutDetails } from './rules.ts';
import type { EnteredVendor, NewVendor, Vendor, VendorQuery } from './schema.ts';
import { typeShown } from './tax-id-rules.ts';
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

export type ListedVendor = { name: string; isActive: boolean };

/** Returns the names of vendors and whether they are in use, by id. */
export async function vendorsById(app: App, ids: readonly number[]): Promise<ReadonlyMap<number, ListedVendor>> {
  const vendors = await listVendorsById(app.db, ids);
  return new Map(vendors.map(({ id, name, isActive }) => [id, { name, isActive: isActive === 1 }]));
}

/**
 * Returns the vendors in use whom these names mean, by name. Names are compared as in the warning about likely doubles.
 * A name that may mean several vendors is left out, unless exactly one of them has the very same name.
 */
export async function vendorsNamed(
  app: App,
  names: readonly string[],
): Promise<ReadonlyMap<string, { id: number; name: string }>> {
  const keys = new Map([...new Set(names)].map((name) => [name, nameKeyOf(name)]));
  const byKey = new Map<string, { id: number; name: string }[]>();
  for (const { nameKey, ...vendor } of await listByNameKey(app.db, [...new Set(keys.values())]))
    byKey.set(nameKey, [...(byKey.get(nameKey) ?? []), vendor]);
  const found = new Map<string, { id: number; name: string }>();
  for (const [wanted, key] of keys) {
    const alike = byKey.get(key) ?? [];
    const same = alike.filter(({ name }) => fold(name) === fold(wanted));
    const [vendor, other] = same.length > 0 ? same : alike;
    if (vendor && !other) found.set(wanted, vendor);
  }
  return found;
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

/** Notes which member a vendor is. Must run inside a transaction. */
export async function nameMember(app: App, id: number, memberId: number): Promise<void> {
  const before = await getStored(app, id);
  await updateVendorColumns(app.db, id, { memberId, ...modified(app) });
  await record(app, changeOf(app, 'VendorUpdated', before, await getStored(app, id)));
}

/**
 * Soft-deletes a vendor whom no expense, no payable and nothing in another room names. Raises `not_found` and
 * `vendor_in_use`.
 */
export function deleteVendor(app: App, id: number): Promise<void> {
  return inTransaction(app, async (app) => {
    const vendor = await getStored(app, id);
    if (await isNamed(app.db, id)) {
      throw new AppError(
        'vendor_in_use',
        `There are expenses or payables of this vendor. Nothing was changed. To keep the vendor out of new expenses, ${retire(id)}`,
      );
    }
    await refuseUsed(app, id);
    await removeVendor(app, vendor, {});
  });
}

async function refuseUsed(app: App, id: number): Promise<void> {
  const uses: string[] = [];
  for (const usesOf of await app.declared(VENDOR_USES)) uses.push(...(await usesOf(app, id)));
  if (uses.length === 0) return;
  const what = `This vendor is still in ${uses.join(', ')}. Nothing was changed.`;
  throw new AppError('vendor_in_use', `${what} Take the vendor out there first, or ${retire(id)}`);
}

/** Says how a vendor is kept out of new expenses. */
const retire = (id: number) =>
  `send "isActive": false, or use vestry vendor update ${id} --inactive on the command line.`;

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

/** Checks the member of a vendor and the day of Form W-9, seals the tax id, and returns the columns. */
async function toColumns(app: App, input: NewVendor, before?: StoredVendor) {
  const { memberId, w9On, taxId } = input;
  const isNew = memberId !== null && memberId !== before?.memberId;
  if (isNew && !(await exists(app.db, 'members', memberId))) throw unknownReference('memberId', 'member');
  const latest = await latestDate(app);
  if (w9On !== null && w9On > latest && w9On !== before?.w9On) throw refusal([inFuture('w9On', latest)]);
  const tinType = input.tinType ?? typeShown(taxId ?? '');
  return columnsOf({ ...input, tinType }, sealTaxId(app, { taxId, tinType }, before));
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
