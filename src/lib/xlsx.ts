/** Workbooks: the first sheet of one as rows, and rows as one. */
import { zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import type { Cell } from './csv.ts';
import type { SheetRow } from './sheet.ts';
import { unzipXml } from './zip.ts';

/** More text than a list has, and as much as is read in a few seconds. */
export const LARGEST_WORKBOOK = { megabytes: 64, rows: 250_000 };
const LARGEST_UNPACKED = LARGEST_WORKBOOK.megabytes * 1024 * 1024;
/** A sheet with one cell far out would be filled up to there. */
const LARGEST_AREA = 10_000_000;
const MOST_CELLS = 3_000_000;

/** The rows of the first sheet that are not empty; undefined when the workbook is larger than is safe to read. */
export async function readXlsx(bytes: Buffer): Promise<SheetRow[] | undefined> {
  const files = unzipXml(bytes, LARGEST_UNPACKED);
  if (!files || ![...files].every(([name, content]) => isSheetOfBounds(name, content))) return undefined;
  // Packed anew, so that the reader unpacks what was looked at, whatever else the archive says of itself.
  const checked = Buffer.from(zipSync(Object.fromEntries(files), { level: 0 }));
  const rows = await rowsOf(checked);
  return rows
    ?.map((cells, index) => ({ line: index + 1, cells: cells.map(textOf) }))
    .filter(({ cells }) => cells.some(Boolean));
}

type Value = Date | string | number | boolean | null;

/** The package reads in ever smaller pieces when that takes long, until it has used up the stack. */
async function rowsOf(workbook: Buffer): Promise<Value[][] | undefined> {
  try {
    // The package's types say that a date is the constructor of dates.
    return (await readSheet(workbook)) as Value[][];
  } catch (error) {
    if (error instanceof RangeError || (error as Error).cause instanceof RangeError) return undefined;
    throw error;
  }
}

/** Counts rows and cells as they come, with a place of their own or without. */
function isSheetOfBounds(name: string, content: Buffer): boolean {
  if (!name.startsWith('xl/worksheets/')) return true;
  let [rows, columns, row, column, cells] = [0, 0, 0, 0, 0];
  for (const [, tag, attributes = ''] of content.toString('latin1').matchAll(TAG)) {
    // A place could be written in other characters than it is made of; nobody's workbook does.
    if (attributes.includes('&')) return false;
    const [, letters, number] = PLACE.exec(attributes) ?? [];
    if (tag === 'row') {
      [row, column] = [number === undefined ? row + 1 : Number(number), 0];
      rows = Math.max(rows, row);
    } else if (!attributes.endsWith('/')) {
      cells += 1;
      column = letters ? columnNumber(letters) : column + 1;
      rows = Math.max(rows, Number(number ?? row));
      columns = Math.max(columns, column);
    }
    if (rows > LARGEST_WORKBOOK.rows || rows * columns > LARGEST_AREA || cells > MOST_CELLS) return false;
  }
  return true;
}

/** A row or a cell; what stands in quotes may have a `>`. */
const TAG = /<(?:\w+:)?(row|c)(?=[\s/>])((?:"[^"<]*"|'[^'<]*'|[^<>"'])*)>/g;
const PLACE = /(?:^|\s)r\s*=\s*["']\s*([A-Za-z]{0,3})(\d{1,9})\s*["']/;

function columnNumber(letters: string): number {
  return Array.from(letters.toUpperCase()).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** A date is midnight in UTC, which stands for the day. */
function textOf(value: Value): string {
  if (value === null) return '';
  return (value instanceof Date ? value.toISOString().replace(/T00:00:00\.000Z$/, '') : String(value)).trim();
}

/** Excel takes 1900 for a leap year; its dates agree with the calendar from March on. */
const FIRST_EXCEL_DATE = '1900-03-01';

/** A sheet of a workbook: its header row stays in sight, and some columns hold dates or amounts. */
export type Sheet = {
  name: string;
  header: readonly string[];
  rows: readonly (readonly Cell[])[];
  dates?: ReadonlySet<string>;
  amounts?: ReadonlySet<string>;
  /** The widths of the columns in characters. */
  widths?: readonly number[];
};

/** A workbook of one sheet; the columns named in `dates` hold real dates. */
export function toXlsx(
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
  dates: ReadonlySet<string>,
): Promise<Buffer> {
  return toWorkbook([{ name: 'Sheet1', header, rows, dates }]);
}

/** A workbook of several sheets, in memory as a whole. */
export function toWorkbook(sheets: readonly Sheet[]): Promise<Buffer> {
  const made = sheets.map(({ name, header, rows, dates, amounts, widths }) => {
    const kindOf = (title = ''): Kind => (dates?.has(title) ? 'date' : amounts?.has(title) ? 'amount' : 'plain');
    const kinds = header.map(kindOf);
    const titles = header.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
    const data: SheetData = rows.map((row) => row.map((cell, index) => cellOf(cell, kinds[index] ?? 'plain')));
    const columns = widths?.map((width) => ({ width }));
    return { data: [titles, ...data], sheet: name, stickyRowsCount: 1, dateFormat, ...(columns && { columns }) };
  });
  return writeXlsxFile(made).toBuffer();
}

/** The rows that a sheet of Excel has below its header (Excel specifications and limits). */
export const MOST_ROWS = 1_048_575;
/** The characters that a cell of Excel holds; it calls a workbook with more of them damaged. */
const CELL_LENGTH = 32_767;
const CUT = ' ... [cut here: a cell holds 32,767 characters; the CSV has the rest]';

type Kind = 'plain' | 'date' | 'amount';

const dateFormat = 'yyyy-mm-dd';
const AMOUNT = { type: Number, format: '#,##0.00' };

function cellOf(cell: Cell, kind: Kind) {
  if (cell === null || cell === '') return null;
  if (kind === 'date' && typeof cell === 'string' && cell >= FIRST_EXCEL_DATE) {
    return { value: new Date(cell), type: Date };
  }
  if (typeof cell === 'string') return { value: fitted(cell), type: String };
  return { value: cell, ...(kind === 'amount' ? AMOUNT : { type: Number }) };
}

/** The text, or as much of it as a cell holds; a character of two halves stays whole. */
function fitted(text: string): string {
  if (text.length <= CELL_LENGTH) return text;
  return text.slice(0, CELL_LENGTH - CUT.length).replace(/[\uD800-\uDBFF]$/, '') + CUT;
}
