/** Changes what the cells of a file say, as somebody has said, and finds the rows that only sum up or explain others. */
import { headerKey, type ImportColumn } from '../../lib/import-columns.ts';
import type { SheetRow } from '../../lib/sheet.ts';

/** A text in a column that is read as another text. The column is named by its header or by our field. */
export type ValueSaid = { column: string; theirs: string; ours: string };

/** Why a value cannot be applied: no column that is read has this name, or no cell of the column has the text. */
export type ValueFault = { said: ValueSaid; code: 'no_such_column' | 'no_such_cell'; columns: readonly string[] };

/** Returns the rows with other texts in place of some, or the fault of the first value that fits nothing. */
export function withValues<F extends string>(
  rows: readonly SheetRow[],
  columns: readonly ImportColumn<F>[],
  values: readonly ValueSaid[],
): { rows: readonly SheetRow[] } | { fault: ValueFault } {
  let mapped = rows;
  for (const said of values) {
    const key = headerKey(said.column);
    const places = columns.filter(({ header, field }) =>
      [header, field.name, ...(field.aliases ?? [])].some((name) => headerKey(name) === key),
    );
    const headers = (places.length > 0 ? places : columns).map(({ header }) => header);
    if (key === '' || places.length === 0) return { fault: { said, code: 'no_such_column', columns: headers } };
    const changed = withValue(mapped, places, said);
    if (changed === undefined) return { fault: { said, code: 'no_such_cell', columns: headers } };
    mapped = changed;
  }
  return { rows: mapped };
}

/** Returns the rows with another text in these columns, or undefined if no cell has the text. */
function withValue(
  rows: readonly SheetRow[],
  places: readonly { index: number }[],
  { theirs, ours }: ValueSaid,
): SheetRow[] | undefined {
  const wanted = theirs.trim().toLowerCase();
  let count = 0;
  const mapped = rows.map((row) => {
    const found = places.filter(({ index }) => row.cells[index]?.trim().toLowerCase() === wanted);
    count += found.length;
    if (found.length === 0) return row;
    const cells = [...row.cells];
    for (const { index } of found) cells[index] = ours.trim();
    return { ...row, cells };
  });
  return count === 0 ? undefined : mapped;
}

const TOTAL =
  /^(?:(?:grand|sub)[ -]?)?totals?(?:\s*[:：(].*|\s+(?:for|of)\s.*|\s+(?:income|revenue|expenses?|spending|budget))?$|^(?:收入|支出|收支)?(?:合計|總計|小計|总计|合计|小计)(?:\s*[:：(（].*)?$/i;

/** Returns whether a cell says that its row is a total. */
export const isTotalText = (cell: string): boolean => TOTAL.test(cell.trim());

/**
 * Divides rows into those that are read, the lines of totals, and the lines of notes below the list. A total is a row
 * without a date in which a cell says Total. In a file without dates, it begins with the word and has at most one other
 * cell; in a file of amounts without dates, such as a budget, it may have any amounts. A note is a row at the end with a single cell that is not a whole row with other separators, in a file
 * whose rows have dates.
 */
export function withoutTotals<F extends string>(rows: readonly SheetRow[], columns: readonly ImportColumn<F>[]) {
  const dates = columns.filter(({ field }) => field.kind === 'date' && field.isRecent);
  const filled = ({ cells }: SheetRow) => cells.filter((cell) => cell.trim() !== '');
  const texts = columns.filter(({ field }) => field.kind === undefined || field.kind === 'text');
  const isOfAmounts = columns.some(({ field }) => field.kind === 'money');
  const isTotal = (row: SheetRow) => {
    if (dates.length === 0 && isOfAmounts) return texts.some(({ index }) => isTotalText(row.cells[index] ?? ''));
    if (dates.length === 0)
      return isTotalText(filled(row)[0] ?? '') && filled(row).length <= Math.min(2, columns.length - 1);
    const isDateless = dates.every(({ index }) => !row.cells[index] || isTotalText(row.cells[index]));
    return isDateless && row.cells.some(isTotalText);
  };
  const listed = rows.filter((row) => !isTotal(row));
  const end =
    dates.length === 0 ? listed.length : listed.findLastIndex((row) => !isNote(filled(row), columns.length)) + 1;
  const linesOf = (some: readonly SheetRow[]) => some.map(({ line }) => line);
  return { rows: listed.slice(0, end), totals: linesOf(rows.filter(isTotal)), notes: linesOf(listed.slice(end)) };
}

function isNote([text = '', ...more]: readonly string[], columns: number): boolean {
  const parts = text.split(/[,;|\t]/);
  return more.length === 0 && (parts.length < columns || parts.filter((part) => /\d/.test(part)).length < 2);
}
