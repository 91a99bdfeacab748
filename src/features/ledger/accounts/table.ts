import type { Generated } from 'kysely';
import type { AccountKind } from '../../../books/account-kinds.ts';
import type { Method } from '../../../books/payment-methods.ts';
import type { AuditedColumns, Flag } from '../../../db/columns.ts';

export type AccountTable = AuditedColumns & {
  id: Generated<number>;
  name: string;
  nameZh: string | null;
  /** The folded name, under which it is unique. */
  nameKey: string;
  kind: AccountKind;
  /** The number of the account at the bank. */
  number: string | null;
  isActive: Generated<Flag>;
  isDefault: Generated<Flag>;
  /** What Vestry itself uses the account for. No document can name such an account. */
  role: Generated<'Payable' | 'PaidEarly' | null>;
};

/** The account for a payment method: of money received (`in`) or paid (`out`). Other methods use the default account. */
export type AccountMethodTable = { direction: 'in' | 'out'; method: Method; accountId: number };
