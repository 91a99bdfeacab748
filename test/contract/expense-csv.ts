/** Helpers for the tests of expense exports and imports. They read exported expenses and write import files. */
import { expect } from 'vitest';
import { type Books, type Json, done } from './books.ts';
import { cells, exported, file, run, works } from './people-files.ts';

export const exportExpenses = (dataDir: string, ...args: string[]) => run(dataDir, 'export', 'expenses', ...args);

/** Returns the expenses that `vestry export expenses --format json` writes, in the order of their numbers. */
export async function expensesOf(dataDir: string): Promise<Json[]> {
  return exported((await works(exportExpenses(dataDir, '--format', 'json'))).stdout);
}

/** Returns every expense that the API lists, in the order of their numbers. */
export async function allExpenses(books: Books): Promise<Json[]> {
  const { items, totalPages } = await done(books.admin.get('/api/expenses?pageSize=200&sort=id'));
  expect(totalPages).toBeLessThanOrEqual(1);
  return items;
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Returns the index of the column for an API field. Ignores case, spaces and punctuation in the column names. */
export function columnOf(header: readonly string[], field: string): number {
  const place = header.findIndex((name) => plain(name) === plain(field));
  expect(place, `no column ${field} in ${header.join(', ')}`).toBeGreaterThanOrEqual(0);
  return place;
}

export type Sheet = { header: string[]; rows: string[][] };

/** Exports expenses as CSV and returns the header and the rows. */
export async function sheetOf(dataDir: string, ...args: string[]): Promise<Sheet> {
  const { stdout } = await works(exportExpenses(dataDir, '--format', 'csv', ...args));
  const [header = [], ...rows] = cells(stdout);
  return { header, rows };
}

/**
 * The cells of a row by field name. `what` is the subcategory and `who` is the ministry, whatever the export calls
 * them.
 */
export type Line = Record<string, string>;

/**
 * Writes a file with the columns of an export. A cell that a line does not set is empty. But a missing subcategory or
 * ministry is copied from the first exported row.
 */
export function importFile({ header, rows: [model = []] }: Sheet, lines: readonly Line[]): string {
  const written = lines.map(({ what, who, ...fields }) =>
    header.map((name, place) => {
      const given = Object.entries(fields).find(([field]) => plain(field) === plain(name));
      if (given !== undefined) return given[1];
      if (/subcategory|group|line/.test(plain(name))) return what ?? model[place] ?? '';
      return /ministry/.test(plain(name)) ? (who ?? model[place] ?? '') : '';
    }),
  );
  const quoted = [header, ...written].map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','));
  return file(quoted, 'expenses.csv');
}
