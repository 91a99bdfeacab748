/** Plans payments: one for each payee, with the next check numbers. */
import { addMoney, type Minor } from '../../../lib/money.ts';

/** Something to pay: an approved expense, or a bill from before the books. */
export type Due = {
  key: string;
  expenseId: number | null;
  payableId: number | null;
  /** Two things to pay with the same payee can be paid together. */
  payee: string;
  description: string;
  note: string | null;
  since: string;
  amount: Minor;
};

/** One payment of everything that was chosen for a payee. */
export type Planned = { payee: string; dues: readonly Due[]; amount: Minor };

/** Returns one payment for each payee, in the order in which the payees first appear. */
export function plannedFor(dues: readonly Due[]): Planned[] {
  return [...new Set(dues.map(({ payee }) => payee))].map((payee) => {
    const own = dues.filter((due) => due.payee === payee);
    return { payee, dues: own, amount: addMoney(...own.map(({ amount }) => amount)) };
  });
}

type Written = { method: string | null; reference: string | null };

/** Returns the number after the highest of the checks; undefined if none of them has a number. */
export function nextCheck(payments: readonly Written[]): number | undefined {
  const numbers = payments
    .filter(({ method, reference }) => method === 'Check' && /^\d{1,9}$/.test(reference ?? ''))
    .map(({ reference }) => Number(reference));
  return numbers.length === 0 ? undefined : Math.max(...numbers) + 1;
}

/**
 * Returns the reference of each planned payment. A typed one stays. The others are numbered from `first` on, and skip
 * the typed ones.
 */
export function references(
  payees: readonly string[],
  typed: Readonly<Record<string, string>>,
  first: number | undefined,
): Record<string, string> {
  const taken = new Set(payees.map((payee) => typed[payee]?.trim()));
  let next = first;
  return Object.fromEntries(
    payees.map((payee) => {
      if (typed[payee] !== undefined || next === undefined) return [payee, typed[payee] ?? ''];
      while (taken.has(String(next))) next += 1;
      next += 1;
      return [payee, String(next - 1)];
    }),
  );
}
