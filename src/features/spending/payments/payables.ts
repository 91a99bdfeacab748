/** The payables of the opening of the books: bills from before the books that were unpaid when the books began. */
import type { App } from '../../../app.ts';
import { AppError, badField, missingReference, unknownReferences } from '../../../errors.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import { formatMoney } from '../../../lib/money.ts';
import { namedBy } from '../expenses/vendor.ts';
import { vendorsById } from '../vendors/service.ts';
import {
  deletePayables,
  insertPayables,
  movePayables as moveRows,
  listPayables as readPayables,
  type Payable,
  updatePayables,
} from './payable-queries.ts';

export type { Payable } from './payable-queries.ts';

/** Returns all payables with the amounts that are paid, in the order in which they were added. */
export function listPayables(app: App): Promise<Payable[]> {
  return readPayables(app.db);
}

/** Gives the payables of a vendor to another vendor. Returns whether there was one. */
export function movePayables(app: App, from: number, to: number): Promise<boolean> {
  return moveRows(app.db, from, to);
}

/** Returns all payables, by id. */
export async function payablesById(app: App): Promise<ReadonlyMap<number, Payable>> {
  return new Map((await readPayables(app.db)).map((payable) => [payable.id, payable]));
}

/**
 * A payable in a request for an opening. If its `id` is null, it means an existing payable with the same fields or, if
 * there is none, a new one.
 */
export type WantedPayable = Pick<Payable, 'vendorId' | 'fundId' | 'form1099' | 'amount'> & {
  id: number | null;
  /** May be left out if `vendorId` is not null. */
  vendor: string | null;
};

type NamedPayable = WantedPayable & { vendor: string };

/**
 * Replaces the payables with those of an opening of the given day. Raises `unknown_reference` and `validation_failed`
 * for an id or a vendor, `vendor_disabled`, and `payable_in_use` if a payable with payments would be removed or made smaller than the amount paid, or
 * has a payment before that day. Must run inside a transaction.
 */
export async function replacePayables(app: App, wanted: readonly WantedPayable[], day: CalendarDate): Promise<void> {
  const left = new Map((await readPayables(app.db)).map((payable) => [payable.id, payable]));
  const matches = matchAll(await withNames(app, wanted, [...left.values()]), left);
  for (const { is, was } of matches) if (was) refuseChange(was, is, day);
  for (const was of left.values()) {
    if (was.firstPaidOn !== null) throw inUse(was, 'this payable must stay in the opening');
  }
  await deletePayables(app.db, [...left.keys()]);
  await updatePayables(
    app.db,
    matches.flatMap(({ is, was }) => (was ? { ...is, id: was.id } : [])),
  );
  await insertPayables(
    app.db,
    matches.flatMap(({ is, was }) => (was ? [] : is)),
  );
}

type Match = { is: NamedPayable; was: Payable | undefined };

/** Finds the existing payable for each wanted payable, and removes it from `left`. */
function matchAll(wanted: readonly NamedPayable[], left: Map<number, Payable>): Match[] {
  const known = new Set(left.keys());
  const missing = wanted.flatMap(({ id }, index) =>
    id === null || known.has(id) ? [] : [missingReference(`payables.${index}.id`, 'payable')],
  );
  if (missing.length > 0) throw unknownReferences(missing);
  const named = new Map<number, Payable>();
  for (const [index, { id }] of wanted.entries()) {
    if (id === null) continue;
    const was = left.get(id);
    if (!was) throw badField(`payables.${index}.id`, 'duplicate', 'must not occur twice');
    named.set(index, was);
    left.delete(id);
  }
  return wanted.map((is, index) => {
    const was = named.get(index) ?? findSame([...left.values()], is);
    if (was) left.delete(was.id);
    return { is, was };
  });
}

/** Returns the payable with the same fields or, if there is none, one to which a vendor or a box is added. */
function findSame(left: readonly Payable[], is: NamedPayable): Payable | undefined {
  const alike = left.filter((one) => one.vendor === is.vendor && one.fundId === is.fundId && one.amount === is.amount);
  return alike.find((one) => one.vendorId === is.vendorId && one.form1099 === is.form1099) ?? alike[0];
}

/**
 * Adds the name of the vendor to payables that name a vendor of the list. A vendor whom a stored payable names keeps the
 * name that it has there, and may be out of use.
 */
async function withNames(
  app: App,
  wanted: readonly WantedPayable[],
  stored: readonly Payable[],
): Promise<NamedPayable[]> {
  const vendors = await vendorsById(app, [...new Set(wanted.flatMap(({ vendorId }) => vendorId ?? []))]);
  const missing = wanted.flatMap(({ vendorId }, index) =>
    vendorId === null || vendors.has(vendorId) ? [] : [missingReference(`payables.${index}.vendorId`, 'vendor')],
  );
  if (missing.length > 0) throw unknownReferences(missing);
  return wanted.map((payable, index) => {
    const before = stored.filter(({ vendorId }) => vendorId !== null && vendorId === payable.vendorId);
    const same = before.find(({ id }) => id === payable.id) ?? before[0];
    const named = namedBy(payable, {
      named: vendors.get(payable.vendorId ?? 0),
      before: same,
      path: `payables.${index}.vendor`,
    });
    return { ...payable, vendor: named.vendor ?? '' };
  });
}

function refuseChange(was: Payable, is: WantedPayable, day: CalendarDate): void {
  if (was.firstPaidOn === null) return;
  if (is.amount < was.paid)
    throw inUse(was, `this payable must not be less than the ${formatMoney(was.paid)} that is paid`);
  if (was.firstPaidOn < day)
    throw inUse(was, `the books must not begin after ${was.firstPaidOn}, the day of that payment`);
}

function inUse({ vendor, amount }: Payable, consequence: string): AppError {
  return new AppError(
    'payable_in_use',
    `There is a payment of the ${formatMoney(amount)} owed to ${vendor}, so ${consequence}. Nothing was changed.`,
  );
}
