/** The payables of the opening of the books: bills from before the books that were not paid when they began. */
import type { App } from '../../../app.ts';
import { AppError, badField, missingReference, unknownReferences } from '../../../errors.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import { formatMoney } from '../../../lib/money.ts';
import {
  deletePayables,
  insertPayables,
  listPayables as readPayables,
  type Payable,
  updatePayables,
} from './payable-queries.ts';

export type { Payable } from './payable-queries.ts';

/** Returns all payables with what is paid of them, in the order in which they were added. */
export function listPayables(app: App): Promise<Payable[]> {
  return readPayables(app.db);
}

/** Returns all payables, by id. */
export async function payablesById(app: App): Promise<ReadonlyMap<number, Payable>> {
  return new Map((await readPayables(app.db)).map((payable) => [payable.id, payable]));
}

/** A payable as an opening has it. Without an `id`, it is an existing payable with the same fields, or else a new one. */
export type WantedPayable = Pick<Payable, 'vendor' | 'fundId' | 'amount'> & { id: number | null };

/**
 * Replaces the payables by those of an opening of the given day. Raises `unknown_reference` and `validation_failed` for
 * an id, and `payable_in_use` if a payable that has payments would be removed, or would be less than what is paid of it,
 * or if it was paid before that day. Must run inside a transaction.
 */
export async function replacePayables(app: App, wanted: readonly WantedPayable[], day: CalendarDate): Promise<void> {
  const left = new Map((await readPayables(app.db)).map((payable) => [payable.id, payable]));
  const matches = matchAll(wanted, left);
  for (const { is, was } of matches) if (was) refuseChange(was, is, day);
  for (const was of left.values()) {
    if (was.firstPaidOn !== null) throw inUse(was, 'it must stay in the opening');
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

type Match = { is: WantedPayable; was: Payable | undefined };

/** Finds the existing payable of each wanted one, and takes it out of `left`. */
function matchAll(wanted: readonly WantedPayable[], left: Map<number, Payable>): Match[] {
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
    const was = named.get(index) ?? [...left.values()].find((one) => isSame(one, is));
    if (was) left.delete(was.id);
    return { is, was };
  });
}

function isSame(one: Omit<WantedPayable, 'id'>, other: Omit<WantedPayable, 'id'>): boolean {
  return one.vendor === other.vendor && one.fundId === other.fundId && one.amount === other.amount;
}

function refuseChange(was: Payable, is: WantedPayable, day: CalendarDate): void {
  if (was.firstPaidOn === null) return;
  if (is.amount < was.paid) throw inUse(was, `it must not be less than the ${formatMoney(was.paid)} that is paid`);
  if (was.firstPaidOn < day)
    throw inUse(was, `the books must not begin after ${was.firstPaidOn}, the day of that payment`);
}

function inUse({ vendor, amount }: Payable, consequence: string): AppError {
  return new AppError(
    'payable_in_use',
    `There is a payment of the ${formatMoney(amount)} owed to ${vendor}, so ${consequence}. Nothing was changed.`,
  );
}
