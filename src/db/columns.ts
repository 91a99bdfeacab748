/** How values are stored in the database, and how they are read back. */
import type { Generated } from 'kysely';
import { type Minor, SumTooLarge } from '../lib/money.ts';

/** A boolean, stored as 0 or 1. */
export type Flag = 0 | 1;

/** The columns of every audited table: instants in UTC and the ids of users. */
export type AuditedColumns = {
  createdAt: string;
  modifiedAt: string;
  createdBy: number | null;
  modifiedBy: number | null;
};

/** The names of the audit columns, for queries that name the columns they select. */
export const AUDITED = ['createdAt', 'modifiedAt', 'createdBy', 'modifiedBy'] as const;

/** The deletion mark of a soft-deleted table. */
export type SoftDeleted = { deletedAt: Generated<string | null> };

/**
 * Returns the sum of a money column as an amount, or zero if there were no rows. Throws `SumTooLarge` if the sum is not
 * exact.
 */
export function sumOf(value: number | bigint | string | null): Minor {
  const total = Number(value ?? 0);
  if (!Number.isSafeInteger(total)) throw new SumTooLarge();
  return total as Minor;
}
