/** Gives the expenses with a typed vendor to a vendor of the list. */
import { type App, inTransaction, modified } from '../../../app.ts';
import { indexTexts } from '../../../db/search-index.ts';
import { badField } from '../../../errors.ts';
import { fold } from '../../../lib/fold.ts';
import type { Changes, Fact } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { listExpensePayees } from '../payments/payees.ts';
import type { LinkedExpenses, Vendor, VendorLink } from '../vendors/schema.ts';
import { getVendor, nameMember } from '../vendors/service.ts';
import { findExpenses } from './queries.ts';
import { documentOf } from './rules.ts';
import type { Expense } from './schema.ts';
import { linkNamed, linkUnnamed, listTypedVendors, listUnnamed } from './vendor-link-queries.ts';
import { vendorDisabled } from './vendor.ts';

/**
 * Gives all expenses whose typed vendor is this name to a vendor, even paid ones and those in closed months, because no
 * figure changes. Expenses of another vendor stay. An expense with a box of Form 1099 for which nobody typed a vendor has
 * the name of the person whom it pays, as in the report, and gets the name of the vendor. The vendor is then this
 * person, so a vendor without a member gets the member. Returns how many expenses changed. Raises `not_found`,
 * `vendor_disabled`, and `validation_failed` for the name of another member than the vendor's.
 */
export function linkVendor(app: App, id: number, { name }: VendorLink): Promise<LinkedExpenses> {
  return inTransaction(app, async (app) => {
    const vendor = await getVendor(app, id);
    if (!vendor.isActive) throw vendorDisabled(vendor);
    const isMeant = (text: string) => fold(text) === fold(name);
    const names = (await listTypedVendors(app.db)).filter(isMeant);
    const typed = await linkNamed(app.db, names, { vendorId: id, ...modified(app) });
    const unnamed = await listExpensePayees(app.db, JSON.stringify(await listUnnamed(app.db)));
    const people = [...unnamed].flatMap(([expenseId, payee]) => (isMeant(payee) ? [expenseId] : []));
    await makePayee(app, vendor, await findExpenses(app.db, people));
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

/** Notes that a vendor is the member whom expenses pay. */
async function makePayee(app: App, { id, memberId }: Vendor, expenses: readonly Expense[]): Promise<void> {
  const [member, other] = [...new Set(expenses.flatMap((expense) => expense.memberId ?? []))];
  if (member === undefined || member === memberId) return;
  if (memberId !== null) {
    throw badField('name', 'other_member', 'is the name of another member than the one who is this vendor');
  }
  // Two members may have one name. The expenses of each then stay with the name alone.
  if (other === undefined) await nameMember(app, id, member);
}

/**
 * The action has its own name, because whoever gives expenses to a vendor does not take part in them and may still
 * approve them.
 */
function factOf(entityId: number, changes: Changes): Fact {
  return { action: 'ExpenseVendorLinked', entityType: 'Expense', entityId, changes };
}
