/** What the tests of exported and imported expenses share: a church's expenses as files, and lines of one's own making. */
import { expect } from 'vitest';
import { type Books, type Json, done } from './books.ts';
import { cells, exported, file, run, works } from './people-files.ts';

export const exportExpenses = (dataDir: string, ...args: string[]) => run(dataDir, 'export', 'expenses', ...args);

/** What `vestry export expenses --format json` writes, in the order of the numbers. */
export async function expensesOf(dataDir: string): Promise<Json[]> {
  return exported((await works(exportExpenses(dataDir, '--format', 'json'))).stdout);
}

/** Every expense as the API lists them, in the order of their numbers. */
export async function allExpenses(books: Books): Promise<Json[]> {
  const { items, totalPages } = await done(books.admin.get('/api/expenses?pageSize=200&sort=id'));
  expect(totalPages).toBeLessThanOrEqual(1);
  return items;
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The place of a column, whatever the case and the spaces of its name; the API's name of the field is looked for. */
export function columnOf(header: readonly string[], field: string): number {
  const place = header.findIndex((name) => plain(name) === plain(field));
  expect(place, `a column ${field} in ${header.join(', ')}`).toBeGreaterThanOrEqual(0);
  return place;
}

export type Sheet = { header: string[]; rows: string[][] };

/** An export as CSV, taken apart. */
export async function sheetOf(dataDir: string, ...args: string[]): Promise<Sheet> {
  const { stdout } = await works(exportExpenses(dataDir, '--format', 'csv', ...args));
  const [header = [], ...rows] = cells(stdout);
  return { header, rows };
}

/** Cells by their fields; `what` is the subcategory and `who` the ministry, under whatever columns an export names them. */
export type Line = Record<string, string>;

/**
 * A file in the columns of an export. What a line does not say is empty, but for the subcategory and the ministry,
 * which are those of the exported line unless the line says `what` or `who`.
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
