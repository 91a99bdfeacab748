/**
 * Divides what is unpaid of an expense at the end of a day among its parts. What counts on the paid basis is what was
 * booked less what is unpaid, so these rules decide on which day each part counts there:
 *
 * - A payment counts on its day, or on the day on which the expense is booked if that is later. It is divided in
 *   proportion to what is owed of each part on that day, so a part never counts with more than was owed of it.
 * - A voided payment counts until the day before the void. From the day of the void, the parts are as if it had never
 *   been made.
 * - A reversal whose money did not come back changes only what is owed. What was paid before stays with its parts, unless
 *   nothing is owed any more: then everything that was paid was for what the reversals left. A reversal whose money came
 *   back counts on the day of its refund, with its own parts.
 * - A payment may be larger than what was owed on its day: it was voided later, and a reversal or another payment with an
 *   earlier date was entered after the void. Such a payment is divided in proportion to what the reversals have left of
 *   the parts or, if that is less than the payment, in proportion to the parts of the expense.
 */
import type { CalendarDate } from '../lib/date.ts';
import { addMoney, type Minor, negateMoney, subtractMoney, ZERO } from '../lib/money.ts';
import { allocate } from './allocation.ts';
import type { FunctionalClass } from './functional-classes.ts';

/**
 * What an unpaid amount is for: a subcategory, or an account for money that is not an expense. Both are null in a bill
 * from before the books.
 */
export type UnpaidPart = {
  subCategoryId: number | null;
  accountId: number | null;
  fundId: number;
  ministryId: number | null;
  functionalClass: FunctionalClass | null;
  amount: Minor;
};

type Parts = readonly UnpaidPart[];

/** What happened to an expense by the end of a day. Voided payments are left out. */
export type History = {
  expense: Parts;
  /** The reversals whose money did not come back, with negative amounts. */
  reversals: readonly { day: CalendarDate; parts: Parts }[];
  /** The payments, on the days on which they count. */
  payments: readonly { day: CalendarDate; amount: Minor }[];
};

/** `owed` is divided in proportion to `parts`. `booked` is what the reversals have left of the expense. */
type State = { parts: Parts; owed: Minor; booked: Parts };

/** Returns what is unpaid of each part of an expense. Parts of which nothing is unpaid are left out. */
export function unpaidParts({ expense, reversals, payments }: History): UnpaidPart[] {
  // A reversal comes before the payments of its day, because they pay what it leaves.
  const events = [...reversals, ...payments].toSorted((a, b) => Number(a.day > b.day) - Number(a.day < b.day));
  let state: State = { parts: expense, owed: totalOf(expense), booked: expense };
  for (const event of events) {
    state = 'parts' in event ? afterReversal(state, event.parts) : afterPayment(state, event.amount, expense);
  }
  return divide(state.owed, state.parts);
}

function afterReversal(state: State, reversal: Parts): State {
  const parts = merged([...divide(state.owed, state.parts), ...reversal]);
  const owed = totalOf(parts);
  return { parts: owed === ZERO ? [] : parts, owed, booked: merged([...state.booked, ...reversal]) };
}

function afterPayment(state: State, amount: Minor, expense: Parts): State {
  const owed = subtractMoney(state.owed, amount);
  // While the parts are those of the expense, dividing what is left of it loses no cent between several payments.
  if (owed >= ZERO || state.parts === expense) return { ...state, owed };
  const weights = amount <= totalOf(state.booked) ? state.booked : expense;
  const parts = merged([...divide(state.owed, state.parts), ...divide(negateMoney(amount), weights)]);
  return { ...state, parts, owed };
}

/** Divides an amount in proportion to the amounts of parts. Leaves out parts that get nothing. */
export function divide(amount: Minor, parts: Parts): UnpaidPart[] {
  const weights = parts.map((part) => part.amount);
  const shares = allocate(amount, weights);
  return parts.flatMap((part, index) => (shares[index] ? [{ ...part, amount: shares[index] }] : []));
}

/** Returns the sum of the amounts of parts. */
export const totalOf = (parts: Parts): Minor => addMoney(...parts.map(({ amount }) => amount));

/** Adds up parts that differ only in their amounts. */
function merged(parts: Parts): UnpaidPart[] {
  const sums = new Map<string, UnpaidPart>();
  for (const part of parts) {
    const { subCategoryId, accountId, fundId, ministryId, functionalClass, amount } = part;
    const key = JSON.stringify([subCategoryId, accountId, fundId, ministryId, functionalClass]);
    sums.set(key, { ...part, amount: addMoney(sums.get(key)?.amount ?? ZERO, amount) });
  }
  return [...sums.values()];
}
