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

const TOTAL = /^(?:(?:grand|sub)[ -]?)?totals?:?$|^(?:合計|總計|小計|总计|合计|小计)[:：]?$/i;

/**
 * Divides rows into those that are read and the lines of totals: rows without a date in which a cell says Total. A file
 * without dates has no totals.
 */
export function withoutTotals<F extends string>(rows: readonly SheetRow[], columns: readonly ImportColumn<F>[]) {
  const dates = columns.filter(({ field }) => field.kind === 'date');
  const isTotal = ({ cells }: SheetRow) =>
    dates.length > 0 &&
    cells.some((cell) => TOTAL.test(cell.trim())) &&
    dates.every(({ index }) => !cells[index] || TOTAL.test(cells[index].trim()));
  return { rows: rows.filter((row) => !isTotal(row)), totals: rows.filter(isTotal).map(({ line }) => line) };
}
