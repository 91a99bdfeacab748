import { stringify } from 'csv-stringify/sync';

export type Cell = string | number | null;

/**
 * Rows as CSV (RFC 4180) with a header line. Texts that a spreadsheet would run as a formula are defused with a
 * leading apostrophe (OWASP, CSV Injection); plain numbers stay numbers, negative ones too.
 */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return csvLines([header, ...rows]);
}

/** Lines of CSV without a header, for writing a large file part by part. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => row.map(defuse)),
    // By itself it would only quote the delimiter as a whole, and a note of two lines would end its row.
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  );
}

/**
 * A spreadsheet in Chinese or Japanese may take the wide signs for the narrow ones (OWASP, CSV Injection). Apostrophes
 * before a sign count as well, so that a text that begins with both comes back as it was.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r]/;
const DEFUSED = /^''*[=+\-@＝＋－＠\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

function defuse(cell: Cell): Cell {
  return typeof cell === 'string' && FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
}

/** A cell as it was before it was defused. */
export function undefused(cell: string): string {
  return DEFUSED.test(cell) ? cell.slice(1) : cell;
}
