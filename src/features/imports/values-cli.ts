/** The options of the command line that change what the cells of a file say. */
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { headerKey, type ImportColumn } from '../../lib/import-columns.ts';
import type { SheetRow } from '../../lib/sheet.ts';

/**
 * Returns the rows with the values that `--value "column:theirs=ours"` maps. The column is named by its header or by our
 * field. Raises a usage error for a mapping that cannot be read, or that fits no cell.
 */
export function withValues<F extends string>(
  rows: readonly SheetRow[],
  columns: readonly ImportColumn<F>[],
  maps: readonly string[] = [],
): SheetRow[] {
  return maps.reduce((rows, map) => withValue(rows, columns, map), [...rows]);
}

function withValue<F extends string>(rows: readonly SheetRow[], columns: readonly ImportColumn<F>[], map: string) {
  const [, what = '', theirs = '', ours = ''] = /^([^:]+):(.*)=([^=]*)$/.exec(map) ?? [];
  const key = headerKey(what);
  const places = columns.filter(({ header, field }) =>
    [header, field.name, ...(field.aliases ?? [])].some((name) => headerKey(name) === key),
  );
  if (key === '' || places.length === 0) {
    const names = columns.map(({ header }) => header).join(', ');
    throw refused(map, `names no column that is read. Give --value "column:theirs=ours", with one of: ${names}`);
  }
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
  if (count === 0) throw refused(map, `fits no cell: no cell of "${places[0]?.header}" says "${theirs}".`);
  return mapped;
}

function refused(map: string, why: string): SetupError {
  return new SetupError(`--value "${map}" ${why}`, EXIT.usage);
}

const TOTAL =
  /^(?:(?:grand|sub)[ -]?)?totals?(?:\s*[:：(].*|\s+(?:for|of)\s.*|\s+(?:income|revenue|expenses?|spending|budget))?$|^(?:收入|支出|收支)?(?:合計|總計|小計|总计|合计|小计)(?:\s*[:：(（].*)?$/i;

/**
 * Divides rows into those that are read, the lines of totals, and the lines of notes below the list. A total is a row
 * without a date in which a cell says Total. In a file without dates, it begins with the word and has at most one other
 * cell; in a file of amounts without dates, such as a budget, it may have any amounts. A note is a row at the end with a single cell, in a file whose rows have dates.
 */
export function withoutTotals<F extends string>(rows: readonly SheetRow[], columns: readonly ImportColumn<F>[]) {
  const dates = columns.filter(({ field }) => field.kind === 'date' && field.isRecent);
  const filled = ({ cells }: SheetRow) => cells.filter((cell) => cell.trim() !== '');
  const texts = columns.filter(({ field }) => field.kind === undefined || field.kind === 'text');
  const isOfAmounts = columns.some(({ field }) => field.kind === 'money');
  const isTotal = (row: SheetRow) => {
    if (dates.length === 0 && isOfAmounts) return texts.some(({ index }) => TOTAL.test(row.cells[index]?.trim() ?? ''));
    if (dates.length === 0)
      return TOTAL.test(filled(row)[0] ?? '') && filled(row).length <= Math.min(2, columns.length - 1);
    const isDateless = dates.every(({ index }) => !row.cells[index] || TOTAL.test(row.cells[index].trim()));
    return isDateless && row.cells.some((cell) => TOTAL.test(cell.trim()));
  };
  const listed = rows.filter((row) => !isTotal(row));
  const end = dates.length === 0 ? listed.length : listed.findLastIndex((row) => filled(row).length > 1) + 1;
  const linesOf = (some: readonly SheetRow[]) => some.map(({ line }) => line);
  return { rows: listed.slice(0, end), totals: linesOf(rows.filter(isTotal)), notes: linesOf(listed.slice(end)) };
}
