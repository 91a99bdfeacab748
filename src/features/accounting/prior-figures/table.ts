import type { Generated } from 'kysely';
import type { AuditedColumns } from '../../../db/columns.ts';
import type { Minor } from '../../../lib/money.ts';

/** The figures of a fiscal year before the books, as the church entered them. */
export type PriorFiguresTable = AuditedColumns & {
  id: Generated<number>;
  /** The first day of the fiscal year. */
  startsOn: string;
  /** The net assets, the assets and the liabilities at the end of the year; null if they were not entered. */
  netAssetsMinor: Minor | null;
  assetsMinor: Minor | null;
  liabilitiesMinor: Minor | null;
};

/** An amount of such a year. It has at most one id; without one, it is known by its name alone. */
export type PriorFigureLineTable = {
  figuresId: number;
  position: number;
  part: 'Income' | 'Expense';
  name: string;
  categoryId: number | null;
  incomeCategoryId: number | null;
  subCategoryId: number | null;
  groupId: number | null;
  /** The amount. An expense is positive. */
  amountMinor: Minor;
};
