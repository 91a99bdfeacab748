/** Reads a file that a bank made: OFX, QFX or CSV. */
import { AppError, fileRefused } from '../../../errors.ts';
import { encodingNamed, looksBinary } from '../../../lib/encoding.ts';
import { isZip } from '../../../lib/zip.ts';
import { foreignFormat } from '../../imports/foreign.ts';
import { guessMapping, type MappingGuess } from './csv-guess.ts';
import { readCsvStatements } from './csv-statement.ts';
import { readOfxStatements } from './ofx-statement.ts';
import type { CsvMapping, OfxSigns } from './schema.ts';
import type { StatementFile } from './statement.ts';
import { decoded } from './text.ts';

const MEGABYTE = 1024 * 1024;
/** The largest file that is read. A file with 50,000 lines has about 15 MB. */
export const LARGEST_STATEMENT = 25 * MEGABYTE;
/** How much of the beginning of a file shows its format. */
const HEAD = 4_096;

/** How a file of a bank is read. */
export type StatementOptions = {
  /** Needed for CSV only. */
  mapping?: CsvMapping | null;
  /** The currency of the account. Amounts in other currencies are left out. */
  currency?: string;
  /** For OFX and QFX only: whether their signs are turned. */
  signs?: OfxSigns | null;
};

/**
 * Reads the statements of a bank's file in small steps. Faults of single lines are listed in `problems`. Raises
 * `file_refused` if the file as a whole cannot be read, and `payload_too_large`.
 */
export async function readStatement(
  bytes: Buffer,
  { mapping, currency, signs }: StatementOptions = {},
): Promise<StatementFile> {
  const { text, isOfx } = await readText(bytes, mapping ? { named: mapping.encoding ?? undefined } : GUESSED);
  if (isOfx) return readOfxStatements(text, currency, signs?.reversed);
  if (mapping) return readCsvStatements(text, mapping, currency);
  throw unmapped(await guessStatementMapping(bytes));
}

/** Returns the refusal of a CSV file without a mapping. Its `guess` is for a person to confirm. */
function unmapped(guess: MappingGuess | null): AppError {
  const columns = guess?.columns.filter(Boolean).slice(0, 30).join(', ');
  return new AppError(
    'file_refused',
    `The file is CSV. Say which columns have the date, the description and the amount. It has: ${columns}. ` +
      'Nothing was read.',
    { extra: { guess } },
  );
}

const GUESSED = { fallback: 'windows-1252' };

/**
 * Guesses the mapping of a CSV file for a person to confirm. Returns null for OFX and QFX, which need none. A file in an
 * unknown encoding is read as windows-1252, and the mapping says so. Raises the errors of `readStatement`.
 */
export async function guessStatementMapping(bytes: Buffer): Promise<MappingGuess | null> {
  const { text, encoding, isOfx } = await readText(bytes, GUESSED);
  if (isOfx) return null;
  const guess = await guessMapping(text);
  return encoding === 'windows-1252' ? { ...guess, mapping: { ...guess.mapping, encoding } } : guess;
}

async function readText(bytes: Buffer, chosen: { named?: string | undefined; fallback?: string }) {
  refuseSize(bytes);
  const head = bytes.subarray(0, HEAD).toString('latin1');
  refuseOtherFormats(bytes, head);
  const isOfx = /OFXHEADER|<\?OFX|<(?:\w+:)?OFX[\s>]/i.test(withoutNulls(head));
  const charset = declaredIn(head);
  const read = await decoded(bytes, isOfx ? { named: encodingOf(charset) ?? 'utf-8' } : chosen);
  if (!read) {
    if (bytes.includes(0)) throw fileRefused(hasControls(head) ? NO_STATEMENT : NULL_BYTES);
    if (hasControls(head)) throw fileRefused(NO_STATEMENT);
    if (isOfx && encodingOf(charset) === undefined) throw unknownCharset(charset);
    throw fileRefused(
      'The file is neither in UTF-8 nor in Big5. Nothing was read. Name its encoding, such as windows-1252, or save it in UTF-8.',
    );
  }
  if (looksBinary(read.text.slice(0, HEAD)) || (!isOfx && !hasLines(read.text))) throw fileRefused(NO_STATEMENT);
  return { ...read, isOfx };
}

