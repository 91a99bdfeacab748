/**
 * Turns the rows of a people file into members to be added, each by itself and without looking at the church's records.
 */
import type { FieldError } from '../../../errors.ts';
import { splitChineseName } from '../../../lib/chinese-name.ts';
import { faultAt, type ImportFault, type ImportRow, type ImportTable } from '../../../lib/import-table.ts';
import { check } from '../../../validate.ts';
import { saidOf, textOf } from '../../imports/rows.ts';
import { MEMBER_COLUMNS, MEMBER_FIELDS, type MemberColumnName, memberFields } from '../members/fields.ts';
import { NewMember } from '../members/schema.ts';
import { futureDates, type PastDates } from '../members/service.ts';
import { MEMBER_IMPORT_FIELDS, type MemberField } from './columns.ts';

export type MemberTable = ImportTable<MemberField>;
type Row = ImportRow<MemberField>;

/** A well-formed row. The family is found later, by its name, its id or both. */
export type Candidate = {
  row: Row;
  input: NewMember;
  /** The id in the exporting church. */
  id: number | null;
  familyName: string | null;
};

/** Returns the members in the rows of a table, and every fault of a row by itself. */
export function candidatesOf(
  table: MemberTable,
  { latest, mayLink }: { latest: string; mayLink: boolean },
): { candidates: Candidate[]; faults: ImportFault[] } {
  const candidates: Candidate[] = [];
  const faults = [...table.faults];
  for (const row of table.rows) {
    const checked = check(NewMember, inputOf(row));
    const errors = 'errors' in checked ? nameFaults(checked.errors, table, row) : [];
    faults.push(
      ...[...errors, ...futureDates(datesOf(row), latest)].map((error) =>
        faultAt(table, row, { ...error, path: fieldOf(error) }),
      ),
    );
    if (!mayLink && row.values.userId !== undefined) faults.push(faultAt(table, row, FORBIDDEN_LINK));
    if ('errors' in checked) continue;
    const { id, familyName } = row.values;
    candidates.push({
      row,
      input: checked.value,
      id: id === undefined ? null : Number(id),
      familyName: familyName === undefined ? null : String(familyName),
    });
  }
  return { candidates, faults };
}

const PAST = memberFields('isPast', true);

/** Dates are checked whatever else is wrong with the row. */
function datesOf({ values }: Row): PastDates {
  return Object.fromEntries(PAST.map((field) => [field, textOf(values[field])])) as PastDates;
}

/** If a Chinese name should have given both names, that is one fault at its column, not two at others. */
function nameFaults(errors: readonly FieldError[], { headers }: MemberTable, { values }: Row): FieldError[] {
  const others = errors.filter(
    ({ path, code }) => code !== 'required' || (path !== 'firstName' && path !== 'lastName'),
  );
  const isNameless = errors.length - others.length === 2;
  if (isNameless && values.chineseName !== undefined) return [UNDIVIDED, ...others];
  if (isNameless && headers.firstName === undefined && headers.lastName === undefined) return [UNNAMED, ...others];
  return [...errors];
}

const UNNAMED = { path: 'chineseName', code: 'required', message: 'is required' };
const UNDIVIDED = {
  path: 'chineseName',
  code: 'undivided_name',
  message: 'cannot be divided into first and last name; add columns for them',
};

const FORBIDDEN_LINK = {
  path: 'userId' as const,
  code: 'forbidden',
  message: 'may be given only by those who manage users',
};

const ADDRESS = (Object.keys(MEMBER_COLUMNS) as MemberColumnName[]).flatMap((column) => {
  const { part } = MEMBER_COLUMNS[column];
  return part === undefined ? [] : [{ column, part }];
});
const DIRECT = MEMBER_IMPORT_FIELDS.filter(({ name }) => name in MEMBER_FIELDS);

function fieldOf({ path }: FieldError): MemberField {
  return ADDRESS.find(({ part }) => path === `address.${part}`)?.column ?? (path as MemberField);
}

/** Returns the row as a request would send it. A Chinese name alone also gives first and last name. */
function inputOf(row: Row): Record<string, unknown> {
  const { values } = row;
  const input = saidOf(row, DIRECT);
  if (ADDRESS.some(({ column }) => values[column] !== undefined)) {
    input.address = Object.fromEntries(ADDRESS.map(({ column, part }) => [part, values[column] ?? null]));
  }
  if (values.firstName !== undefined || values.lastName !== undefined || values.chineseName === undefined) return input;
  return { ...input, ...splitChineseName(String(values.chineseName)) };
}
