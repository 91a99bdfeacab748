import { CHECKING } from '../../../books/account-kinds.ts';
import {
  type AuditedRow,
  type AuditedTable,
  decimalOf,
  type FigureEntry,
  itemsAsTold,
  numbered,
} from '../../audit/audited.ts';

/** The fields of a payment that are compared with the audit log: all fields on which figures depend. */
export const auditedPayments: AuditedTable = {
  ...numbered('Payment'),
  table: 'payments',
  isNew: true,
  // A migrated payment has no audit entry. Its figures are those of its expense, which has audit entries.
  isMigrated: ({ madeFor }) => madeFor !== null,
  columns: ['date', 'accountId', 'method', 'reference', 'voidedOn', 'voidReason', 'madeFor', 'createdBy', 'deletedAt'],
  derived: {
    asPaid: `(select json_array("status", coalesce("paidOn", "bookedOn"), "paymentMethod", "paymentReference", "amountMinor")
      from "expenses" where "id" = "payments"."madeFor")`,
    amountMinor: `(select sum("amountMinor") from "paymentItems" where "paymentId" = "payments"."id")`,
    items: `(select json_group_array(json_array("expenseId", "payableId", "amountMinor") order by "position")
      from "paymentItems" where "paymentId" = "payments"."id")`,
  },
  figuresOf: ({ date, accountId, method, reference, voidedOn, voidReason, amountMinor, items }) => ({
    date,
    accountId,
    method,
    reference,
    voidedOn,
    voidReason,
    amount: decimalOf(amountMinor),
    items: itemsAsTold(items),
  }),
  compareHistory: compareMigrated,
};

/**
 * Returns how a payment from the migration differs from its expense, which is itself compared with the audit log. The
 * entry that voids such a payment records its figures, because its expense may be paid again on another day.
 */
function compareMigrated(row: AuditedRow, entries: readonly FigureEntry[]): string | undefined {
  const { madeFor, cursor, accountId, voidedOn, items } = row;
  if (madeFor === null) return undefined;
  const [status, date, method, reference, amount] = JSON.parse(String(row.asPaid)) as unknown[];
  const isVoided = entries.some(({ action }) => action === 'PaymentVoided' || action === 'PaymentDeleted');
  const isAsPaid =
    voidedOn === null && status === 'Paid' && row.date === date && row.method === method && row.reference === reference;
  const isWhole = cursor === madeFor && accountId === CHECKING && items === JSON.stringify([[madeFor, null, amount]]);
  return isWhole && (isVoided || isAsPaid) ? undefined : 'is not the payment of its expense as an upgrade added it';
}
