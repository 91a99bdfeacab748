/** Reads the rows of a CSV file from any program. `xlsx.ts` does this for workbooks. */
import { parse as parser } from 'csv-parse';
import { CsvError, parse } from 'csv-parse/sync';
import { breathe } from './chunks.ts';
import { undefused } from './csv.ts';
import { remembered } from './remembered.ts';

/** A row. `line` is the line of the file, or the row of the sheet, in which the row begins. Cells are trimmed. */
export type SheetRow = { line: number; cells: string[] };

/** The line in which a text is not valid CSV, and the reason. */
export type CsvFault = { line: number; message: string };

const SEPARATORS = [',', ';', '\t'] as const;

/** `isCut` is true if reading stopped because there are more rows than wanted. */
export type CsvRead = { rows: SheetRow[]; isCut?: boolean } | { fault: CsvFault };

/**
 * Returns the non-empty rows of a CSV text, or the first fault of the text. The separator is the one that Excel names
 * in a line before the header. Without such a line, it is the one that divides most of the first lines into as many cells.
 */
export function parseCsv(text: string): CsvRead {
  const { table, options, rows, faultOf } = reading(text, separatorOf);
  try {
    parse(table, options);
  } catch (error) {
    return { fault: faultOf(error) };
  }
  return { rows };
}

/** How many characters are parsed between two pauses. */
const STEP = 8_192;

/**
 * Does the same as `parseCsv` in small steps, so that a large file does not delay other requests. Without a line of
 * Excel, `chooseSeparator` finds the separator in the text. Reading stops once there are more than `most` rows.
 */
export async function parseCsvInSteps(
  text: string,
  chooseSeparator: (text: string) => string = separatorOf,
  most = Infinity,
): Promise<CsvRead> {
  const { table, options, rows, faultOf } = reading(text, chooseSeparator);
  const stream = parser(options);
  const failures: Error[] = [];
  stream.on('error', (error) => failures.push(error));
  const closed = new Promise((resolve) => stream.on('close', resolve));
  stream.resume();
  for (let at = 0; at < table.length && failures.length === 0 && rows.length <= most; at += STEP) {
    stream.write(table.slice(at, at + STEP));
    await breathe();
  }
  if (rows.length > most) {
    stream.destroy();
    return { rows: rows.slice(0, most), isCut: true };
  }
  if (failures.length === 0) stream.end();
  await closed;
  if (rows.length > most) return { rows: rows.slice(0, most), isCut: true };
  const [failure] = failures;
  return failure ? { fault: faultOf(failure) } : { rows };
}

/** Returns how to parse a text: the options, the rows, which the parser fills, and how to explain an error. */
function reading(text: string, chooseSeparator: (text: string) => string) {
  const rows: SheetRow[] = [];
  // The parser counts a `\r\n` inside a cell as two lines. `overcount` is the number of lines by which its count is too
  // high.
  const seen = { line: 0, overcount: 0 };
  // Equal cells of a column are one text, so that a large file needs less memory.
  const cleaners: ((cell: string) => string)[] = [];
  const keep = (record: string[], lines: number) => {
    const hasBreaks = record.some(isBroken);
    const end = lines - seen.overcount - (hasBreaks ? occurrences(record, '\r\n') : 0);
    seen.line = end;
    seen.overcount = lines - end;
    const cells = record.map((cell, index) => (cleaners[index] ??= remembered(cleaned))(cell));
    if (cells.some(Boolean)) rows.push({ line: end - (hasBreaks ? lineBreaks(record) : 0), cells });
    // The rows are collected here, so the parser need not collect them too.
    return null;
  };
  const [, declared] = SEPARATOR_LINE.exec(text) ?? [];
  const table = declared === undefined ? text : text.replace(SEPARATOR_LINE, '');
  const options = {
    ...OPTIONS,
    delimiter: declared ?? chooseSeparator(table),
    on_record: (record: string[], { lines }: { lines: number }) => keep(record, lines),
  };
  const faultOf = (error: unknown) => {
    if (!isCsvError(error)) throw error;
    return explained(error, seen);
  };
  return { table, options, rows, faultOf };
}

const isBroken = (cell: string) => cell.includes('\n') || cell.includes('\r');
const cleaned = (cell: string) => undefused(cell.trim());

/** The two builds of the parser have a class `CsvError` each. */
function isCsvError(error: unknown): error is CsvError {
  return error instanceof CsvError || (error instanceof Error && String(Reflect.get(error, 'code')).startsWith('CSV_'));
}

/**
 * The line in which Excel names the separator, such as `sep=;`. The end of the line is not matched, so that line
 * numbers stay right.
 */
const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?(?=[\r\n])/i;

const OPTIONS = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
};

/** How many lines show the separator. Titles may stand above the header. */
const SHOWING_LINES = 12;

/**
 * Returns the separator that divides most of the first lines into equally many cells. A comma in a title or a semicolon in
 * a note is in few lines. Separators inside quotes do not count. A tab or semicolon that is equally often in every line
 * goes before the comma, which may also be in dates, names and amounts.
 */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, HEAD)
    .replace(/"[^"]*"/g, '')
    .split(/[\r\n]+/)
    .filter((line) => !/^ *$/.test(line))
    .slice(0, SHOWING_LINES);
  const even = (['\t', ';'] as const).find((separator) => isEven(lines, separator));
  if (even !== undefined) return even;
  const weights = SEPARATORS.map((separator) => weightOf(lines.map((line) => line.split(separator).length - 1)));
  return SEPARATORS[weights.indexOf(Math.max(...weights))] ?? ',';
}

/**
 * True if a separator is equally often in every line, and at least once. Titles may stand above a list with tabs, because
 * no note below the header contains tabs.
 */
function isEven(lines: readonly string[], separator: string): boolean {
  const counts = lines.map((line) => line.split(separator).length - 1);
  const first = separator === '\t' ? counts.findIndex((count) => count > 0) : 0;
  const listed = counts.slice(Math.max(first, 0));
  return listed.length > 1 && listed.every((count) => count > 0 && count === listed[0]);
}

/** Returns the number of separators in a line times the number of lines that have as many, where this is highest. */
function weightOf(counts: readonly number[]): number {
  const lines = new Map<number, number>();
  for (const count of counts) lines.set(count, (lines.get(count) ?? 0) + 1);
  return Math.max(...[...lines].map(([count, times]) => count * times), 0);
}

/** How many characters at the beginning of a text show its separator. */
const HEAD = 65_536;

function explained(error: CsvError, seen: { line: number; overcount: number }): CsvFault {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return { line: seen.line + 1, message: 'has a quotation mark that is never closed' };
  }
  return {
    line: Number(error.lines) - seen.overcount,
    message: 'has a quotation mark inside a cell; double it and put the cell in quotation marks',
  };
}

function occurrences(record: readonly string[], text: string): number {
  return record.reduce((sum, cell) => sum + cell.split(text).length - 1, 0);
}

function lineBreaks(record: readonly string[]): number {
  return record.reduce((sum, cell) => sum + (/[\r\n]/.test(cell) ? cell.split(/\r\n|\n|\r/).length - 1 : 0), 0);
}
