import { stringify } from 'csv-stringify/sync';

export type Cell = string | number | null;

/**
 * Returns rows as CSV (RFC 4180) with a header line. A text that a spreadsheet would run as a formula gets a leading
 * apostrophe (OWASP, CSV Injection). Plain numbers get no apostrophe, even if they are negative.
 */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return csvLines([header, ...rows]);
}

/** Returns rows as lines of CSV without a header, so that a large file can be written part by part. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => row.map(defuse)),
    // By default, the library quotes a cell with a line break only if the break is `\r\n`. A single `\n` in a note
    // would then end the row.
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  );
}

/**
 * Matches a text that a spreadsheet could run as a formula. Full-width signs are included, because a Chinese or
 * Japanese spreadsheet may treat them like ordinary ones (OWASP, CSV Injection). There may be apostrophes before the
 * sign. Such a text gets one more apostrophe, so that an import restores exactly this text.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r]/;
const DEFUSED = /^''*[=+\-@＝＋－＠\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

function defuse(cell: Cell): Cell {
  return typeof cell === 'string' && FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
}

/** Returns a cell without the apostrophe that `defuse` added. */
export function undefused(cell: string): string {
  return DEFUSED.test(cell) ? cell.slice(1) : cell;
}
