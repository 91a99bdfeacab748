import { stringify } from 'csv-stringify/sync';

export type Cell = string | number | null;

/**
 * Returns rows as CSV (RFC 4180) with a header line. A leading apostrophe defuses texts that a spreadsheet would run as
 * a formula (OWASP, CSV Injection). Plain numbers stay numbers, also negative ones.
 */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return csvLines([header, ...rows]);
}

/** Returns lines of CSV without a header, for writing a large file part by part. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => row.map(defuse)),
    // By default only a complete line delimiter is quoted, so a note of two lines would end its row.
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  );
}

/**
 * A spreadsheet in Chinese or Japanese may treat full-width signs like narrow ones (OWASP, CSV Injection). The pattern
 * includes apostrophes before the sign, so that a text that begins with both is read back unchanged.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r]/;
const DEFUSED = /^''*[=+\-@＝＋－＠\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

function defuse(cell: Cell): Cell {
  return typeof cell === 'string' && FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
}

/** Returns a cell as it was before it was defused. */
export function undefused(cell: string): string {
  return DEFUSED.test(cell) ? cell.slice(1) : cell;
}
