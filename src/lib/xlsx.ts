/** Workbooks: the first sheet of one as rows, and rows as one. */
import { zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import type { Cell } from './csv.ts';
import type { SheetRow } from './sheet.ts';
import { unzipXml } from './zip.ts';

/** More text than a list of people has, and as much as fits into memory beside its rows. */
const LARGEST_UNPACKED = 250 * 1024 * 1024;
/** A sheet with one cell far out would be filled up to there. */
const LARGEST_AREA = 10_000_000;

/** The rows of the first sheet that are not empty; undefined when there is more in the workbook than is safe to unpack. */
export async function readXlsx(bytes: Buffer): Promise<SheetRow[] | undefined> {
  const files = unzipXml(bytes, LARGEST_UNPACKED);
  if (!files || ![...files].every(([name, content]) => isSheetOfBounds(name, content))) return undefined;
  // Packed anew, so that the reader unpacks what was looked at, whatever else the archive says of itself.
  const checked = Buffer.from(zipSync(Object.fromEntries(files), { level: 0 }));
  // The package's types say that a date is the constructor of dates.
  const rows = (await readSheet(checked)) as (Date | string | number | boolean | null)[][];
  return rows
    .map((cells, index) => ({ line: index + 1, cells: cells.map(textOf) }))
    .filter(({ cells }) => cells.some(Boolean));
}

function isSheetOfBounds(name: string, content: Buffer): boolean {
  if (!name.startsWith('xl/worksheets/')) return true;
  let [rows, columns] = [0, 0];
  for (const [, letters = '', row, end] of content.toString('latin1').matchAll(CELL)) {
    if (end === '/') continue;
    rows = Math.max(rows, Number(row));
    columns = Math.max(columns, columnNumber(letters));
  }
  return rows * columns <= LARGEST_AREA;
}

const CELL = /<c\s[^>]*?\br="([A-Z]{1,3})(\d{1,7})"[^>]*?(\/?)>/g;

function columnNumber(letters: string): number {
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** A date is midnight in UTC, which stands for the day. */
function textOf(value: Date | string | number | boolean | null): string {
  if (value === null) return '';
  return (value instanceof Date ? value.toISOString().replace(/T00:00:00\.000Z$/, '') : String(value)).trim();
}

/** Excel takes 1900 for a leap year; its dates agree with the calendar from March on. */
const FIRST_EXCEL_DATE = '1900-03-01';

/** A workbook of one sheet with a header row that stays in sight; the columns named in `dates` hold real dates. */
export function toXlsx(
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
  dates: ReadonlySet<string>,
): Promise<Buffer> {
  const data: SheetData = rows.map((row) => row.map((cell, index) => cellOf(cell, dates.has(header[index] ?? ''))));
  const titles = header.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
  return writeXlsxFile([titles, ...data], { stickyRowsCount: 1, dateFormat: 'yyyy-mm-dd' }).toBuffer();
}

function cellOf(cell: Cell, isDate: boolean) {
  if (cell === null || cell === '') return null;
  if (isDate && typeof cell === 'string' && cell >= FIRST_EXCEL_DATE) return { value: new Date(cell), type: Date };
  return typeof cell === 'number' ? { value: cell, type: Number } : { value: cell, type: String };
}
