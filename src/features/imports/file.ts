/**
 * Reads the file to import, which any program may have written: CSV in one of several encodings, or a workbook (.xlsx).
 */
import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { AppError, fileRefused, SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { decodedAs, encodingNamed, looksBinary, recogniseText } from '../../lib/encoding.ts';
import { parseCsv, type SheetRow } from '../../lib/sheet.ts';
import { withoutInvisible } from '../../lib/text.ts';
import { isZip } from '../../lib/zip.ts';
import type { ImportSource } from './service.ts';

const MEGABYTE = 1024 * 1024;
const LARGEST_FILE = 50 * MEGABYTE;
/** How many characters of the beginning of a text are searched for signs of a binary file. */
const SAMPLE = 65_536;
/** The first bytes of an .xls workbook, the format of Excel until 2003. */
const OLD_EXCEL = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

export type ImportFile = {
  header: string[];
  rows: SheetRow[];
  /** The encoding of a text file; null for a workbook. */
  encoding: string | null;
  source: ImportSource;
};

/**
 * Reads a file into a header and rows. Raises `not_found`, `payload_too_large`, `unavailable` if the file cannot be
 * read, `file_refused` if its content is not a list, and a SetupError for a folder or an unknown encoding.
 */
export async function readImportFile(file: string, encoding: string | undefined): Promise<ImportFile> {
  const label = encoding === undefined ? undefined : encodingNamed(encoding);
  if (encoding !== undefined && label === undefined) {
    throw new SetupError(
      `--encoding ${encoding} is unknown. Use utf-8, utf-16le, utf-16be, big5, gb18030 or windows-1252.`,
      EXIT.usage,
    );
  }
  const name = path.basename(file);
  const bytes = await readBounded(file);
  if (bytes.length === 0) throw fileRefused(`${name} is empty.`);
  const sheet = isZip(bytes) ? await readWorkbook(name, bytes) : readText(name, bytes, label);
  const [header, ...rows] = sheet.rows;
  if (!header || rows.length === 0) {
    throw fileRefused(`${name} has no rows${header ? ' below its header' : ''}: there is nothing to import.`);
  }
  return {
    header: named(header.cells, rows),
    rows,
    encoding: sheet.encoding,
    source: { fileName: withoutInvisible(name), fileHash: hashOf(bytes) },
  };
}

/**
 * Returns the content of a text file in UTF-8. Raises the errors of `readImportFile` for a file that cannot be read.
 */
export async function readTextFile(file: string): Promise<string> {
  return (await readBounded(file)).toString('utf8');
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns the header. A column that has values but no header is named by its place, such as `column 3`. */
function named(header: readonly string[], rows: readonly SheetRow[]): string[] {
  return header.map((text, index) =>
    text === '' && rows.some(({ cells }) => cells[index]) ? `column ${index + 1}` : text,
  );
}

/** Returns the bytes of a file. Raises the errors of `readImportFile` for a file that cannot be read. */
export async function readBounded(file: string): Promise<Buffer> {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new AppError('not_found', `There is no file ${file}.`);
  if (stats.isDirectory()) throw new SetupError(`${file} is a folder. Name a file.`, EXIT.usage);
  if (stats.size > LARGEST_FILE) throw tooLarge(file, stats.size);
  const chunks: Buffer[] = [];
  try {
    // The size of a pipe is not known beforehand, so reading stops at the limit.
    for await (const chunk of createReadStream(file, { end: LARGEST_FILE }) as AsyncIterable<Buffer>)
      chunks.push(chunk);
  } catch (error) {
    throw new AppError('unavailable', `${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    });
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.length > LARGEST_FILE) throw tooLarge(file, bytes.length);
  return bytes;
}

function tooLarge(file: string, size: number): AppError {
  const megabytes = Math.ceil(size / MEGABYTE);
  return new AppError(
    'payload_too_large',
    `${path.basename(file)} is ${megabytes} MB in size. Vestry imports files of up to ${LARGEST_FILE / MEGABYTE} MB. ` +
      'Split it into smaller files, each with the header line.',
  );
}

async function readWorkbook(name: string, bytes: Buffer) {
  const { LARGEST_WORKBOOK, readXlsx } = await import('../../lib/xlsx.ts');
  let rows: SheetRow[] | undefined;
  try {
    rows = await readXlsx(bytes);
  } catch (error) {
    throw new AppError('file_refused', `${name} cannot be read as a workbook (.xlsx); it may be damaged.`, {
      cause: error,
    });
  }
  if (!rows) {
    const { megabytes, rows } = LARGEST_WORKBOOK;
    throw fileRefused(
      `${name} is too large. Vestry reads workbooks of up to ${rows} rows and ${megabytes} MB when unpacked. Save the sheet as CSV.`,
    );
  }
  return { rows, encoding: null };
}

function readText(name: string, bytes: Buffer, label: string | undefined) {
  if (bytes.subarray(0, OLD_EXCEL.length).equals(OLD_EXCEL)) {
    throw fileRefused(`${name} is a workbook in the old format of Excel (.xls). Save it as .xlsx or CSV.`);
  }
  const read = label === undefined ? recogniseText(bytes) : decodedAs(label, bytes);
  if (!read) throw fileRefused(unreadable(name, bytes, label));
  if (read.text.includes('\0') || looksBinary(read.text.slice(0, SAMPLE))) {
    throw fileRefused(`${name} is not a text file. Give a CSV file or a workbook (.xlsx).`);
  }
  const csv = parseCsv(read.text);
  if ('fault' in csv) {
    const { line, message } = csv.fault;
    throw fileRefused(`${name} is not valid CSV.`, [
      { line, column: null, field: null, code: 'malformed_csv', message },
    ]);
  }
  return { rows: csv.rows, encoding: read.encoding };
}

function unreadable(name: string, bytes: Buffer, label: string | undefined): string {
  if (label !== undefined) return `${name} is not text in ${label}.`;
  if (bytes.includes(0)) return `${name} is not a text file. Give a CSV file or a workbook (.xlsx).`;
  return (
    `${name} is not in UTF-8, and Vestry does not recognize its encoding. Save it as "CSV UTF-8", or name the encoding: ` +
    '--encoding windows-1252 (Western Europe), big5 (Traditional Chinese) or gb18030 (Simplified Chinese).'
  );
}
