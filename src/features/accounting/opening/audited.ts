import { type AuditedRow, type AuditedTable, numbered } from '../../audit/audited.ts';
import { digestOfOpening } from './rules.ts';

/** The opening of the books, which is compared with the audit log by the hash of everything that it contains. */
export const auditedOpening: AuditedTable = {
  ...numbered('BookOpening'),
  table: 'bookOpening',
  isNew: true,
  upgrade: { step: '0022-ledger' },
  columns: ['date', 'unpaidMinor', 'paidEarlyMinor', 'isFromUpgrade', 'createdBy'],
  derived: {
    accounts: `(select json_group_array(json_array("accountId", "balanceMinor", "bankBalanceMinor") order by "accountId")
      from "openingAccounts")`,
    outstanding: `(select json_group_array(json_array("id", "accountId", "date", "reference", "amountMinor") order by "id")
      from "outstandingItems")`,
    funds: `(select json_group_array(json_array("fundId", "balanceMinor") order by "fundId") from "openingFunds")`,
    holdings: `(select json_group_array(json_array("accountId", "fundId", "amountMinor") order by "accountId", "fundId")
      from "openingHoldings")`,
    payables: `(select json_group_array(json_array("id", "vendor", "fundId", "amountMinor", "vendorId", "form1099")
      order by "id") from "payables")`,
    amounts: `(select json_group_array(json_array("categoryId", "incomeCategoryId", "subCategoryId", "fundId", "ministryId",
      "amountMinor") order by "position") from "openingAmounts")`,
  },
  figuresOf: (row) => ({ date: row.date, digest: digestOf(row) }),
};

function digestOf(row: AuditedRow): string {
  const listOf = (field: string) => JSON.parse(typeof row[field] === 'string' ? row[field] : '[]') as unknown[];
  return digestOfOpening({
    row: [row.date, row.unpaidMinor, row.paidEarlyMinor, row.isFromUpgrade],
    accounts: listOf('accounts'),
    outstanding: listOf('outstanding'),
    funds: listOf('funds'),
    holdings: listOf('holdings'),
    payables: listOf('payables'),
    amounts: listOf('amounts'),
  });
}
