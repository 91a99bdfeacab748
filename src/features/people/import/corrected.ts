/** Imports people from rows that a person can correct first: reads a file, checks its rows, and imports them. */
import type { App } from '../../../app.ts';
import { can } from '../../../permissions.ts';
import { badField, type FieldError } from '../../../errors.ts';
import type { ImportTable } from '../../../lib/import-table.ts';
import { refusal } from '../../../validate.ts';
import { readRows, surveySheet, type Target } from '../../imports/columns.ts';
import { sheetRefused } from '../../imports/refused.ts';
import { headedSheet, MOST_TITLES } from '../../imports/header.ts';
import { type Sheet, tooManyRows } from '../../imports/sheet.ts';
import { readSheetInThread } from '../../imports/sheet-thread.ts';
import { type MemberField, PEOPLE } from './columns.ts';
import type { Decision } from '../../imports/decisions.ts';
import {
  type MemberImportCheck,
  type MemberImportResult,
  type MemberSheet,
  LONGEST_CELL,
  MOST_COLUMNS,
  MOST_ROWS,
  type NewMemberImport,
} from './schema.ts';
import { checkMembers, importMembers } from './service.ts';

/** The largest file that is read. */
export const LARGEST_PEOPLE_FILE = 4 * 1024 * 1024;

const NONE: ReadonlyMap<number, MemberField | null> = new Map();

/** A file is read while others work, so the limits are much lower than on the command line. */
const LIMITS = {
  rows: MOST_ROWS + MOST_TITLES + 1,
  workbook: { megabytes: 16, rows: 10_000, cells: (MOST_ROWS + MOST_TITLES + 1) * MOST_COLUMNS },
};

/**
 * Returns the rows of a file and what its columns seem to mean. Raises `file_refused`, also for a file that
 * `checkMemberImport` would refuse for its size. Reading ends when `signal` is aborted. Only a user with `users.manage` can import `userId`, so the column is not
 * read for anybody else.
 */
export async function readMemberSheet(
  { actor }: App,
  name: string,
  bytes: Buffer,
  signal?: AbortSignal,
): Promise<MemberSheet> {
  const { encoding, source, ...sheet } = await readSheetInThread(name, bytes, LIMITS, { signal });
  const { header, rows } = headedSheet(sheet, PEOPLE);
  refuseLarge(name, header, rows);
  const { columns, order, doubt } = surveySheet({ header, rows }, PEOPLE, NONE);
  const taken = new Set<MemberField>();
  const fields = new Map<number, MemberField>();
  for (const { index, field } of columns) {
    // Of several columns for one field, the best one is read first.
    if (taken.has(field.name) && !field.ranked) continue;
    if (field.name === 'userId' && !can(actor, 'users.manage')) continue;
    taken.add(field.name);
    fields.set(index, field.name);
  }
  return {
    ...source,
    encoding,
    columns: header.map((text, index) => ({ header: text, field: fields.get(index) ?? null })),
    dates: order ?? null,
    unclearDates: doubt ?? null,
    rows: rows.map(({ line, cells }) => ({ line, cells })),
  };
}

function refuseLarge(name: string, header: readonly string[], rows: Sheet['rows']): void {
  if (rows.length > MOST_ROWS) throw tooManyRows(name);
  const width = Math.max(header.length, ...rows.map(({ cells }) => cells.length));
  if (width > MOST_COLUMNS) {
    const message = `${name} has ${width} columns, more than the ${MOST_COLUMNS} that are read. Remove the columns that you do not need.`;
    throw sheetRefused('too_many_columns', message);
  }
  const isLong = (cells: readonly string[]) => cells.some((cell) => cell.length > LONGEST_CELL);
  const line = isLong(header) ? 1 : rows.find(({ cells }) => isLong(cells))?.line;
  if (line === undefined) return;
  const message = `${name} has a cell with more than ${LONGEST_CELL} characters in row ${line}. Shorten it.`;
  throw sheetRefused('long_cell', message);
}

/** Returns what an import of these rows would do. Raises `validation_failed` for columns that cannot be read. */
export async function checkMemberImport(app: App, input: NewMemberImport): Promise<MemberImportCheck> {
  const table = await tableOf(app, input);
  const { plan, importedBefore } = await checkMembers(app, table, optionsOf(input));
  const { members, families, duplicates, undecided, skipped, faults } = plan;
  return {
    rows: input.rows.length,
    created: members.length,
    skipped,
    familiesCreated: families.length,
    birthDatesLeftEmpty: table.leftEmpty,
    importedBefore,
    duplicates,
    undecided,
    faults: faults.map(({ line, field, code, message }) => ({
      line,
      field: field as MemberField | null,
      code,
      message,
    })),
  };
}

/**
 * Imports these rows, all or none. Raises `file_refused` if a row has a fault or resembles somebody and nothing was
 * decided about it, or if the file was imported before. Raises `validation_failed` for columns that cannot be read.
 */
export async function importCorrected(app: App, input: NewMemberImport): Promise<MemberImportResult> {
  const table = await tableOf(app, input);
  const options = { ...optionsOf(input), allowDuplicates: input.mayRepeat, dryRun: false, amongRows: true };
  return importMembers(app, table, options);
}

function optionsOf({ fileName, fileHash, rows }: NewMemberImport) {
  const decisions = new Map<number, Decision>();
  for (const { line, memberId, isNew } of rows) {
    if (memberId !== null) decisions.set(line, memberId);
    else if (isNew) decisions.set(line, 'new');
  }
  return { decisions, source: { fileName, fileHash } };
}

async function tableOf(app: App, { columns, dates, rows }: NewMemberImport): Promise<ImportTable<MemberField>> {
  const sheet = { header: columns.map(({ header }) => header), rows };
  const chosen = new Map(columns.map(({ field }, index) => [index, field]));
  const survey = surveySheet(sheet, PEOPLE, chosen);
  const faults = [...repeated(columns), ...lacking(survey.isEnough, PEOPLE)];
  if (faults.length > 0) throw refusal(faults);
  if (dates === null && survey.doubt !== undefined) {
    throw badField('dates', 'unclear_dates', `must say which part of a date is the month, as in ${survey.doubt}`);
  }
  const lines = rows.map(({ line }) => line);
  if (new Set(lines).size < lines.length)
    throw badField('rows', 'repeated_line', 'must not contain two rows with the same line');
  return readRows(app, sheet, survey.columns, dates ?? survey.order);
}

function repeated(columns: NewMemberImport['columns']): FieldError[] {
  const several = new Set(PEOPLE.fields.flatMap(({ name, ranked }) => (ranked ? [name] : [])));
  return columns.flatMap(({ field }, index) => {
    const isRepeated = field !== null && !several.has(field) && columns.findIndex((one) => one.field === field) < index;
    return isRepeated
      ? [{ path: `columns.${index}.field`, code: 'repeated_column', message: 'is the field of another column, too' }]
      : [];
  });
}

function lacking(isEnough: boolean, { needs }: Target<MemberField>): FieldError[] {
  if (isEnough) return [];
  const sets = needs.map((set) => set.join(' with ')).join(', or ');
  return [{ path: 'columns', code: 'no_name_column', message: `must include the name: ${sets}` }];
}
