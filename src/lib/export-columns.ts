/** The columns of exported lists, and the lines of their CSV files. */
import { type Cell, csvLines } from './csv.ts';
import type { FileColumn } from './import-columns.ts';
import { type Minor, toDecimal } from './money.ts';

/** Without this mark, Excel reads UTF-8 as text in the computer's code page and shows Chinese as nonsense. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A column of an export: its header, whether it contains dates, and its value for a row. */
export type ExportColumn<T> = { name: string; isDate?: boolean; cell: (row: T) => Cell };

/** Returns columns that show fields unchanged. */
export function plainColumns<T>(...names: (keyof T & string)[]): ExportColumn<T>[] {
  return names.map((name) => ({ name, cell: (row) => row[name] as Cell }));
}

/** Returns columns of dates. */
export function dateColumns<T>(...names: (keyof T & string)[]): ExportColumn<T>[] {
  return plainColumns<T>(...names).map((column) => ({ ...column, isDate: true }));
}

/**
 * Returns the columns for a table of fields. A column shows the field with the same name, unless `cells` has a function
 * for the column.
 */
export function fieldColumns<T>(
  columns: Readonly<Record<string, FileColumn>>,
  cells: Readonly<Partial<Record<string, (row: T) => Cell>>> = {},
): ExportColumn<T>[] {
  const exported = Object.entries(columns).filter(([, { only }]) => only !== 'import');
  return exported.flatMap(([name, { kind }]) => {
    const field = name as keyof T & string;
    const cell = cells[name];
    if (cell) return [{ name, cell }];
    return kind === 'money' ? moneyColumns<T>(field) : kind === 'date' ? dateColumns<T>(field) : plainColumns<T>(field);
  });
}

/** Returns columns of amounts as decimal numbers, as in the API. */
export function moneyColumns<T>(...names: (keyof T & string)[]): ExportColumn<T>[] {
  return names.map((name) => ({ name, cell: (row) => decimalOf(row[name] as Minor | null) }));
}

const decimalOf = (minor: Minor | null) => (minor === null ? null : toDecimal(minor));

/** Returns the header of a CSV file, with the byte order mark before it. */
export function csvHeader<T>(columns: readonly ExportColumn<T>[]): string {
  return BYTE_ORDER_MARK + csvLines([columns.map(({ name }) => name)]);
}

/** Returns rows as lines of CSV. */
export function csvRows<T>(columns: readonly ExportColumn<T>[], rows: readonly T[]): string {
  return csvLines(rows.map((row) => columns.map(({ cell }) => cell(row))));
}
