/** Turns rows of a file into records to be added, each by itself and without looking at the church's records. */
import type { FieldError } from '../../errors.ts';
import type { ImportField } from '../../lib/import-columns.ts';
import { faultAt, type ImportFault, type ImportRow, type ImportTable } from '../../lib/import-table.ts';
import { type Minor, toDecimal } from '../../lib/money.ts';

/** The result of reading a row: a candidate, unless there are errors. Their paths are fields of the file. */
export type ReadRow<C> = { errors: readonly FieldError[]; candidate: C | null };

/** Returns the candidates in a table, and the faults found by reading each row on its own: at most one per cell. */
export function readCandidates<F extends string, C>(
  table: ImportTable<F>,
  read: (row: ImportRow<F>) => ReadRow<C>,
): { candidates: C[]; faults: ImportFault[] } {
  const candidates: C[] = [];
  const unreadable = new Set(table.faults.map(({ line, field }) => `${line} ${field}`));
  const faults = [...table.faults];
  for (const row of table.rows) {
    const { errors, candidate } = read(row);
    // Cells that could not be read are already reported.
    const fresh = onePerField(errors).filter(({ path }) => !unreadable.has(`${row.line} ${path}`));
    faults.push(...fresh.map((error) => faultAt(table, row, { ...error, path: error.path as F })));
    if (candidate !== null && errors.length === 0) candidates.push(candidate);
  }
  return { candidates, faults };
}

function onePerField(errors: readonly FieldError[]): FieldError[] {
  return errors.filter(({ path }, index) => errors.findIndex((one) => one.path === path) === index);
}

/**
 * Returns these fields of a row as a request would send them: empty cells are left out, and amounts are decimal
 * numbers.
 */
export function saidOf<F extends string>({ values }: ImportRow<F>, fields: readonly ImportField<F>[]) {
  const said: Record<string, unknown> = {};
  for (const { name, kind } of fields) {
    const value = values[name];
    if (value !== undefined) said[name] = kind === 'money' ? toDecimal(Number(value) as Minor) : value;
  }
  return said;
}

/** A cell's value as text, or null. */
export const textOf = (value: string | number | undefined): string | null =>
  value === undefined ? null : String(value);

/** A cell's value as a number, or null. */
export const numberOf = (value: string | number | undefined): number | null =>
  value === undefined ? null : Number(value);
