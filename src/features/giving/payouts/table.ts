import type { Generated } from 'kysely';
import type { Minor } from '../../../lib/money.ts';

/**
 * What a row of a payment service means. Returned: a bank took a payment back. Regained: money that was refunded or
 * returned came back. Open: money that no rule books. A Payout is negative if it reached the bank.
 */
export type PayoutKind = 'Gift' | 'Refund' | 'Returned' | 'Regained' | 'Fee' | 'Payout' | 'Open';

/** A row of a file of a payment service, with the service's own ids. A fee of its own has no gross amount. */
export type PayoutRowTable = {
  id: Generated<number>;
  /** The account in which the money lies until it is paid out. */
  accountId: number;
  kind: PayoutKind;
  transactionId: string;
  /** The service's id of the payment to which the row belongs. */
  charge: string | null;
  day: string;
  grossMinor: Minor;
  feeMinor: Minor;
  /** The service's id of the payout that contains the row. */
  payout: string | null;
  /** The gift, its reversal, or the gift that came back. Null for any other kind, and for an open point. */
  givingId: number | null;
  /** The expense that contains the fee. */
  feeExpenseId: number | null;
  transferId: number | null;
};
