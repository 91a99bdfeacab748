/**
 * Does the first steps of every import of the command line, before a service gets the rows: reads the file, finds its
 * columns and the order of its dates, and tells the person at the terminal what was found.
 */
import { type Command, Option } from 'commander';
import type { App } from '../../app.ts';
import { collect } from '../../cli/kit/amounts.ts';
import type { Options } from '../../cli/kit/action.ts';
import { say } from '../../cli/kit/print.ts';
import { jsonText } from '../../cli/kit/terminal.ts';
import { progressBar } from '../../cli/kit/progress.ts';
import { pick } from '../../cli/kit/prompt.ts';
import { AppError, fileRefused, SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { DATE_ORDERS, type DateOrder } from '../../lib/import-dates.ts';
import { encode } from '../../lib/encode.ts';
import type { ImportTable } from '../../lib/import-table.ts';
import { counted } from '../../lib/text.ts';
import type { Bearing } from './bearing.ts';
import type { Target } from './columns.ts';
import { readImportFile } from './file.ts';
import { type Headed, headedSheet, sheetFrom, topRows } from './header.ts';
import type { Planned } from './import-kinds.ts';
import { planOf, type SheetShown, shownOf } from './plan.ts';
import type { ImportOptions } from './run.ts';
import { ImportPlan } from './schema.ts';
import { type ColumnFault, type ColumnSaid, columnsSaid } from './said-columns.ts';
import type { ImportSource } from './service.ts';
import type { ImportFile } from './sheet.ts';
import { type FileQuestion, namedNeeds, type Understood, understand } from './understand.ts';
import type { ValueFault, ValueSaid } from './values.ts';

/** What is known about a file as a whole, and what a plan shows of its sheet. */
type Understanding<F extends string> = { found: Understood<F>; sheet: SheetShown };

/** Only the plan of --json shows something of a sheet. */
const NOT_SHOWN: SheetShown = { encoding: null, rows: 0, examples: [] };

/** A file with its rows as values of fields. */
type Read<F extends string> = Understanding<F> & {
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

/** What one kind of import does with the rows of a file. */
type Importer<F extends string, A> = {
  target: Target<F>;
  work: (table: ImportTable<F>, options: ImportOptions) => Promise<A & { planned?: Planned }>;
};

/** What importing a file returns besides the result of its kind. */
type About = { ignoredColumns: string[]; encoding: string | null } & Partial<
  Omit<ImportPlan, 'encoding' | 'rows' | 'importId'>
>;

/**
 * Reads a file as the options say, imports its rows with a progress bar, and adds facts about the file to the result. With
 * --json, it also adds the plan, and prints the plan of a file that is refused. Raises a refusal if the file as a whole
 * cannot be understood, and any error that `work` raises.
 */
export async function importFile<F extends string, A>(
  app: App,
  file: string | undefined,
  options: Options,
  { target, work }: Importer<F, A>,
): Promise<Omit<A, 'planned'> & About> {
  const flags = { dryRun: options.dryRun === true, allowDuplicates: options.allowDuplicates === true };
  const planIn = ({ found, sheet }: Understanding<F>, planned: Planned | undefined) =>
    planOf({ found, sheet, target, leftOut: [], mayRepeat: flags.allowDuplicates, planned });
  const refused = (read: Understanding<F>, planned?: Planned) => {
    if (options.json !== true) return;
    process.stdout.write(`${jsonText(encode(ImportPlan, planIn(read, planned)), 2)}\n`);
  };
  const read = await readImport(app, file ?? '', options, { target, refused });
  const { table, source, ignoredColumns, encoding } = read;
  const { program } = read.found;
  const bar = progressBar(options, 'Importing');
  try {
    const { planned, ...done } = await work(table, { ...flags, source, program, progress: bar.update });
    return { ...done, ignoredColumns, encoding, ...(options.json === true && planned && planIn(read, planned)) };
  } catch (error) {
    const isRefused = error instanceof AppError && error.code === 'file_refused';
    const all = { ...flags, dryRun: true, mayBeFaulty: true, source, program };
    if (options.json === true && isRefused) refused(read, (await work(table, all)).planned);
    throw error;
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
  { target, refused }: { target: Target<F>; refused: (read: Understanding<F>) => void },
): Promise<Read<F>> {
  const read = await readImportFile(file, options.encoding as string | undefined);
  const sheet = { ...read, ...headed(read, options, target), fileName: file, tops: topRows(read) };
  if (sheet.encoding !== null && sheet.encoding !== 'utf-8') {
    say(
      options,
      `The file was read as ${sheet.encoding}. If letters look wrong, name another encoding with --encoding.`,
    );
  }
  const said = {
    columns: chosenColumns(options, sheet.header, target),
    values: valuesOf(options),
    dates: options.dates as DateOrder | undefined,
    namesNobody: options.givers === false,
  };
  let found = await understand(app, sheet, target, said);
  if (found.program) say(options, `This looks like a file of ${found.program.name}.`);
  const [question] = found.questions;
  if (question?.code === 'unclear_dates') {
    const dates = await pick(question.choices, '--dates', sentenceOf(found.questions, target));
    found = await understand(app, sheet, target, { ...said, dates });
  } else if (question) {
    refused({ found, sheet: shownOf(sheet) });
    // What somebody must answer does not hide the cells that are bad whatever the answer is.
    const faults = found.table?.faults ?? [];
    throw fileRefused(sentenceOf(found.questions, target), faults.length > 0 ? faults : undefined);
  }
  const { table, ignored, totals, notes, valueFault } = found;
  if (valueFault) throw new SetupError(valueSentence(valueFault), EXIT.usage);
  if (!table) throw new Error('A file without questions has no rows.');
  if (totals.length > 0) say(options, `Left out, because they are totals: line ${totals.join(', ')}`);
  if (notes.length > 0) say(options, `Left out, because they are notes below the list: line ${notes.join(', ')}`);
  if (ignored.length > 0) say(options, `Columns that are not read: ${ignored.join(', ')}`);
  for (const [header, count] of table.passedOver) {
    say(
      options,
      `Ignored in the column "${header}": ${counted(count, 'value')}, because a better matching column has a value in the same row.`,
    );
  }
  return {
    table,
    ignoredColumns: [...ignored],
    encoding: sheet.encoding,
    source: sheet.source,
    found,
    sheet: options.json === true ? shownOf(sheet) : NOT_SHOWN,
  };
}

/** Returns the sheet below its header, which is found or named with --header-row. */
function headed<F extends string>(file: ImportFile, options: Options, target: Target<F>): Headed {
  const line = options.headerRow as string | undefined;
  if (line === undefined) {
    return headedSheet(
      file,
      target,
      mapsOf(options).map(({ column }) => column),
    );
  }
  const sheet = /^[1-9]\d{0,5}$/.test(line) ? sheetFrom(file, Number(line)) : undefined;
  if (sheet) return sheet;
  throw new SetupError(`--header-row ${line} is no line of the file with rows below it.`, EXIT.usage);
}

const mapsOf = ({ map }: Options): ColumnSaid[] => ((map as string[] | undefined) ?? []).map(columnIn);

function columnIn(map: string): ColumnSaid {
  const at = map.lastIndexOf('=');
  return { column: map.slice(0, Math.max(at, 0)).trim(), field: map.slice(at + 1).trim() };
}

/**
 * Returns the fields given with --map, and the columns left out with --ignore, by the index of the column. Raises a usage
 * error for an unknown header or field, and for a column that is ambiguous.
 */
function chosenColumns<F extends string>(
  options: Options,
  header: readonly string[],
  { fields }: Target<F>,
): ReadonlyMap<number, F | null> {
  const ignored = ((options.ignore as string[] | undefined) ?? []).map((column) => ({ column, field: '' }));
  const found = columnsSaid([...mapsOf(options), ...ignored], header, fields);
  if ('chosen' in found) return found.chosen;
  throw new SetupError(columnSentence(found.fault), EXIT.usage);
}

function columnSentence({ said: { column, field }, code, choices }: ColumnFault): string {
  const map = `--map "${column}=${field}"`;
  if (code === 'field_twice') return `--map gives two columns for ${field}.`;
  if (code === 'several_columns') {
    const numbers = choices.map((number) => `--map "${number}=${field}"`).join(' or ');
    return `${map} names more than one column. Choose one: ${numbers}`;
  }
  return `${map} ${code === 'no_such_column' ? 'matches no column' : 'names no field'}. Choose one of: ${choices.join(', ')}`;
}

/** Returns the values given with --value. Raises a usage error for one that cannot be read. */
function valuesOf({ value }: Options): ValueSaid[] {
  return ((value as string[] | undefined) ?? []).map((text) => {
    const [, column, theirs = '', ours = ''] = /^([^:]+):(.*)=([^=]*)$/.exec(text) ?? [];
    if (column !== undefined) return { column, theirs, ours };
    throw new SetupError(`--value "${text}" cannot be read. Give --value "column:theirs=ours".`, EXIT.usage);
  });
}

function valueSentence({ said: { column, theirs, ours }, code, columns }: ValueFault): string {
  const value = `--value "${column}:${theirs}=${ours}"`;
  if (code === 'no_such_cell') return `${value} fits no cell: no cell of "${columns[0]}" says "${theirs}".`;
  return `${value} names no column that is read. Give --value "column:theirs=ours", with one of: ${columns.join(', ')}`;
}

/** How many of the file's columns a refusal names. */
const NAMED_COLUMNS = 12;

/** What a column bears on, in words. */
const BEARS_ON: Readonly<Record<Bearing, string>> = {
  money: 'money',
  person: 'a person',
  status: 'a status',
  day: 'a day',
  currency: 'a currency',
  deductible: 'tax deductibility',
};

/** Returns a sentence for the first of the questions about a file, and for all others of its kind. */
function sentenceOf<F extends string>(questions: readonly FileQuestion[], target: Target<F>): string {
  const [first] = questions;
  switch (first?.code) {
    case 'rows_above_header':
      return rowsAbove(first);
    case 'two_columns':
      return twoColumns(first);
    case 'misspelt_column':
      return `Nothing was imported, because there is no column "${first.column}"; did you mean ${first.field}? Correct the header, or read it with --map "${first.column}=${first.field}".`;
    case 'column_needed': {
      const { choices } = first;
      const more = choices.length > NAMED_COLUMNS ? ` and ${choices.length - NAMED_COLUMNS} more` : '';
      const needed = namedNeeds(target).map((set) => set.join(' with '));
      return (
        `There is no column for ${target.what}. Needed: ${needed.join(', or ')}. ` +
        `The file has: ${choices.slice(0, NAMED_COLUMNS).join(', ')}${more}. Map your columns with --map "Their Header=${first.field}".`
      );
    }
    case 'column_not_understood': {
      const all = questions.filter((one) => one.code === 'column_not_understood');
      const named = all.map(({ column, bearing }) => `"${column}" (${BEARS_ON[bearing]})`).join(', ');
      const flags = all.map(({ column }) => `--ignore "${column}"`).join(' ');
      return `Nothing was imported, because Vestry does not know what these columns mean, and they may matter: ${named}. Read them with --map "Their Header=ourField", or leave them out with ${flags}.`;
    }
    case 'no_giver_column':
      return 'Nothing was imported, because no column says who gave. Name the column with --map "Their Header=memberName", or import the gifts without givers with --no-givers.';
    case 'unclear_dates':
      return `Vestry cannot tell which part of a date is the month, as in ${first.cell}.`;
    default:
      return '';
  }
}

function rowsAbove({ lines, headerLine }: FileQuestion & { code: 'rows_above_header' }): string {
  const which = lines.length === 1 ? `line ${lines[0]} stands` : `the lines ${lines.join(', ')} stand`;
  return `Nothing was imported, because ${which} above the header, like titles, and may be rows of the list. Move them below the header, or name the line with the headers: --header-row ${headerLine} if they are titles.`;
}

function twoColumns({ column, field, choices: [one, other] }: FileQuestion & { code: 'two_columns' }): string {
  const what = one.startsWith('#')
    ? `The columns ${one.slice(1)} and ${other.slice(1)}, "${column}",`
    : `The columns "${one}" and "${other}"`;
  return `${what} both map to ${field}. Leave one out: --map "${other}="`;
}
