import { type AuditedTable, decimalOf, itemsAsTold, numbered } from '../../audit/audited.ts';

/** The fields of a deposit that are compared with the audit log. */
export const auditedDeposits: AuditedTable = {
  ...numbered('Deposit'),
  table: 'deposits',
  isNew: true,
  columns: ['date', 'accountId', 'sessionId', 'feeMinor', 'feeExpenseId', 'memo', 'createdBy', 'deletedAt'],
  derived: {
    items: `(select json_group_array(json_array("sessionId", "method", "givingId", "otherIncomeId", "amountMinor") order by "position")
      from "depositItems" where "depositId" = "deposits"."id")`,
    amountMinor: `(select sum("amountMinor") from "depositItems" where "depositId" = "deposits"."id")`,
  },
  figuresOf: ({ date, memo, accountId, sessionId, feeMinor, feeExpenseId, amountMinor, items }) => ({
    date,
    accountId,
    sessionId,
    memo,
    fee: feeMinor === null ? null : decimalOf(feeMinor),
    feeExpenseId,
    amount: decimalOf(amountMinor),
    items: itemsAsTold(items),
  }),
};
