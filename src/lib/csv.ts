import { stringify } from 'csv-stringify/sync';

export type Cell = string | number | null;

/**
 * Rows as CSV (RFC 4180) with a header line. Texts that a spreadsheet would run as a formula are defused with a
 * leading apostrophe (OWASP, CSV Injection); plain numbers stay numbers, negative ones too.
 */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return stringify(
    [header, ...rows].map((row) => row.map(defuse)),
    { record_delimiter: '\r\n' },
  );
}

const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

function defuse(cell: Cell): Cell {
  return typeof cell === 'string' && FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
}
