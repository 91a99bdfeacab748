import type { App } from '../../../app.ts';
import type { Point } from '../../../room-declarations.ts';
import type { Minor } from '../../../lib/money.ts';

/** A fee that was kept from a deposit: its day, the account that pays it, and a text for its description. */
export type Fee = { date: string; accountId: number; amount: Minor; description: string };

/** What the room of expenses does with fees of deposits, inside the transaction of the deposit. */
export type FeeExpenses = {
  /** Enters a fee as a paid expense. Returns the id of the expense. */
  enter: (app: App, fee: Fee) => Promise<number>;
  /**
   * Deletes the expense of a fee with its payment, or keeps both if the fee was reversed in full. Raises `reversed` if
   * the payment was voided or a part of the fee was reversed.
   */
  remove: (app: App, expenseId: number) => Promise<void>;
};

export const DEPOSIT_FEES: Point<FeeExpenses> = { name: 'how fees of deposits become expenses' };
