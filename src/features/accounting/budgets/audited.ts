import { type AuditedTable, numbered } from '../../audit/audited.ts';
import { digestOfValues } from './rules.ts';

/** The versions of budgets, whose lines are compared with the audit log by their hash. */
export const auditedBudgets: AuditedTable = {
  ...numbered('BudgetVersion'),
  table: 'budgetVersions',
  isNew: true,
  upgrade: { step: '0023-budgets' },
  columns: ['year', 'version', 'kind', 'adoptedOn', 'reason', 'createdBy'],
  derived: {
    lines: `(select json_group_array(json_array("categoryId", "incomeCategoryId", "subCategoryId", "accountId", "ministryId",
      "fundId", "annualMinor", "monthsMinor") order by "position") from "budgetLines" where "versionId" = "budgetVersions"."id")`,
  },
  figuresOf: ({ year, version, kind, adoptedOn, reason, lines }) => ({
    fiscalYear: year,
    version,
    kind,
    adoptedOn,
    reason,
    digest: digestOfValues(JSON.parse(typeof lines === 'string' ? lines : '[]') as unknown[]),
  }),
};
