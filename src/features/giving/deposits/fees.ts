import type { App } from '../../../app.ts';
import type { Point } from '../../../room-declarations.ts';
import type { Minor } from '../../../lib/money.ts';

/**
 * A fee that was kept from a deposit, or by a payment service: its day, the account that pays it, a text for its
 * description, what somebody may want to look up, and who owns the expense if not the actor.
 */
export type Fee = {
  date: string;
  accountId: number;
  amount: Minor;
  description: string;
  notes?: string;
  owner?: number | null;
};

/** A part of a fee that was given back on a day, into the account that had paid it. */
export type FeeBack = { expenseId: number; date: string; amount: Minor; reason: string };

/** What the room of expenses does with fees of deposits, inside the transaction of the deposit. */
export type FeeExpenses = {
  /** Enters a fee as a paid expense. Returns the id of the expense. */
  enter: (app: App, fee: Fee) => Promise<number>;
  /**
   * Deletes the expense of a fee with its payment, or keeps both if the fee was reversed in full. Raises `reversed` if
   * the payment was voided or a part of the fee was reversed.
   */
  remove: (app: App, expenseId: number) => Promise<void>;
  /** Reverses a part of the expense of a fee. Raises whatever a reversal of an expense raises. */
  giveBack: (app: App, back: FeeBack) => Promise<void>;
};

export const DEPOSIT_FEES: Point<FeeExpenses> = { name: 'how fees of deposits become expenses' };

/** Returns what the room of expenses does with fees. */
export async function feeExpenses(app: App): Promise<FeeExpenses> {
  const [expenses] = await app.declared(DEPOSIT_FEES);
  if (!expenses) throw new Error('No room enters fees of deposits.');
  return expenses;
}
