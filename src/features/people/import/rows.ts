/**
 * Checks the rows of a people file and turns them into members to add. Each row is checked alone, without the other
 * rows and without the church's records.
 */
import type { FieldError } from '../../../errors.ts';
import { eachRow } from '../../../lib/chunks.ts';
import { readName } from '../../../lib/read-name.ts';
import { faultAt, type ImportFault, type ImportRow, type ImportTable } from '../../../lib/import-table.ts';
import { fromParts } from '../../../lib/parts.ts';
import { check } from '../../../validate.ts';
import { numberOf, saidOf, textOf } from '../../imports/rows.ts';
import { MEMBER_FIELDS, type MemberColumnName, memberFields } from '../members/fields.ts';
import { deathFaults, type SettledMember, settled } from '../members/rules.ts';
import { NewMember } from '../members/schema.ts';
import { futureDates, type PastDates } from '../members/service.ts';
import { MEMBER_IMPORT_FIELDS, type MemberField } from './columns.ts';

export type MemberTable = ImportTable<MemberField>;
type Row = ImportRow<MemberField>;

/** A row that could be read. Its family is found later, by its name, its number or its id. */
export type Candidate = {
  row: Row;
  input: SettledMember;
  /** The member's id in the church that exported the file. */
  id: number | null;
  familyName: string | null;
  /** The number of the family in the other program. */
  familyNumber: string | null;
};

/**
 * Returns the rows of a table that could be read, and the faults of all rows. A date that may not be in the future, such as a
 * birth date, may not be after `latest`. If `mayLink` is false, a row with a `userId` has a fault.
 */
export async function candidatesOf(
  table: MemberTable,
  { latest, mayLink }: { latest: string; mayLink: boolean },
): Promise<{ candidates: Candidate[]; faults: ImportFault[] }> {
  const candidates: Candidate[] = [];
  const faults = [...table.faults];
  const take = (row: Row) => {
    const checked = check(NewMember, inputOf(row));
    const input = 'errors' in checked ? null : settled(checked.value, null);
    const errors = 'errors' in checked ? nameFaults(checked.errors, table) : input ? deathFaults(input) : [];
    faults.push(
      ...[...errors, ...surnameFaults(row), ...futureDates(datesOf(row), latest)].map((error) =>
        faultAt(table, row, { ...error, path: fieldOf(error) }),
      ),
    );
    if (!mayLink && row.values.userId !== undefined) faults.push(faultAt(table, row, FORBIDDEN_LINK));
    if (!input) return;
    const { id, familyName, familyNumber } = row.values;
    candidates.push({
      row,
      input,
      id: numberOf(id),
      familyName: textOf(familyName),
      familyNumber: textOf(familyNumber),
    });
  };
  await eachRow(table.rows, take);
  return { candidates, faults };
}

const PAST = memberFields('isPast', true);

/** Returns the dates of a row that may not be in the future. They are checked even if other fields have faults. */
function datesOf({ values }: Row): PastDates {
  return Object.fromEntries(PAST.map((field) => [field, textOf(values[field])])) as PastDates;
}

/** Returns the faults of a row. A row without any name has its fault in the column of the names. */
function nameFaults(errors: readonly FieldError[], { headers }: MemberTable): FieldError[] {
  const fields = ['firstName', 'fullName', 'chineseName'] as const;
  const path = fields.find((field) => headers[field] !== undefined) ?? 'chineseName';
  const missing = errors.find(({ code }) => code === 'name_required');
  const others = errors.filter(({ code }) => code !== 'name_required');
  return missing ? [...others, { ...UNNAMED, path }] : others;
}

/** Returns the fault of a row whose only name is a surname: one Chinese character. */
function surnameFaults({ values }: Row): FieldError[] {
  const path = values.fullName === undefined ? 'chineseName' : 'fullName';
  const isAlone = values.firstName === undefined && values.lastName === undefined;
  return isAlone && /^\p{Script=Han}$/u.test(String(values[path] ?? '')) ? [{ ...UNDIVIDED, path }] : [];
}

const UNDIVIDED = {
  code: 'undivided_name',
  message: 'cannot be divided into first and last name; add columns for the first and the last name',
};

const UNNAMED = { code: 'required', message: 'is required' };

const FORBIDDEN_LINK = {
  path: 'userId' as const,
  code: 'forbidden',
  message: 'may be given only by a person who may manage users',
};

/** The fields of which each part has a column of its own. */
const DIVIDED = ['address', 'estate'] as const;

const PARTS = DIVIDED.flatMap((field) =>
  Object.entries(MEMBER_FIELDS[field].columns).map(([column, { part }]) => {
    return { field, column: column as MemberColumnName, part, path: `${field}.${part}` };
  }),
);
const DIRECT = MEMBER_IMPORT_FIELDS.filter(({ name }) => name in MEMBER_FIELDS);

function fieldOf({ path }: FieldError): MemberField {
  const part = PARTS.find((one) => one.path === path || one.field === path);
  return part?.column ?? (path as MemberField);
}

/**
 * Returns a row in the form of a request body of the API. If the row has no first and no last name, the whole name or the
 * Chinese name is divided.
 */
function inputOf(row: Row): Record<string, unknown> {
  const { values } = row;
  const input = saidOf(row, DIRECT);
  for (const field of DIVIDED) {
    const own = PARTS.filter((one) => one.field === field);
    input[field] = fromParts(own.map(({ column, part }) => [part, textOf(values[column])]));
  }
  const whole = values.fullName ?? values.chineseName;
  if (values.firstName !== undefined || values.lastName !== undefined || whole === undefined) return input;
  const read = readName(String(whole));
  const chineseName = values.fullName === undefined ? read.chineseName : (input.chineseName ?? read.chineseName);
  const names = Object.entries(read).filter(([, part]) => part);
  return { ...input, ...Object.fromEntries(names), chineseName };
}
