/** Reads the rows of a bank's CSV file. */
import { fileRefused } from '../../../errors.ts';
import { parseCsvInSteps, type SheetRow } from '../../../lib/sheet.ts';

const SEPARATORS = [',', ';', '\t', '|'] as const;
/** How many lines at the beginning of a file show its separator. The first ones may be titles. */
const SHOWING = 40;

/** Reads a CSV text in small steps. Raises `file_refused` if it is no CSV, or has no rows. */
export async function readCsvRows(text: string): Promise<SheetRow[]> {
  const read = await parseCsvInSteps(text, separatorOf);
  if ('fault' in read) {
    const { line, message } = read.fault;
    throw fileRefused('The file is not valid CSV. Nothing was read.', [
      { line, column: null, field: null, code: 'malformed_csv', message },
    ]);
  }
  if (read.rows.length === 0) throw fileRefused('The file has no rows. Nothing was read.');
  return read.rows;
}

/**
 * Returns the separator that the first lines contain most often outside quotation marks. A semicolon or a tab counts
 * more than a comma, because amounts and texts contain commas.
 */
function separatorOf(text: string): string {
  const lines = text.slice(0, 65_536).split(/[\r\n]+/, SHOWING);
  const head = lines.join('\n').replace(/"[^"]*"/g, '');
  const weighed = SEPARATORS.map((one) => (head.split(one).length - 1) * (one === ',' ? 1 : 2));
  return SEPARATORS[weighed.indexOf(Math.max(...weighed))] ?? ',';
}
