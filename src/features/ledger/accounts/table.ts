import type { Generated } from 'kysely';
import type { AccountKind } from '../../../books/account-kinds.ts';
import type { Method } from '../../../books/payment-methods.ts';
import type { AuditedColumns, Flag } from '../../../db/columns.ts';

export type AccountTable = AuditedColumns & {
  id: Generated<number>;
  name: string;
  nameZh: string | null;
  /** The name in the form that `fold` returns. No two accounts have the same `nameKey`. */
  nameKey: string;
  kind: AccountKind;
  /** The number of the account at the bank. */
  number: string | null;
  isActive: Generated<Flag>;
  isDefault: Generated<Flag>;
  /** What Vestry itself uses the account for. No document can name such an account. */
  role: Generated<'Payable' | 'PaidEarly' | null>;
};

/**
 * The account that was chosen for a payment method, either for money received (`in`) or for money paid (`out`). A
 * method without a row uses the default account.
 */
export type AccountMethodTable = { direction: 'in' | 'out'; method: Method; accountId: number };
