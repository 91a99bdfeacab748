/**
 * Writes the rows of an export as CSV, JSON or a workbook, to a file or to standard output. The rows arrive in pages
 * from one snapshot of the database. CSV and JSON are written page by page, so memory use does not grow with the list.
 */
import path from 'node:path';
import { Option, type Command } from 'commander';
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import type { Cell } from '../../lib/csv.ts';
import { csvHeader, csvRows, type ExportColumn } from '../../lib/export-columns.ts';
import { counted } from '../../lib/text.ts';
import { DateSpan } from '../../lib/wire.ts';
import { decode } from '../../validate.ts';
import type { Options } from './action.ts';
import { refuseTerminal, writeOutput } from './output.ts';
import { say } from './print.ts';
import { progressBar } from './progress.ts';

const FORMATS = ['csv', 'json', 'xlsx'] as const;
type Format = (typeof FORMATS)[number];

/** A kind of list that can be exported. */
export type Exportable<T> = {
  /** The columns, for CSV and workbooks. */
  columns: readonly ExportColumn<T>[];
  /** Converts a row to its form in the API, for JSON. */
  toWire: (row: T) => unknown;
  /** The word for one row, such as `member`. */
  what: string;
  /** The plural of the word, if it is not made with an `s`. */
  many?: string;
};

/** Adds the options that every export of a list has. */
export function exportOptions(command: Command): Command {
  return fileOptions(
    command.addOption(
      new Option(
        '--format <format>',
        'by default, taken from the ending of the output file; otherwise csv (with --json and no output file, json)',
      ).choices(FORMATS),
    ),
  );
}

/** Adds the options for an output file. */
export function fileOptions(command: Command): Command {
  return command
    .option('--output <file>', 'the file to write; by default, standard output')
    .option('--force', 'replace the file if it exists');
}

/** Adds the options of an export of dated rows. */
export function spanOptions(command: Command): Command {
  return dayOptions(exportOptions(command));
}

/** Adds the options for a range of days. */
export function dayOptions(command: Command): Command {
  return command
    .option('--from <date>', 'the first day, as YYYY-MM-DD; by default, the day of the earliest record')
    .option('--to <date>', 'the last day; by default, the day of the latest record');
}

/** Returns the range of days in the options. Throws `validation_failed` for an invalid range. */
export function spanOf({ from, to }: Options): DateSpan {
  return decode(DateSpan, { from, to });
}

/** Writes pages of rows in the chosen format. For a file, reports the number of rows on stderr. */
export async function writeExport<T>(
  { pages, total }: { pages: AsyncIterable<readonly T[]>; total: number },
  options: Options,
  exportable: Exportable<T>,
): Promise<void> {
  const output = options.output as string | undefined;
  const format = formatOf(options, output);
  if (format === 'xlsx') refuseTerminal('A workbook', output);
  const bar = progressBar(output === undefined ? { quiet: true } : options, 'Exporting');
  let count = 0;
  const watched = (async function* () {
    for await (const page of pages) {
      count += page.length;
      yield page;
      bar.update(count, total);
    }
  })();
  await writeOutput(PARTS[format](watched, exportable), output, options.force === true).finally(bar.end);
  if (output === undefined) return;
  say(options, `${counted(count, exportable.what, exportable.many)} written to ${output}`);
  if (options.json) process.stdout.write(`${JSON.stringify({ rows: count, format, output })}\n`);
}

function formatOf(options: Options, output: string | undefined): Format {
  return chosenFormat(options, FORMATS) ?? (options.json && output === undefined ? 'json' : 'csv');
}

/**
 * Returns the format in the options, or else the format given by the ending of the file name. Returns undefined if
 * there is neither. Throws a SetupError for an unknown ending.
 */
export function chosenFormat<T extends string>({ format, output }: Options, formats: readonly T[]): T | undefined {
  const ending = path
    .extname((output as string | undefined) ?? '')
    .slice(1)
    .toLowerCase();
  const meant = formats.find((known) => known === format) ?? formats.find((known) => known === ending);
  if (meant === undefined && ending !== '') {
    throw new SetupError(
      `The file ending .${ending} does not name a format. Choose one with --format ${formats.join('|')}.`,
      EXIT.usage,
    );
  }
  return meant;
}

type Parts = <T>(pages: AsyncIterable<readonly T[]>, exportable: Exportable<T>) => AsyncGenerator<string | Buffer>;

const PARTS: Record<Format, Parts> = { csv: csvParts, json: jsonParts, xlsx: xlsxParts };

/**
 * Yields the rows as CSV, beginning with the byte order mark. Standard output gets this mark, too, because it is
 * usually redirected into a file.
 */
async function* csvParts<T>(pages: AsyncIterable<readonly T[]>, { columns }: Exportable<T>) {
  yield csvHeader(columns);
  for await (const page of pages) yield csvRows(columns, page);
}

async function* jsonParts<T>(pages: AsyncIterable<readonly T[]>, { toWire }: Exportable<T>) {
  let separator = '[\n';
  for await (const page of pages) {
    yield separator + page.map((row) => JSON.stringify(toWire(row))).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

const TOO_MANY_ROWS =
  'A workbook can contain at most 1,048,575 rows below its header, and this list has more. Use --format csv, or choose fewer days with --from and --to.';

/**
 * Collects all rows in memory, because a workbook stores its texts in one shared table and cannot be written page by
 * page.
 */
async function* xlsxParts<T>(pages: AsyncIterable<readonly T[]>, { columns }: Exportable<T>) {
  const { MOST_ROWS, toXlsx } = await import('../../lib/xlsx.ts');
  const rows: Cell[][] = [];
  for await (const page of pages) {
    rows.push(...page.map((row) => columns.map(({ cell }) => cell(row))));
    if (rows.length > MOST_ROWS) throw new SetupError(TOO_MANY_ROWS, EXIT.usage);
  }
  const dates = columns.flatMap(({ name, isDate }) => (isDate ? [name] : []));
  yield await toXlsx(
    columns.map(({ name }) => name),
    rows,
    new Set(dates),
  );
}
