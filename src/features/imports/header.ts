/** Finds the header of a file. Titles may stand above it, and it may have two lines. */
import { headerKey, type ImportColumn } from '../../lib/import-columns.ts';
import type { SheetRow } from '../../lib/sheet.ts';
import { readMoney } from '../../lib/written-money.ts';
import { surveySheet, type Target } from './columns.ts';
import { isAmount, isDay } from './kind.ts';
import { type ImportFile, namedHeader, type Sheet, UNNAMED } from './sheet.ts';
import { isTotalText } from './values.ts';

/** How many rows of titles may stand above the header. */
export const MOST_TITLES = 5;
const NONE: ReadonlyMap<number, null> = new Map();

/** A sheet below its header, with the line of the header and the rows that stand above it. */
export type Headed = Sheet & { headerLine: number; above: readonly SheetRow[] };

/**
 * Returns a sheet whose header is the row with the most known columns. Two lines are the header if together they have more
 * known columns than each of them alone, and the second has at least two. `others` are headers that somebody has named.
 */
export function headedSheet<F extends string>(
  sheet: Sheet & Pick<ImportFile, 'headerLine'>,
  target: Target<F>,
  others: readonly string[] = [],
): Headed {
  const named = new Set(others.map(headerKey));
  const known = (header: readonly string[]) => {
    const { columns } = surveySheet({ header: [...header], rows: [] }, target, NONE);
    return (
      new Set(columns.map(({ field }) => field.name)).size + header.filter((one) => named.has(headerKey(one))).length
    );
  };
  const tops = topRows(sheet);
  let best = { header: sheet.header as readonly string[], above: 0, from: 0, known: known(sheet.header) };
  for (const [at, header] of tops.entries()) {
    const count = known(header);
    if (count > best.known && at < sheet.rows.length) best = { header, above: at, from: at, known: count };
    const below = tops[at + 1];
    if (!below || at + 1 >= sheet.rows.length || below.some((cell) => /[\d@]/.test(cell))) continue;
    const joined = joinedHeader(header, below, (cell) => known([cell]) > 0);
    const both = known(joined);
    const lower = known(below);
    if (lower >= 2 && both > lower && both > best.known)
      best = { header: joined, above: at, from: at + 1, known: both };
  }
  if (best.from === 0) return { ...sheet, above: [] };
  const rows = sheet.rows.slice(best.from);
  const cells = sheet.header.map((cell) => (UNNAMED.test(cell) ? '' : cell));
  const above = [{ line: sheet.headerLine, cells }, ...sheet.rows].slice(0, best.above);
  const headerLine = sheet.rows[best.from - 1]?.line ?? sheet.headerLine;
  return { header: namedHeader(best.header, rows), headerLine, rows, above };
}

/**
 * Returns the lines of the rows above a header that look like rows of the list, and not like titles: they have a date or an
 * amount in its column, or a cell in every column that no row of the list leaves empty.
 */
export function listedAbove<F extends string>(
  { above, rows }: Pick<Headed, 'above' | 'rows'>,
  columns: readonly ImportColumn<F>[],
): number[] {
  if (above.length === 0) return [];
  const always = columns.filter(({ index }) => rows.every(({ cells }) => cells[index]));
  const isListed = ({ cells }: SheetRow) => {
    const filled = cells.filter(Boolean);
    if (filled.length < 2 || filled.some(isTotalText)) return false;
    if (columns.some(({ index, field }) => SHOWS[field.kind ?? 'text']?.(cells[index] ?? ''))) return true;
    // A title of several columns may be repeated above each of them.
    const isTitle = new Set(filled).size < filled.length;
    return !isTitle && always.length > 1 && always.every(({ index, field }) => fits(field.kind, cells[index] ?? ''));
  };
  return above.filter(isListed).map(({ line }) => line);
}

/** What shows that a cell is one of the list. */
const SHOWS: Readonly<Record<string, (cell: string) => boolean>> = { date: isDay, money: isAmount };

/** Returns whether a cell can be one of the list. */
function fits(kind: string | undefined, cell: string): boolean {
  if (kind === 'date') return isDay(cell);
  return kind === 'money' ? readMoney(cell) !== undefined : cell !== '';
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

/**
 * Returns a sheet whose header is in this line of the file, or undefined if no row begins there. Whoever names the line says
 * that the rows above it are titles.
 */
export function sheetFrom({ header, rows }: Sheet, line: number): Headed | undefined {
  const [first] = rows;
  if (line === 1 || (first !== undefined && line < first.line)) return { header, headerLine: line, rows, above: [] };
  const at = rows.findIndex((row) => row.line === line);
  const below = rows.slice(at + 1);
  if (at < 0 || below.length === 0) return undefined;
  return { header: namedHeader(rows[at]?.cells ?? [], below), headerLine: line, rows: below, above: [] };
}
