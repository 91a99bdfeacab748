import type { Generated } from 'kysely';
import type { AuditedColumns } from '../../../db/columns.ts';
import type { Minor } from '../../../lib/money.ts';

/**
 * A version of the budget of a fiscal year. A draft is replaced by each save until it is adopted. From then on, every
 * change adds a version.
 */
export type BudgetVersionTable = AuditedColumns & {
  id: Generated<number>;
  /** The calendar year in which the fiscal year begins. */
  year: number;
  /** The number of the version within its year, from 1. */
  version: number;
  kind: 'Draft' | 'Adopted' | 'Amended';
  /** The day on which the version was adopted; null for a draft. */
  adoptedOn: string | null;
  reason: string | null;
};

/** A line of a version. It has exactly one of the first four ids. */
export type BudgetLineTable = {
  versionId: number;
  position: number;
  categoryId: number | null;
  incomeCategoryId: number | null;
  subCategoryId: number | null;
  accountId: number | null;
  ministryId: number | null;
  fundId: number | null;
  annualMinor: Minor;
  /** The amounts of the twelve months in the order of the fiscal year, as a JSON list. */
  monthsMinor: string;
};
