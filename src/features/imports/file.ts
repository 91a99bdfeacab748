/**
 * Reads the file to import from the disk: CSV or a workbook (.xlsx), as `sheet.ts` describes.
 */
import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { AppError, SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { encodingNamed } from '../../lib/encoding.ts';
import { type ImportFile, readSheet } from './sheet.ts';

const MEGABYTE = 1024 * 1024;
const LARGEST_FILE = 50 * MEGABYTE;
const NAME_ENCODING =
  'name the encoding: --encoding windows-1252 (Western Europe), big5 (Traditional Chinese) or gb18030 (Simplified Chinese).';

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
  return readSheet(path.basename(file), await readBounded(file), { label, hint: NAME_ENCODING });
}

/**
 * Returns the content of a text file in UTF-8. Raises the errors of `readImportFile` for a file that cannot be read.
 */
export async function readTextFile(file: string): Promise<string> {
  return (await readBounded(file)).toString('utf8');
}

/** The largest file that may be read, in bytes, and what to say about a larger one. */
type Bound = { most: number; advice: string };

const IMPORT_BOUND: Bound = {
  most: LARGEST_FILE,
  advice:
    `Vestry imports files of up to ${LARGEST_FILE / MEGABYTE} MB. ` +
    'Split it into smaller files, each with the header line.',
};

/** Returns the bytes of a file. Raises the errors of `readImportFile` for a file that cannot be read. */
export async function readBounded(file: string, bound: Bound = IMPORT_BOUND): Promise<Buffer> {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new AppError('not_found', `There is no file ${file}.`);
  if (stats.isDirectory()) throw new SetupError(`${file} is a folder. Name a file.`, EXIT.usage);
  if (stats.size > bound.most) throw tooLarge(file, stats.size, bound);
  const chunks: Buffer[] = [];
  try {
    // The size of a pipe is not known beforehand, so reading stops at the limit.
    for await (const chunk of createReadStream(file, { end: bound.most }) as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch (error) {
    throw new AppError('unavailable', `${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    });
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.length > bound.most) throw tooLarge(file, bytes.length, bound);
  return bytes;
}

function tooLarge(file: string, size: number, { advice }: Bound): AppError {
  const megabytes = Math.ceil(size / MEGABYTE);
  return new AppError('payload_too_large', `${path.basename(file)} is ${megabytes} MB in size. ${advice}`);
}
