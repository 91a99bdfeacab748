/** Reads the first sheet of an Excel workbook as rows, and writes rows as a workbook. */
import { zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import type { Cell } from './csv.ts';
import type { SheetRow } from './sheet.ts';
import { unzipXml } from './zip.ts';

/**
 * The size, when unpacked, of the largest workbook that is read. No church's list is larger, and reading one of this
 * size takes a few seconds.
 */
export const LARGEST_WORKBOOK: WorkbookLimits = { megabytes: 64, rows: 250_000, cells: 3_000_000 };

/** The limits of a workbook: its size when unpacked, and the rows and cells of a sheet. */
export type WorkbookLimits = { megabytes: number; rows: number; cells: number };

/**
 * The maximum number of rows times columns. The reader creates every cell up to the farthest one, even if that cell is
 * the only one in the sheet.
 */
const LARGEST_AREA = 10_000_000;

/**
 * The longest tag, and the longest part between the beginnings of two tags. The reader looks at a part again with each piece
 * that it gets of it: half a megabyte of blanks in a tag takes two minutes. A cell has at most 32,767 characters.
 */
const LONGEST_TAG = 16_384;
const LONGEST_PART = 262_144;

/** Throws a RangeError for a file of a sheet, or of what sheets share, with a part that no spreadsheet writes. */
function refuseLongParts(files: ReadonlyMap<string, Buffer>): void {
  for (const [name, content] of files) {
    if (!name.startsWith('xl/')) continue;
    let end = 0;
    for (let at = content.indexOf('<'); at >= 0;) {
      const next = content.indexOf('<', at + 1);
      if (end < at) end = content.indexOf('>', at);
      const part = (next < 0 ? content.length : next) - at;
      if (end < 0 || end - at > LONGEST_TAG || part > LONGEST_PART) {
        throw new RangeError(`A part of ${name} is too long.`);
      }
      at = next;
    }
  }
}

/**
 * Returns the non-empty rows of the first sheet. Returns undefined if the workbook is too large to read safely. Throws a
 * RangeError if it is damaged.
 */
export async function readXlsx(bytes: Buffer, limits = LARGEST_WORKBOOK): Promise<SheetRow[] | undefined> {
  const files = unzipXml(bytes, limits.megabytes * 1024 * 1024);
  if (files) refuseLongParts(files);
  if (!files || ![...files].every(([name, content]) => isSheetOfBounds(name, content, limits))) return undefined;
  // The checked files are packed again, so that the reader unpacks exactly these, whatever else is in the archive.
  const plain = [...files].map(([name, content]) => [name, inPlainDates(name, content)] as const);
  const checked = Buffer.from(zipSync(Object.fromEntries(plain), { level: 0 }));
  const rows = await rowsOf(checked);
  return rows
    ?.map((cells, index) => ({ line: index + 1, cells: cells.map(textOf) }))
    .filter(({ cells }) => cells.some(Boolean));
}

type Value = Date | string | number | boolean | null;

/**
 * Reads the first sheet. Returns undefined if the package runs out of stack. The package reads a sheet piece by piece,
 * calls itself for each piece, and makes the pieces smaller while reading is slow.
 */
async function rowsOf(workbook: Buffer): Promise<Value[][] | undefined> {
  try {
    // The types of the package declare a date as `DateConstructor` instead of `Date`.
    return (await readSheet(workbook)) as Value[][];
  } catch (error) {
    if (error instanceof RangeError || (error as Error).cause instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * Returns whether a sheet is within the limits. Returns true for a file that is not a sheet. Rows and cells are counted
 * whether or not they have an explicit position.
 */
function isSheetOfBounds(name: string, content: Buffer, limits: WorkbookLimits): boolean {
  if (!name.startsWith('xl/worksheets/')) return true;
  let [rows, columns, row, column, cells] = [0, 0, 0, 0, 0];
  for (const [, tag, attributes = ''] of content.toString('latin1').matchAll(TAG)) {
    // A position could be written with character references (`&#...;`), which are not decoded here. No real workbook
    // uses them, so a sheet with one is refused.
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
    if (rows > limits.rows || rows * columns > LARGEST_AREA || cells > limits.cells) return false;
  }
  return true;
}

/** The opening tag of a row or a cell. Its attributes may contain `>` in quotes. */
const TAG = /<(?:\w+:)?(row|c)(?=[\s/>])((?:"[^"<]*"|'[^'<]*'|[^<>"'])*)>/g;
const PLACE = /(?:^|\s)r\s*=\s*["']\s*([A-Za-z]{0,3})(\d{1,9})\s*["']/;

function columnNumber(letters: string): number {
  return Array.from(letters.toUpperCase()).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/**
 * Returns a file of a workbook in the form in which the reader finds all dates. The reader takes a date that is shown with the
 * word of its era (`ggge"年"m"月"d"日"`) for a number, and the text of a cell of the type `d` for a time where the computer is.
 */
function inPlainDates(name: string, content: Buffer): Buffer {
  const replaced = (pattern: RegExp, by: string) =>
    Buffer.from(content.toString('latin1').replace(pattern, by), 'latin1');
  if (name.endsWith('styles.xml')) return replaced(ERA, '$1');
  return name.startsWith('xl/worksheets/') && DATED.test(content.toString('latin1'))
    ? replaced(DATED_CELL, '$1$2Z')
    : content;
}

/** The word of an era before its year, in the code of a format. */
const ERA = /(\bformatCode\s*=\s*(?:"[^"]*?|'[^']*?))g{1,3}(?=e)/gi;
const DATED = /\bt\s*=\s*["']d["']/;
const DATED_CELL = /(<(?:\w+:)?c\s[^>]*\bt\s*=\s*["']d["'][^>]*>\s*<(?:\w+:)?v>)(\s*\d{4}-\d\d-\d\dT[\d:.]+)(?=\s*<)/g;

/**
 * Returns a cell as text. A date has its time only if the time is not midnight. A number has the fifteen digits that a
 * spreadsheet shows, because its sums and products have small errors after them.
 */
function textOf(value: Value): string {
  if (value instanceof Date) return dateText(value);
  const isExact = typeof value !== 'number' || Number.isInteger(value);
  return String(isExact ? (value ?? '') : Number(value.toPrecision(15))).trim();
}

/**
 * Returns a date and time as the sheet shows it, rounded to the second. The reader gives it in UTC, and counts the days before
 * March 1900 from another day than Excel does: day 0, which stands for no date, is the 30th of December.
 */
function dateText(value: Date): string {
  const shown = new Date(Math.round(value.getTime() / SECOND) * SECOND);
  const [zero, first] = [Date.UTC(1899, 11, 30), Date.parse(FIRST_EXCEL_DATE)];
  const isEarly = shown.getTime() >= zero + DAY && shown.getTime() < first;
  const [day = '', time = ''] = new Date(shown.getTime() + (isEarly ? DAY : 0)).toISOString().split(/[T.]/);
  const isDayless = shown.getTime() >= zero && shown.getTime() < zero + DAY;
  const date = isDayless ? '1900-01-00' : day;
  return time === '00:00:00' ? date : `${isDayless ? '' : `${date} `}${time}`;
}

const SECOND = 1000;
const DAY = 86_400 * SECOND;

/**
 * Excel treats 1900 as a leap year, so its dates are right only from March 1900 on. Earlier dates are written as text.
 */
const FIRST_EXCEL_DATE = '1900-03-01';

/**
 * A sheet to write. Its header row stays visible while scrolling. `dates` and `amounts` name the columns that contain
 * dates and amounts.
 */
export type Sheet = {
  name: string;
  header: readonly string[];
  rows: readonly (readonly Cell[])[];
  dates?: ReadonlySet<string>;
  amounts?: ReadonlySet<string>;
  /** The widths of the columns in characters. */
  widths?: readonly number[];
  /** The style of rows that are not plain, by their position in `rows`. */
  styles?: ReadonlyMap<number, RowStyle>;
};

/** How a row looks: in bold, and its texts indented by this many steps. */
export type RowStyle = { bold?: boolean; indent?: number };

/** Returns a workbook with one sheet. The columns named in `dates` contain real dates instead of text. */
export function toXlsx(
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
  dates: ReadonlySet<string>,
): Promise<Buffer> {
  return toWorkbook([{ name: 'Sheet1', header, rows, dates }]);
}

/** Returns a workbook with several sheets. The whole workbook is built in memory. */
export function toWorkbook(sheets: readonly Sheet[]): Promise<Buffer> {
  const made = sheets.map(({ name, header, rows, dates, amounts, widths, styles }) => {
    const kindOf = (title = ''): Kind => (dates?.has(title) ? 'date' : amounts?.has(title) ? 'amount' : 'plain');
    const kinds = header.map(kindOf);
    const titles = header.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
    const data: SheetData = rows.map((row, place) => {
      const style = styles?.get(place);
      return row.map((cell, index) => styled(cellOf(cell, kinds[index] ?? 'plain'), style));
    });
    const columns = widths?.map((width) => ({ width }));
    return { data: [titles, ...data], sheet: name, stickyRowsCount: 1, dateFormat, ...(columns && { columns }) };
  });
  return writeXlsxFile(made).toBuffer();
}

/** How many rows an Excel sheet can have below its header (Excel specifications and limits). */
export const MOST_ROWS = 1_048_575;
/** How many characters an Excel cell can contain. Excel reports a workbook with longer cells as damaged. */
const CELL_LENGTH = 32_767;
const CUT = ' ... [cut here: a cell can contain 32,767 characters; the CSV has the rest]';

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

function styled(cell: ReturnType<typeof cellOf>, { bold = false, indent = 0 }: RowStyle = {}) {
  if (cell === null) return cell;
  const isIndented = indent > 0 && cell.type === String;
  return { ...cell, ...(bold && { fontWeight: 'bold' as const }), ...(isIndented && { indent }) };
}

/** Cuts a text to the length of a cell without splitting a surrogate pair. */
function fitted(text: string): string {
  if (text.length <= CELL_LENGTH) return text;
  return text.slice(0, CELL_LENGTH - CUT.length).replace(/[\uD800-\uDBFF]$/, '') + CUT;
}
