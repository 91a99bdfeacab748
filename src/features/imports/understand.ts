/**
 * Understands a file as a whole before its rows are imported: the program that wrote it, what its columns mean, and what
 * must be asked first. The command line and the HTTP API both use this, and each makes its own sentences from the questions.
 */
import type { App } from '../../app.ts';
import { headerKey, type ImportColumn, isOwnExport } from '../../lib/import-columns.ts';
import { DATE_ORDERS, type DateOrder } from '../../lib/import-dates.ts';
import type { ImportTable } from '../../lib/import-table.ts';
import { nearestWord } from '../../lib/typo.ts';
import { type BearingColumn, bearingColumns, costsOf } from './bearing.ts';
import { readRows, type Survey, surveySheet, type Target } from './columns.ts';
import { type Headed, listedAbove } from './header.ts';
import { type FileKind, mistaken, otherKind, wrongKind } from './kind.ts';
import { columnsOfProgram, fieldsOfProgram, type Program, programOf } from './programs.ts';
import type { Sheet } from './sheet.ts';
import { type ValueFault, type ValueSaid, withoutTotals, withValues } from './values.ts';

/** What somebody said about a file besides its content. */
export type Said<F extends string> = {
  /** The fields of columns by their index; null leaves a column out. */
  columns: ReadonlyMap<number, F | null>;
  values?: readonly ValueSaid[];
  dates?: DateOrder | undefined;
  /** Set if the file names nobody, and all gifts are imported without a giver. */
  namesNobody?: boolean;
};

/** A sheet below its header, the name of its file, and the first rows of the file, among which the header was found. */
export type HeadedSheet = Headed & { fileName: string; tops: readonly (readonly string[])[] };

/** What must be known before the rows of a file can be imported. */
export type FileQuestion =
  /** Rows that stand above the header look like rows of the list. */
  | { code: 'rows_above_header'; lines: number[]; headerLine: number }
  /** Two columns fill one field. `choices` names each of them, for leaving one out. */
  | { code: 'two_columns'; column: string; field: string; choices: readonly [string, string] }
  /** A header is nearly the name of a field. */
  | { code: 'misspelt_column'; column: string; field: string }
  /** No column fills the field `field`. */
  | { code: 'column_needed'; field: string; choices: readonly string[] }
  /** A column may matter, and nobody knows what it means. */
  | ({ code: 'column_not_understood' } & BearingColumn)
  /** No column says who gave. */
  | { code: 'no_giver_column' }
  /** The dates do not show which part is the month. */
  | { code: 'unclear_dates'; cell: string; choices: readonly DateOrder[] };

export type Understood<F extends string> = {
  program: Program | undefined;
  /** The header of the file, and the columns that are read. */
  header: readonly string[];
  columns: readonly ImportColumn<F>[];
  /** The headers of columns that are not read and matter to nobody, or that somebody has left out. */
  ignored: readonly string[];
  questions: readonly FileQuestion[];
  /** The lines that only sum up other rows, and the notes below the list. They are not read. */
  totals: readonly number[];
  notes: readonly number[];
  /** The rows, as far as the questions allow to read them: without columns or the order of dates, there are none. */
  table: ImportTable<F> | undefined;
  /** A value that fits no cell. The rows are read without it. */
  valueFault: ValueFault | undefined;
};

/**
 * Understands the sheet of a file named `file`. Raises `file_refused` if it is another kind of list, naming the command that
 * imports it.
 */
