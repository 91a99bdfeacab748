/**
 * Reads the content of a file to import, which any program may have written: CSV in one of several encodings, or a
 * workbook (.xlsx).
 */
import { createHash } from 'node:crypto';
import { AppError } from '../../errors.ts';
import { decodedAs, looksBinary, recogniseText } from '../../lib/encoding.ts';
import { parseCsv, parseCsvInSteps, type SheetRow } from '../../lib/sheet.ts';
import { withoutInvisible } from '../../lib/text.ts';
import { isZip } from '../../lib/zip.ts';
import { foreignFormat } from './foreign.ts';
import { quoted } from './kind.ts';
import { type Reason, sheetRefused } from './refused.ts';
import type { WorkbookLimits } from '../../lib/xlsx.ts';
import type { ImportSource } from './service.ts';

/** How many characters of the beginning of a text are searched for signs of a binary file. */
const SAMPLE = 65_536;
/** The first bytes of an .xls workbook, the format of Excel until 2003. */
const OLD_EXCEL = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** The beginning of an OFX or QFX file. */
const OFX = /^\s*(?:OFXHEADER|(?:<\?xml[^>]*>\s*)?<\??OFX[\s>])/i;

/** The header and the rows of a file. */
export type Sheet = { header: string[]; rows: SheetRow[] };

export type ImportFile = Sheet & {
  /** The line of the first row, which is taken for the header as long as no better one is found. */
  headerLine: number;
  /** The encoding of a text file; null for a workbook. */
  encoding: string | null;
  source: ImportSource;
};

type Options = {
  /** The encoding of a text file, if somebody named it. */
  label?: string | undefined;
  /** A sentence for a file in an unknown encoding, on how to name the encoding. */
  hint?: string;
  /** Set this where other requests wait: the file is then read in small steps, and a larger one is refused early. */
  limits?: Limits;
};

/** The largest file that is read: its rows, and what a workbook may contain. */
export type Limits = { rows: number; workbook: WorkbookLimits };

/** Reads the content of a file into a header and rows. Raises `file_refused` if it is not a list. */
export async function readSheet(name: string, bytes: Buffer, options: Options = {}): Promise<ImportFile> {
  if (bytes.length === 0) throw sheetRefused('empty', `${name} is empty.`);
  const sheet = isZip(bytes) ? await readWorkbook(name, bytes, options) : await readText(name, bytes, options);
  const [header, ...rows] = sheet.rows;
  if (!header || rows.length === 0) {
    throw sheetRefused(
      'no_rows',
      `${name} has no rows${header ? ' below its header' : ''}: there is nothing to import.`,
    );
  }
  return {
    header: namedHeader(header.cells, rows),
    headerLine: header.line,
    rows,
    encoding: sheet.encoding,
    source: { fileName: withoutInvisible(name), fileHash: hashOf(bytes) },
  };
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The name of a column without a header. */
export const UNNAMED = /^column \d+$/;

/** Returns the header. A column that has values but no header is named by its place, such as `column 3`. */
export function namedHeader(header: readonly string[], rows: readonly SheetRow[]): string[] {
  return header.map((text, index) =>
    text === '' && rows.some(({ cells }) => cells[index]) ? `column ${index + 1}` : text,
  );
}

async function readWorkbook(name: string, bytes: Buffer, { limits }: Options) {
  const { LARGEST_WORKBOOK, readXlsx } = await import('../../lib/xlsx.ts');
  let rows: SheetRow[] | undefined;
  try {
    rows = await readXlsx(bytes, limits?.workbook);
  } catch (error) {
    throw new AppError('file_refused', `${name} cannot be read as a workbook (.xlsx); it may be damaged.`, {
      extra: { reason: 'damaged' satisfies Reason },
      cause: error,
    });
  }
  if (!rows) {
    const { megabytes, rows } = limits?.workbook ?? LARGEST_WORKBOOK;
    throw sheetRefused(
      'too_large',
      `${name} is too large. Vestry reads workbooks of up to ${rows} rows and ${megabytes} MB when unpacked. Save the sheet as CSV.`,
    );
  }
  return { rows, encoding: null };
}

async function readText(name: string, bytes: Buffer, { label, hint = '', limits }: Options) {
  if (bytes.subarray(0, OLD_EXCEL.length).equals(OLD_EXCEL)) {
    throw sheetRefused(
      'old_excel',
      `${name} is a workbook in the old format of Excel (.xls). Save it as .xlsx or CSV.`,
    );
  }
  const read = await (label === undefined ? recogniseText(bytes) : decodedAs(label, bytes));
  if (!read) throw unreadable(name, bytes, { label, hint });
  if (read.text.includes('\0') || looksBinary(read.text.slice(0, SAMPLE))) {
    throw notText(name);
  }
  const foreign = foreignFormat(read.text.slice(0, SAMPLE));
  if (foreign !== undefined) {
    throw sheetRefused(
      'foreign_format',
      `${foreign} Nothing was imported. Download OFX, QFX or CSV from the bank, and import it with: vestry import bank ACCOUNT FILE`,
    );
  }
  if (OFX.test(read.text.slice(0, SAMPLE))) {
    const command = `vestry import bank ACCOUNT ${quoted(name)}`;
    throw sheetRefused(
      'not_text',
      `Nothing was imported, because ${name} is a file of the bank. Import it with: ${command}`,
    );
  }
  const csv = limits ? await parseCsvInSteps(read.text, undefined, limits.rows) : parseCsv(read.text);
  if ('fault' in csv) {
    const { line, message } = csv.fault;
    throw sheetRefused('malformed_csv', `${name} is not valid CSV.`, [
      { line, column: null, field: null, code: 'malformed_csv', message },
    ]);
  }
  if (csv.isCut) throw tooManyRows(name);
  return { rows: csv.rows, encoding: read.encoding };
}

/** Returns the refusal of a file with more rows than can be imported at once. */
export function tooManyRows(name: string): AppError {
  return sheetRefused('too_many_rows', `${name} has too many rows to import at once. Divide the file.`);
}

function unreadable(name: string, bytes: Buffer, { label, hint }: Options): AppError {
  if (label !== undefined) return sheetRefused('unknown_encoding', `${name} is not text in ${label}.`);
  if (bytes.includes(0)) return notText(name);
  const message = `${name} is not in UTF-8, and Vestry does not recognize its encoding. Save it as "CSV UTF-8"`;
  return sheetRefused('unknown_encoding', hint ? `${message}, or ${hint}` : `${message}.`);
}

function notText(name: string): AppError {
  return sheetRefused('not_text', `${name} is not a text file. Give a CSV file or a workbook (.xlsx).`);
}
