import type { Minor } from '../lib/money.ts';

/** A balance at the end of a finalized month. */
export type MonthEndBalanceTable = {
  /** The last day of the month. */
  date: string;
  side: 'Account' | 'Fund';
  /** The id of the account or the fund. */
  rowId: number;
  amountMinor: Minor;
};