export async function understand<F extends string>(
  app: App,
  sheet: HeadedSheet,
  target: Target<F>,
  said: Said<F>,
): Promise<Understood<F>> {
  const { header, rows, fileName, tops } = sheet;
  const written = programOf(header);
  const program = written?.kind === target.kind ? written : undefined;
  const chosen = program ? columnsOfProgram(program, header, target.fields, said.columns) : said.columns;
  // The words of a payment service are read with its rows.
  const hasWords = program !== undefined && program.kind !== 'payouts';
  const fields = hasWords ? fieldsOfProgram(program, target.fields) : target.fields;
  const survey = surveySheet(sheet, { ...target, fields }, chosen);
  // A list of gifts or a bank file that has the fee and the net amount of each gift is a file of a payment service, too.
  const isOther = written?.kind === 'givings' || written?.kind === 'bank';
  const isBoth = target.kind === 'payouts' && isOther && survey.isEnough;
  if (written && !program && !isBoth) throw wrongKind(target.kind, written.kind, fileName);
  const open = header.filter((_header, index) => !said.columns.has(index));
  const hasSaid = said.columns.size > 0;
  const guessed = () => (hasSaid ? undefined : otherKind(target.kind, tops, fileName));
  const mistake = survey.isEnough ? mistaken(target.kind, open, fileName) : guessed();
  if (mistake && !program) throw mistake;
  const { columns, ignored, clashes, order, doubt } = survey;
  const date = said.dates ?? order;
  const above = listedAbove(sheet, columns);
  const questions: FileQuestion[] = [
    ...(above.length > 0 ? [{ code: 'rows_above_header' as const, lines: above, headerLine: sheet.headerLine }] : []),
    ...clashes.map(clashing),
    ...(survey.isEnough ? [] : [lacking(header, target, survey)]),
    ...(target.refusesTypos ? typos(survey, target) : []),
    ...(await notUnderstood(target.kind, sheet, survey, chosen)),
    ...(target.giver && !said.namesNobody ? noGiver(survey, target.giver) : []),
    ...(date === undefined && doubt !== undefined
      ? [{ code: 'unclear_dates' as const, cell: doubt, choices: DATE_ORDERS }]
      : []),
  ];
  const about = { program, header, columns, ignored, questions };
  const isReadable = clashes.length === 0 && survey.isEnough && (date !== undefined || doubt === undefined);
  if (!isReadable) return { ...about, totals: [], notes: [], table: undefined, valueFault: undefined };
  const valued = withValues(rows, columns, said.values ?? []);
  const { totals, notes, ...listed } = withoutTotals('rows' in valued ? valued.rows : rows, columns);
  return {
    ...about,
    totals,
    notes,
    table: await readRows(app, { header: [...header], rows: listed.rows }, columns, date),
    valueFault: 'fault' in valued ? valued.fault : undefined,
  };
}

function clashing<F extends string>([first, second]: [ImportColumn<F>, ImportColumn<F>]): FileQuestion {
  const isOneName = first.header === second.header;
  const choices = isOneName ? [`#${first.index + 1}`, `#${second.index + 1}`] : [first.header, second.header];
  return {
    code: 'two_columns',
    column: first.header,
    field: first.field.name,
    choices: choices as [string, string],
  };
}

/**
 * Returns the columns that no field reads, although they bear on something, as `bearing.ts` says.
 * Columns of Vestry's own export only repeat others.
 */
async function notUnderstood<F extends string>(
  kind: FileKind,
  { header, rows }: Sheet,
  { columns }: Survey<F>,
  chosen: ReadonlyMap<number, F | null>,
): Promise<FileQuestion[]> {
  if (isOwnExport(header)) return [];
  // A column that another one of its field goes before is read only where that one is blank.
  const isFirst = (column: ImportColumn<F>) => columns.find(({ field }) => field === column.field) === column;
  const [first, later] = [columns.filter(isFirst), columns.filter((column) => !isFirst(column))];
  const amount = columns.find(({ field }) => field.name === 'amount')?.index;
  const isRead = [
    ...first.map(({ index }) => index),
    ...(await costsOf({ header, rows }, amount, 'gross')),
    ...chosen.keys(),
  ];
  const isLater = new Set(later.map(({ index }) => index));
  const found = await bearingColumns(kind, { header, rows }, new Set(isRead), isLater);
  return found.map((one) => ({ code: 'column_not_understood', ...one }));
}

function noGiver<F extends string>({ columns }: Survey<F>, giver: readonly F[]): FileQuestion[] {
  return columns.some(({ field }) => giver.includes(field.name)) ? [] : [{ code: 'no_giver_column' }];
}

/** Returns the columns that are not read and have nearly the name of a field that no column fills. */
function typos<F extends string>({ columns, ignored }: Survey<F>, { fields }: Target<F>): FileQuestion[] {
  const there = new Set(columns.map(({ field }) => field.name));
  return typoIn(
    ignored,
    fields.filter(({ name }) => !there.has(name)).map(({ name }) => name),
  );
}

/** Returns the first header that is nearly the name of a field. */
function typoIn(headers: readonly string[], fields: readonly string[]): FileQuestion[] {
  for (const column of headers) {
    const field = nearestWord(column, fields);
    if (field !== undefined && headerKey(field) !== headerKey(column))
      return [{ code: 'misspelt_column', column, field }];
  }
  return [];
}

/** Returns the sets of fields of which a file needs one, by which people know them: ids are only in our own exports. */
export const namedNeeds = <F extends string>({ needs }: Pick<Target<F>, 'needs'>): readonly (readonly F[])[] =>
  needs.filter((set) => !set.some((name) => name.endsWith('Id')));

function lacking<F extends string>(header: readonly string[], target: Target<F>, { columns }: Survey<F>): FileQuestion {
  const named = namedNeeds(target);
  const there = new Set(columns.map(({ field }) => field.name));
  const choices = header.filter(Boolean);
  const [typo] = typoIn(choices, named.flat());
  return typo ?? { code: 'column_needed', field: named[0]?.find((name) => !there.has(name)) ?? '', choices };
}
