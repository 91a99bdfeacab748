/** The tables whose rows are held against the audit log, each declared by its feature. */
import type { AuditedTable } from './features/audit/audited-table.ts';
import { auditedApprovalRules } from './features/spending/approval-rules/audited.ts';
import { auditedContributions } from './features/giving/contributions/audited.ts';
import { auditedSubCategories } from './features/spending/categories/audited.ts';
import { auditedExpenses } from './features/spending/expenses/audited.ts';
import { auditedGivings } from './features/giving/givings/audited.ts';
import { auditedGivingCategories } from './features/giving/categories/audited.ts';
import { auditedMeals } from './features/people/meals/audited.ts';
import { auditedMinistries } from './features/church/ministries/audited.ts';
import { auditedSessions } from './features/giving/offerings/audited.ts';
import { auditedStatements } from './features/reports/statements/audited.ts';
import { auditedUsers } from './features/access/users/audited.ts';

export const AUDITED: readonly AuditedTable[] = [
  auditedUsers,
  auditedGivings,
  auditedExpenses,
  auditedSessions,
  auditedMeals,
  auditedStatements,
  auditedApprovalRules,
  auditedContributions,
  auditedGivingCategories,
  auditedSubCategories,
  auditedMinistries,
];