function refuseSize({ length }: Buffer): void {
  if (length === 0) throw fileRefused('The file is empty. Nothing was read. Download it again.');
  if (length <= LARGEST_STATEMENT) return;
  throw new AppError(
    'payload_too_large',
    `The file is ${Math.ceil(length / MEGABYTE)} MB in size. Vestry reads files of banks of up to ${LARGEST_STATEMENT / MEGABYTE} MB. ` +
      'Nothing was read. Download a shorter time.',
  );
}

const NO_STATEMENT = 'The file is not a statement of a bank. Nothing was read. Download OFX, QFX or CSV from the bank.';

/** What other files begin with, and what to do about them. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^%PDF/, 'The file is a PDF. Nothing was read. Download OFX, QFX or CSV from the bank.'],
  [/^\u00D0\u00CF[^\n]\u00E0/, 'The file is a workbook of Excel (.xls). Nothing was read. Save it as CSV.'],
  [
    /^\s*(?:<!--[^>]*-->\s*)?<(?:!doctype\s+)?html/i,
    'The file is a web page, not a statement. Nothing was read. Sign in at the bank and download the file again.',
  ],
];

function refuseOtherFormats(bytes: Buffer, head: string): void {
  if (isZip(bytes)) throw fileRefused('The file is a workbook or an archive. Nothing was read. Save the sheet as CSV.');
  const start = head.replace(/^\u00EF\u00BB\u00BF/, '');
  const [, other] = OTHERS.find(([begins]) => begins.test(start)) ?? [];
  if (other !== undefined) throw fileRefused(other);
  const foreign = foreignFormat(start);
  if (foreign !== undefined) throw fileRefused(`${foreign} Nothing was read. Download OFX, QFX or CSV from the bank.`);
}

function unknownCharset(charset: string): AppError {
  return fileRefused(
    `The file says that it is in the encoding ${charset}, which Vestry does not know. Nothing was read. Save it in UTF-8.`,
  );
}

const NULL_BYTES =
  'The file has null bytes, which are no text, so it may be damaged. Nothing was read. Download it again.';

/** Returns the name of the encoding that the header of an OFX file declares, or an empty text. */
function declaredIn(head: string): string {
  const [, xml] = /<\?xml[^>]*encoding\s*=\s*["']([\w-]+)["']/i.exec(head) ?? [];
  const [, charset = ''] = /CHARSET\s*:\s*([\w-]+?)(?=\s|COMPRESSION)/i.exec(head) ?? [];
  return xml ?? charset;
}

/** The encodings that are declared by the numbers of code pages, apart from those of Windows. */
const PAGES: Readonly<Record<string, string>> = {
  '932': 'shift_jis',
  '936': 'gbk',
  '949': 'euc-kr',
  '950': 'big5',
  '54936': 'gb18030',
  '65001': 'utf-8',
};

/**
 * Returns the encoding with this name, or undefined if it is unknown. Banks that declare none mean windows-1252, and so
 * do those that wrongly declare UTF-8.
 */
function encodingOf(name: string): string | undefined {
  const [, windows] = /^(?:cp|windows-?)?(12\d\d)$/i.exec(name) ?? [];
  const [, iso] = /^(?:iso-?)?8859-?(\d{1,2})$/i.exec(name) ?? [];
  if (/^(?:|none|us-?ascii|(?:cs)?unicode)$/i.test(name)) return 'windows-1252';
  const label = windows ? `windows-${windows}` : iso ? `iso-8859-${iso}` : (PAGES[name] ?? name);
  const known = encodingNamed(label);
  return known?.startsWith('utf') ? 'windows-1252' : known;
}

/** The largest number of lines of a CSV file, and the longest line. Files of banks are far below both. */
const MOST_LINES = 100_000;
const LONGEST_LINE = 100_000;

/** Returns whether a text has lines as a CSV file has them. Reading any other text would keep other requests waiting. */
function hasLines(text: string): boolean {
  let count = 0;
  for (let start = 0; start < text.length; count += 1) {
    const end = text.indexOf('\n', start);
    const next = end < 0 ? text.length : end;
    if (next - start > LONGEST_LINE || count > MOST_LINES) return false;
    start = next + 1;
  }
  return true;
}

/** Returns whether bytes are those of a binary file: more than one in a hundred is an ASCII control character. */
function hasControls(head: string): boolean {
  const controls = Array.from(head).filter((one) => one < ' ' && !'\t\n\r'.includes(one));
  return controls.length * 100 > head.length;
}

function withoutNulls(head: string): string {
  return head.replaceAll('\0', '');
}
