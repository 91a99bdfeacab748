/** Gives the expenses with a typed vendor to a vendor of the list. */
import { type App, inTransaction, modified } from '../../../app.ts';
import { indexTexts } from '../../../db/search-index.ts';
import { fold } from '../../../lib/fold.ts';
import type { Changes, Fact } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { listPaidNames } from '../payments/vendor-queries.ts';
import type { VendorLink, LinkedExpenses } from '../vendors/schema.ts';
import { getVendor } from '../vendors/service.ts';
import { findExpenses } from './queries.ts';
import { documentOf } from './rules.ts';
import { linkNamed, linkUnnamed, listTypedVendors, listUnnamed } from './vendor-link-queries.ts';
import { vendorDisabled } from './vendor.ts';

/**
 * Gives all expenses whose typed vendor is this name to a vendor, even paid ones and those in closed months, because no
 * figure changes. Expenses of another vendor stay. An expense with a box of Form 1099 for which nobody typed a vendor has
 * the name of the person whom it pays, as in the report, and gets the name of the vendor. Returns how many expenses
 * changed. Raises `not_found` and `vendor_disabled`.
 */
export function linkVendor(app: App, id: number, { name }: VendorLink): Promise<LinkedExpenses> {
  return inTransaction(app, async (app) => {
    const vendor = await getVendor(app, id);
    if (!vendor.isActive) throw vendorDisabled(vendor);
    const isMeant = (text: string) => fold(text) === fold(name);
    const names = (await listTypedVendors(app.db)).filter(isMeant);
    const typed = await linkNamed(app.db, names, { vendorId: id, ...modified(app) });
    const unnamed = await listPaidNames(app.db, await listUnnamed(app.db));
    const people = [...unnamed].flatMap(([expenseId, payee]) => (isMeant(payee) ? [expenseId] : []));
    await linkUnnamed(app.db, people, { vendorId: id, vendor: vendor.name, ...modified(app) });
    await indexTexts(app.db, 'expense', (await findExpenses(app.db, people)).map(documentOf));
    await record(
      app,
      ...typed.map((expenseId) => factOf(expenseId, { vendorId: [null, id] })),
      ...people.map((expenseId) => factOf(expenseId, { vendorId: [null, id], vendor: [null, vendor.name] })),
    );
    return { expenses: typed.length + people.length };
  });
}

/**
 * The action has its own name, because whoever gives expenses to a vendor does not take part in them and may still
 * approve them.
 */
function factOf(entityId: number, changes: Changes): Fact {
  return { action: 'ExpenseVendorLinked', entityType: 'Expense', entityId, changes };
}
