/** Turns each row of a file into a record to be added, without looking at other rows or the church's records. */
import type { FieldError } from '../../errors.ts';
import { eachRow } from '../../lib/chunks.ts';
import type { ImportField } from '../../lib/import-columns.ts';
import { faultAt, type ImportFault, type ImportRow, type ImportTable } from '../../lib/import-table.ts';
import { type Minor, toDecimal } from '../../lib/money.ts';

/**
 * The result of reading a row: a candidate for the import, or errors. The `path` of an error is the name of the field.
 */
export type ReadRow<C> = { errors: readonly FieldError[]; candidate: C | null };

/** Reads the rows of a table one by one, and lets other work run in between. Returns the candidates, and the faults: at most one for each cell. */
export async function readCandidates<F extends string, C>(
  table: ImportTable<F>,
  read: (row: ImportRow<F>) => ReadRow<C>,
): Promise<{ candidates: C[]; faults: ImportFault[] }> {
  const candidates: C[] = [];
  const unreadable = new Set(table.faults.map(({ line, field }) => `${line} ${field}`));
  const faults = [...table.faults];
  const take = (row: ImportRow<F>) => {
    const { errors, candidate } = read(row);
    // Skip cells that could not be read, because they are already reported.
    const fresh = onePerField(errors).filter(({ path }) => !unreadable.has(`${row.line} ${path}`));
    faults.push(...fresh.map((error) => faultAt(table, row, { ...error, path: error.path as F })));
    if (candidate !== null && errors.length === 0) candidates.push(candidate);
  };
  await eachRow(table.rows, take);
  return { candidates, faults };
}

function onePerField(errors: readonly FieldError[]): FieldError[] {
  return errors.filter(({ path }, index) => errors.findIndex((one) => one.path === path) === index);
}

/**
 * Returns the given fields of a row in the form of an API request: empty cells are left out, and amounts are decimal
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

/** Returns a cell's value as text, or null for an empty cell. */
export const textOf = (value: string | number | undefined): string | null =>
  value === undefined ? null : String(value);

/** Returns a cell's value as a number, or null for an empty cell. */
export const numberOf = (value: string | number | undefined): number | null =>
  value === undefined ? null : Number(value);
