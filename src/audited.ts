/** The tables whose rows are held against the audit log, each declared by its feature. */
import type { AuditedTable } from './features/audit/audited-table.ts';
import { auditedApprovalRules } from './features/approval-rules/audited.ts';
import { auditedContributions } from './features/contributions/audited.ts';
import { auditedSubCategories } from './features/expense-categories/audited.ts';
import { auditedExpenses } from './features/expenses/audited.ts';
import { auditedGivings } from './features/giving/audited.ts';
import { auditedGivingCategories } from './features/giving-categories/audited.ts';
import { auditedMeals } from './features/meals/audited.ts';
import { auditedMinistries } from './features/ministries/audited.ts';
import { auditedSessions } from './features/offerings/audited.ts';
import { auditedStatements } from './features/statements/audited.ts';
import { auditedUsers } from './features/users/audited.ts';

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
