/** Finds the header of a file. Titles may stand above it, and it may have two lines. */
import { headerKey } from '../../lib/import-columns.ts';
import { surveySheet, type Target } from './columns.ts';
import { namedHeader, type Sheet } from './sheet.ts';

/** How many rows of titles may stand above the header. */
export const MOST_TITLES = 5;
const NONE: ReadonlyMap<number, null> = new Map();

/**
 * Returns a sheet whose header is the row with the most known columns. Two lines are the header if together they have more
 * known columns than each of them alone, and the second has at least two. `others` are headers that somebody has named.
 */
export function headedSheet<F extends string>(sheet: Sheet, target: Target<F>, others: readonly string[] = []): Sheet {
  const named = new Set(others.map(headerKey));
  const known = (header: readonly string[]) => {
    const { columns } = surveySheet({ header: [...header], rows: [] }, target, NONE);
    return (
      new Set(columns.map(({ field }) => field.name)).size + header.filter((one) => named.has(headerKey(one))).length
    );
  };
  const tops = topRows(sheet);
  let best = { header: sheet.header as readonly string[], from: 0, known: known(sheet.header) };
  for (const [at, header] of tops.entries()) {
    const count = known(header);
    if (count > best.known && at < sheet.rows.length) best = { header, from: at, known: count };
    const below = tops[at + 1];
    if (!below || at + 1 >= sheet.rows.length || below.some((cell) => /[\d@]/.test(cell))) continue;
    const joined = joinedHeader(header, below, (cell) => known([cell]) > 0);
    const both = known(joined);
    const lower = known(below);
    if (lower >= 2 && both > lower && both > best.known) best = { header: joined, from: at + 1, known: both };
  }
  if (best.from === 0) return sheet;
  const rows = sheet.rows.slice(best.from);
  return { header: namedHeader(best.header, rows), rows };
}

/** Returns the first rows, among which the header is. */
export function topRows({ header, rows }: Sheet): string[][] {
  return [header, ...rows.slice(0, MOST_TITLES).map(({ cells }) => cells)];
}

/** Joins two lines of a header. A title that is written only once, above several columns, counts for all of them. */
function joinedHeader(
  upper: readonly string[],
  lower: readonly string[],
  isKnown: (cell: string) => boolean,
): string[] {
  let title = '';
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, index) => {
    const [above = '', below = ''] = [upper[index], lower[index]];
    title = above || title;
    if (below === '') return above;
    const choices = [below, `${title} ${below}`, above];
    return choices.find((choice) => choice !== '' && isKnown(choice)) ?? `${title} ${below}`.trim();
  });
}

/** Returns a sheet whose header is in this line of the file, or undefined if no row begins there. */
export function sheetFrom({ header, rows }: Sheet, line: number): Sheet | undefined {
  const [first] = rows;
  if (line === 1 || (first !== undefined && line < first.line)) return { header, rows };
  const at = rows.findIndex((row) => row.line === line);
  const below = rows.slice(at + 1);
  return at < 0 || below.length === 0 ? undefined : { header: namedHeader(rows[at]?.cells ?? [], below), rows: below };
}
