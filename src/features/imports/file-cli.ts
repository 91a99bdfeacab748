/**
 * Does the first steps of every import of the command line, before a service gets the rows: reads the file, finds its
 * columns and the order of its dates, and tells the person at the terminal what was found.
 */
import { type Command, Option } from 'commander';
import type { App } from '../../app.ts';
import { fileRefused, SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { headerKey, type ImportColumn, type ImportField, isOwnExport } from '../../lib/import-columns.ts';
import { DATE_ORDERS, type DateOrder } from '../../lib/import-dates.ts';
import type { ImportTable } from '../../lib/import-table.ts';
import { counted } from '../../lib/text.ts';
import { nearestWord } from '../../lib/typo.ts';
import type { ImportOptions } from './run.ts';
import type { ImportSource } from './service.ts';
import type { Options } from '../../cli/kit/action.ts';
import { type Bearing, bearingOf, costsOf } from './bearing.ts';
import { readRows, type Survey, surveySheet, type Target } from './columns.ts';
import { readImportFile } from './file.ts';
import { headedSheet, MOST_TITLES, sheetFrom } from './header.ts';
import { type FileKind, kindAmong, mistaken, wrongKind } from './kind.ts';
import { columnsOfProgram, programOf } from './programs.ts';
import type { ImportFile, Sheet } from './sheet.ts';
import { withoutTotals, withValues } from './values-cli.ts';
import { say } from '../../cli/kit/print.ts';
import { progressBar } from '../../cli/kit/progress.ts';
import { pick } from '../../cli/kit/prompt.ts';
import { collect } from '../../cli/kit/amounts.ts';

/** The rows of a file as values of fields, with the facts about the file that the result reports. */
type Imported<F extends string> = {
  table: ImportTable<F>;
  ignoredColumns: string[];
  encoding: string | null;
  source: ImportSource;
};

/** Adds the options that every import has. */
export function importOptions(command: Command): Command {
  return command
    .option('--dry-run', 'check everything and report what would happen, without writing')
    .addOption(
      new Option('--dates <order>', 'the order of day, month and year, if the file does not show it').choices(
        DATE_ORDERS,
      ),
    )
    .option(
      '--map <header=field>',
      'read a column as this field; "#3=field" names the third column; without a field the column is ignored; repeatable',
      collect,
    )
    .option(
      '--value <column:theirs=ours>',
      'read this text in a column as another, as in --value "fund:General=Tithe"; repeatable',
      collect,
    )
    .option('--ignore <header>', 'leave out a column that Vestry does not understand; repeatable', collect)
    .option('--header-row <line>', 'the line with the headers, if Vestry does not find it')
    .option(
      '--encoding <name>',
      'the encoding of the text, such as big5 or windows-1252, if Vestry cannot recognize it',
    );
}

/** Imports the rows of a file. Each kind of import provides such a function. */
type Work<F extends string, A> = (table: ImportTable<F>, options: ImportOptions) => Promise<A>;

/**
 * Reads a file as the options say, imports its rows with a progress bar, and adds facts about the file to the result.
 * Raises a refusal if the file as a whole cannot be understood, and any error that `work` raises.
 */
export async function importFile<F extends string, A>(
  app: App,
  file: string | undefined,
  options: Options,
  { target, work }: { target: Target<F>; work: Work<F, A> },
): Promise<A & Pick<Imported<F>, 'ignoredColumns' | 'encoding'>> {
  const { table, source, ...about } = await readImport(app, file ?? '', options, target);
  const bar = progressBar(options, 'Importing');
  const flags = { dryRun: options.dryRun === true, allowDuplicates: options.allowDuplicates === true };
  try {
    return { ...(await work(table, { ...flags, source, progress: bar.update })), ...about };
  } finally {
    bar.end();
  }
}

/** The largest number of rows that are listed. Any others are only counted. */
const SHOWN = 100;

/** Returns a title and a line for each entry, or an empty list if there are no entries. */
export function shownRows(title: string, entries: readonly string[]): string[] {
  if (entries.length === 0) return [];
  const more = entries.length > SHOWN ? [`  and ${entries.length - SHOWN} more`] : [];
  return [title, ...entries.slice(0, SHOWN).map((entry) => `  ${entry}`), ...more];
}

async function readImport<F extends string>(
  app: App,
  file: string,
  options: Options,
  target: Target<F>,
): Promise<Imported<F>> {
  const read = await readImportFile(file, options.encoding as string | undefined);
  const sheet = { ...read, ...headed(read, options, target) };
  if (sheet.encoding !== null && sheet.encoding !== 'utf-8') {
    say(
      options,
      `The file was read as ${sheet.encoding}. If letters look wrong, name another encoding with --encoding.`,
    );
  }
  const ignore = ((options.ignore as string[] | undefined) ?? []).map((header) => `${header}=`);
  const said = chosenColumns(
    [...((options.map as string[] | undefined) ?? []), ...ignore],
    sheet.header,
    target.fields,
  );
  const program = programOf(sheet.header);
  if (program && program.kind !== target.kind) throw wrongKind(target.kind, program.kind, file);
  const chosen = program ? columnsOfProgram(program, sheet.header, target.fields, said) : said;
  const survey = surveySheet(sheet, target, chosen);
  const { columns, ignored } = survey;
  const [clash] = survey.clashes;
  const open = sheet.header.filter((_header, index) => !said.has(index));
  const mistake = survey.isEnough ? mistaken(target.kind, open, file) : otherKind(read, target.kind, file);
  if (mistake && !program) throw mistake;
  if (program) say(options, `This looks like a file of ${program.name}.`);
  if (clash) throw clashing(clash[0], clash[1]);
  if (!survey.isEnough) throw lacking(sheet.header, target, survey);
  if (target.refusesTypos) refuseTypos(survey, target);
  if (target.refusesUnknown) refuseNotUnderstood(sheet, survey, chosen);
  if (target.giver) refuseNoGiver(survey, target.giver, options);
  const order = (options.dates as DateOrder | undefined) ?? (await orderOf(survey));
  const values = withValues(sheet.rows, columns, options.value as string[] | undefined);
  const { rows, totals, notes } = withoutTotals(values, columns);
  if (totals.length > 0) say(options, `Left out, because they are totals: line ${totals.join(', ')}`);
  if (notes.length > 0) say(options, `Left out, because they are notes below the list: line ${notes.join(', ')}`);
  const table = await readRows(app, { ...sheet, rows }, columns, order);
  if (ignored.length > 0) say(options, `Columns that are not read: ${ignored.join(', ')}`);
  for (const [header, count] of table.passedOver) {
    say(
      options,
      `Ignored in the column "${header}": ${counted(count, 'value')}, because a better matching column has a value in the same row.`,
    );
  }
  return { table, ignoredColumns: ignored, encoding: sheet.encoding, source: sheet.source };
}

/** Returns the sheet below its header, which is found or named with --header-row. */
function headed<F extends string>(file: ImportFile, options: Options, target: Target<F>): Sheet {
  const line = options.headerRow as string | undefined;
  if (line === undefined) {
    const maps = (options.map as string[] | undefined) ?? [];
    return headedSheet(
      file,
      target,
      maps.map((map) => map.slice(0, Math.max(map.lastIndexOf('='), 0))),
    );
  }
  const sheet = /^[1-9]\d{0,5}$/.test(line) ? sheetFrom(file, Number(line)) : undefined;
  if (sheet) return sheet;
  throw new SetupError(`--header-row ${line} is no line of the file with rows below it.`, EXIT.usage);
}

/**
 * Returns the fields given with --map, by the index of the column. Null means that the column is ignored. Raises a
 * usage error for an unknown header or field, and for a --map that is ambiguous.
 */
function chosenColumns<F extends string>(
  maps: readonly string[] = [],
  header: readonly string[],
  fields: readonly ImportField<F>[],
): Map<number, F | null> {
  const chosen = new Map<number, F | null>();
  for (const map of maps) {
    const at = map.lastIndexOf('=');
    const [theirs, ours] = [map.slice(0, Math.max(at, 0)).trim(), map.slice(at + 1).trim()];
    const field = fields.find(({ name }) => name === ours);
    const [index, other] = at < 0 ? [] : placesOf(theirs, header);
    if (index === undefined) throw unknown(`--map "${map}" matches no column`, header);
    if (other !== undefined) {
      const numbers = `--map "#${index + 1}=${ours}" or --map "#${other + 1}=${ours}"`;
      throw new SetupError(`--map "${map}" names more than one column. Choose one: ${numbers}`, EXIT.usage);
    }
    if (!field && ours !== '') {
      throw unknown(
        `--map "${map}" names no field`,
        fields.map(({ name }) => name),
      );
    }
    if (field && [...chosen.values()].includes(field.name)) {
      throw new SetupError(`--map gives two columns for ${field.name}.`, EXIT.usage);
    }
    chosen.set(index, field?.name ?? null);
  }
  return chosen;
}

/**
 * Returns the indexes of the columns that a text names, by header or by number (`#3`). If exactly one column has the
 * text as its header, only that column is returned.
 */
function placesOf(text: string, header: readonly string[]): number[] {
  const placesWhere = (matches: (one: string) => boolean) =>
    header.flatMap((one, index) => (one !== '' && matches(one) ? [index] : []));
  const exact = placesWhere((one) => one === text);
  const number = Number(/^#([1-9]\d{0,4})$/.exec(text)?.[1]);
  if (exact.length === 0 && number <= header.length) return [number - 1];
  return exact.length === 1 ? exact : placesWhere((one) => headerKey(one) === headerKey(text));
}

function unknown(message: string, possible: readonly string[]): SetupError {
  return new SetupError(`${message}. Choose one of: ${possible.filter(Boolean).join(', ')}`, EXIT.usage);
}

function clashing<F extends string>(first: ImportColumn<F>, second: ImportColumn<F>) {
  const isOneName = first.header === second.header;
  const what = isOneName
    ? `The columns ${first.index + 1} and ${second.index + 1}, "${first.header}",`
    : `The columns "${first.header}" and "${second.header}"`;
  const other = isOneName ? `#${second.index + 1}` : second.header;
  return fileRefused(`${what} both map to ${first.field.name}. Leave one out: --map "${other}="`);
}

/** Returns the refusal of a file that is another kind of list than the one wanted, or undefined. */
function otherKind({ header, rows }: Sheet, wanted: FileKind, file: string) {
  const kind = kindAmong([header, ...rows.slice(0, MOST_TITLES).map(({ cells }) => cells)]);
  return kind === undefined || kind === wanted ? undefined : wrongKind(wanted, kind, file);
}

/** What a column bears on, in words. */
const BEARS_ON: Readonly<Record<Bearing, string>> = {
  money: 'money',
  person: 'a person',
  status: 'a status',
  currency: 'a currency',
  deductible: 'tax deductibility',
};

/**
 * Raises a refusal that names the columns that no field reads, although they look like money, a person, a status, a currency
 * or deductibility. Columns of Vestry's own export only repeat others.
 */
function refuseNotUnderstood<F extends string>(
  { header, rows }: Sheet,
  { columns }: Survey<F>,
  chosen: ReadonlyMap<number, F | null>,
): void {
  if (isOwnExport(header)) return;
  const isRead = new Set([...columns.map(({ index }) => index), ...costsOf({ header, rows }, columns)]);
  const found = header.flatMap((name, index) => {
    if (name === '' || isRead.has(index) || chosen.has(index)) return [];
    const bearing = bearingOf(
      name,
      rows.map(({ cells }) => cells[index] ?? ''),
    );
    return bearing === undefined ? [] : [{ name, bearing }];
  });
  if (found.length === 0) return;
  const named = found.map(({ name, bearing }) => `"${name}" (${BEARS_ON[bearing]})`).join(', ');
  const flags = found.map(({ name }) => `--ignore "${name}"`).join(' ');
  throw fileRefused(
    `Nothing was imported, because Vestry does not know what these columns mean, and they may matter: ${named}. Read them with --map "Their Header=ourField", or leave them out with ${flags}.`,
  );
}

/** Raises a refusal if no column says who gave, unless somebody said that nobody is named. */
function refuseNoGiver<F extends string>({ columns }: Survey<F>, giver: readonly F[], options: Options): void {
  if (options.givers === false || columns.some(({ field }) => giver.includes(field.name))) return;
  throw fileRefused(
    'Nothing was imported, because no column says who gave. Name the column with --map "Their Header=memberName", or import the gifts without givers with --no-givers.',
  );
}

/** Raises a refusal if a column that is not read has nearly the name of a field that no column fills. */
function refuseTypos<F extends string>({ columns, ignored }: Survey<F>, { fields }: Target<F>): void {
  const there = new Set(columns.map(({ field }) => field.name));
  const free = fields.filter(({ name }) => !there.has(name)).map(({ name }) => name);
  const typo = typoIn(ignored, free);
  if (typo) throw misspelt(...typo);
}

/** Returns the first header that is nearly the name of a field, with the field. */
function typoIn(headers: readonly string[], fields: readonly string[]): [header: string, field: string] | undefined {
  for (const header of headers) {
    const field = nearestWord(header, fields);
    if (field !== undefined && headerKey(field) !== headerKey(header)) return [header, field];
  }
  return undefined;
}

function misspelt(header: string, field: string) {
  return fileRefused(
    `Nothing was imported, because there is no column "${header}"; did you mean ${field}? Correct the header, or read it with --map "${header}=${field}".`,
  );
}

/** How many of the file's columns a refusal names. */
const NAMED_COLUMNS = 12;

function lacking<F extends string>(
  header: readonly string[],
  { needs, what }: Target<F>,
  { columns }: Pick<Survey<F>, 'columns'>,
) {
  // A name is what people have. Ids are only in our own exports.
  const named = needs.filter((set) => !set.some((name) => name.endsWith('Id')));
  const there = new Set(columns.map(({ field }) => field.name));
  const missing = named[0]?.find((name) => !there.has(name)) ?? '';
  const theirs = header.filter(Boolean);
  const typo = typoIn(theirs, named.flat());
  if (typo) throw misspelt(...typo);
  const more = theirs.length > NAMED_COLUMNS ? ` and ${theirs.length - NAMED_COLUMNS} more` : '';
  return fileRefused(
    `There is no column for ${what}. Needed: ${named.map((set) => set.join(' with ')).join(', or ')}. ` +
      `The file has: ${theirs.slice(0, NAMED_COLUMNS).join(', ')}${more}. Map your columns with --map "Their Header=${missing}".`,
  );
}

/**
 * Returns the order of day, month and year in the file's dates: as the dates themselves show it, or as the person at
 * the terminal chooses.
 */
async function orderOf({ order, doubt }: Pick<Survey<string>, 'order' | 'doubt'>): Promise<DateOrder | undefined> {
  if (doubt === undefined) return order;
  const message = `Vestry cannot tell which part of a date is the month, as in ${doubt}.`;
  return pick(DATE_ORDERS, '--dates', message);
}
