import { type App, inTransaction, modified } from '../../../app.ts';
import { indexTexts } from '../../../db/search-index.ts';
import { AppError, badField, unknownReference } from '../../../errors.ts';
import { record } from '../../audit/service.ts';
import { findVendor, type StoredVendor, updateVendorColumns } from './queries.ts';
import { VENDOR_REFERENCES } from './references.ts';
import { documentOf } from './rules.ts';
import type { Vendor, VendorMerge } from './schema.ts';
import { asSeen, changeOf, getStored, removeVendor } from './service.ts';
import { taxIdOpener } from './tax-ids.ts';

/**
 * Merges a duplicate vendor into another vendor and deletes the duplicate. All expenses and payables move, even
 * those in closed months, because no figure changes. Details that the remaining vendor lacks are copied from the duplicate.
 *
 * Raises `not_found`, `unknown_reference`, `validation_failed` for a merge into itself, and `different_tax_ids` unless
 * `confirm` is true.
 */
export function mergeVendor(app: App, id: number, { into, confirm }: VendorMerge): Promise<Vendor> {
  return inTransaction(app, async (app) => {
    const double = await getStored(app, id);
    if (into === id) throw badField('into', 'same_vendor', 'must be another vendor');
    const survivor = await findVendor(app.db, into);
    if (!survivor) throw unknownReference('into', 'vendor');
    if (!confirm && haveDifferentTaxIds(app, double, survivor)) throw differentTaxIds(double, survivor);
    for (const move of await app.declared(VENDOR_REFERENCES)) await move(app, id, into);
    await removeVendor(app, double, { mergedInto: [null, into] });
    await updateVendorColumns(app.db, into, { ...filledFrom(survivor, double), ...modified(app) });
    const after = await getStored(app, into);
    await indexTexts(app.db, 'vendor', [documentOf(after)]);
    const fact = changeOf(app, 'VendorMerged', survivor, after);
    await record(app, { ...fact, changes: { ...fact.changes, mergedFrom: [null, id] } });
    return asSeen(app)(after);
  });
}

/** True if both vendors have a tax id, and the two differ or cannot be compared. */
function haveDifferentTaxIds(app: App, one: StoredVendor, other: StoredVendor): boolean {
  if (one.taxId === null || other.taxId === null) return false;
  const open = taxIdOpener(app);
  const digits = open(one.taxId);
  return digits === null || digits !== open(other.taxId);
}

function differentTaxIds(double: StoredVendor, survivor: StoredVendor): AppError {
  return new AppError(
    'different_tax_ids',
    `${double.name} and ${survivor.name} have different tax ids. Nothing was merged. If they are one vendor, confirm the merge: send "confirm": true, or use --confirm on the command line. The tax id of ${survivor.name} then stays.`,
  );
}

/** The columns that are copied together if the remaining vendor lacks the first of them. */
const FILLED = [
  ['legalName', 'legalNameKey'],
  ['address'],
  ['email', 'emailKey'],
  ['memberId'],
  ['taxId', 'taxIdKey', 'tinType'],
  ['tinType'],
  ['w9On'],
] as const;

/** Returns the columns that the remaining vendor gets from the duplicate. */
function filledFrom(survivor: StoredVendor, double: StoredVendor): Partial<StoredVendor> {
  const filled: Partial<StoredVendor> = {};
  for (const columns of FILLED) {
    if (survivor[columns[0]] !== null || double[columns[0]] === null) continue;
    Object.assign(filled, Object.fromEntries(columns.map((column) => [column, double[column]])));
  }
  const isUnknown = survivor.taxClassification === 'Unknown';
  return { ...filled, ...(isUnknown && { taxClassification: double.taxClassification }) };
}
