/** The vendor of an expense: a vendor of the list, or only a name. */
import { type App, modified } from '../../../app.ts';
import { AppError, badField } from '../../../errors.ts';
import { fold } from '../../../lib/fold.ts';
import type { Changes, Fact } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { type ListedVendor, vendorsById, vendorsNamed } from '../vendors/service.ts';
import { moveToOtherVendor } from './queries.ts';
import type { EnteredExpense, Expense } from './schema.ts';

type Named = Pick<Expense, 'vendorId' | 'vendor'>;

/**
 * Returns the vendor and the vendor's name for an expense. An expense that names a vendor of the list stores the name
 * that the vendor has on that day. The vendor must exist. Raises `validation_failed` for another name, and
 * `vendor_disabled` for a vendor no longer in use, unless `before` has the same vendor.
 */
export async function vendorOf(app: App, wanted: Named, before?: Named): Promise<Named> {
  const { vendorId } = wanted;
  const named = vendorId === null ? undefined : (await vendorsById(app, [vendorId])).get(vendorId);
  return namedBy(wanted, { named, before, path: 'vendor' });
}

type Known = { named: ListedVendor | undefined; before: Named | undefined; path: string };

/**
 * Returns the vendor and the vendor's name, as `vendorOf` does, for a vendor that is already read. `path` is the field
 * with the name.
 */
export function namedBy({ vendorId, vendor }: Named, { named, before, path }: Known): Named {
  if (!named) return { vendorId, vendor };
  const isSame = before?.vendorId === vendorId;
  if (!named.isActive && !isSame) throw vendorDisabled(named);
  // The name on an earlier day stays, even if the vendor has another name now.
  if (isSame && (vendor === null || vendor === before.vendor)) return { vendorId, vendor: before.vendor };
  if (vendor === null || fold(vendor) === fold(named.name)) return { vendorId, vendor: named.name };
  throw badField(path, 'not_with_vendor_id', `must be left out, or be the name of vendor ${vendorId}`);
}

/** Returns the error about a vendor who is no longer in use. */
export function vendorDisabled({ name }: { name: string }): AppError {
  return new AppError('vendor_disabled', `The vendor ${name} is no longer in use. Choose another vendor.`);
}

/**
 * Returns an expense with a warning if its vendor was typed although exactly one vendor in use has this name. Form 1099
 * would not count the expense.
 */
export async function withVendorWarning<T extends Expense>(app: App, expense: T): Promise<T & EnteredExpense> {
  const { vendorId, vendor } = expense;
  if (vendorId !== null || vendor === null) return expense;
  const listed = (await vendorsNamed(app, [vendor])).get(vendor);
  if (!listed || fold(listed.name) !== fold(vendor)) return expense;
  const message = `${listed.name} is vendor ${listed.id} in the list of vendors, but this expense has only the name. To count it for this vendor, send vendorId ${listed.id}, or use --vendor-id ${listed.id} on the command line.`;
  return { ...expense, warnings: [{ code: 'vendor_in_list', message }] };
}

/**
 * Moves all expenses of a vendor to another vendor. No figure changes, and the names on the expenses stay. The action
 * has its own name, because whoever merges vendors does not take part in their expenses and may still approve them.
 */
export async function moveToVendor(app: App, from: number, to: number): Promise<void> {
  const ids = await moveToOtherVendor(app.db, from, { vendorId: to, ...modified(app) });
  const changes: Changes = { vendorId: [from, to] };
  await record(
    app,
    ...ids.map((entityId): Fact => ({ action: 'ExpenseVendorMerged', entityType: 'Expense', entityId, changes })),
  );
}
