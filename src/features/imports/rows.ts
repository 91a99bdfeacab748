/** Rows of a file as what they are to become, each on its own, before anybody looks at the church's records. */
import type { FieldError } from '../../errors.ts';
import type { ImportField } from '../../lib/import-columns.ts';
import { faultAt, type ImportFault, type ImportRow, type ImportTable } from '../../lib/import-table.ts';
import { type Minor, toDecimal } from '../../lib/money.ts';

/** What a row is read as: a candidate, unless there are errors; their paths are fields of the file. */
export type ReadRow<C> = { errors: readonly FieldError[]; candidate: C | null };

/** The candidates of a table's rows, and every fault of a row by itself, one for each cell. */
export function readCandidates<F extends string, C>(
  table: ImportTable<F>,
  read: (row: ImportRow<F>) => ReadRow<C>,
): { candidates: C[]; faults: ImportFault[] } {
  const candidates: C[] = [];
  const unreadable = new Set(table.faults.map(({ line, field }) => `${line} ${field}`));
  const faults = [...table.faults];
  for (const row of table.rows) {
    const { errors, candidate } = read(row);
    // A cell that could not be read is told of already.
    const fresh = onePerField(errors).filter(({ path }) => !unreadable.has(`${row.line} ${path}`));
    faults.push(...fresh.map((error) => faultAt(table, row, { ...error, path: error.path as F })));
    if (candidate !== null && errors.length === 0) candidates.push(candidate);
  }
  return { candidates, faults };
}

function onePerField(errors: readonly FieldError[]): FieldError[] {
  return errors.filter(({ path }, index) => errors.findIndex((one) => one.path === path) === index);
}

/** What a row says of these fields, as the API would be told of it: nothing of an empty cell, and amounts as decimal numbers. */
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
