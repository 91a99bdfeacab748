/** Rows of a people file as members to be: each on its own, before anybody looks at the church's records. */
import type { FieldError } from '../../../errors.ts';
import { splitChineseName } from '../../../lib/chinese-name.ts';
import { faultAt, type ImportFault, type ImportRow, type ImportTable } from '../../../lib/import-table.ts';
import { check } from '../../../validate.ts';
import { MEMBER_FIELDS, type MemberField } from './fields.ts';
import { NewMember } from '../members/schema.ts';
import { futureDates } from '../members/service.ts';

export type MemberTable = ImportTable<MemberField>;
type Row = ImportRow<MemberField>;

/** A row that is well formed. The family is found later, by its name, its id or both. */
export type Candidate = {
  row: Row;
  input: NewMember;
  /** The id in the church that exported the row. */
  id: number | null;
  familyName: string | null;
};

/** The members that the rows of a table describe, and every fault of a row by itself. */
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

/** Dates count by themselves, whatever else is wrong with the row. */
function datesOf({ values }: Row): Pick<NewMember, 'birthDate' | 'baptizedOn'> {
  const [birthDate = null, baptizedOn = null] = [values.birthDate, values.baptizedOn] as string[];
  return { birthDate, baptizedOn };
}

/** Where a Chinese name should have given both names, that is one fault at its column, not two at others. */
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
  message: 'cannot be divided into surname and given name; add columns for first and last name',
};

const FORBIDDEN_LINK = {
  path: 'userId' as const,
  code: 'forbidden',
  message: 'may be given only by those who manage users',
};

const ADDRESS = {
  addressLine1: 'line1',
  addressLine2: 'line2',
  city: 'city',
  state: 'state',
  postalCode: 'postalCode',
  country: 'country',
} as const;

const ADDRESS_FIELDS = Object.keys(ADDRESS) as (keyof typeof ADDRESS)[];
const DIRECT_FIELDS = MEMBER_FIELDS.map(({ name }) => name).filter((name) => name in NewMember.shape);

function fieldOf({ path }: FieldError): MemberField {
  const part = path.startsWith('address.') ? path.slice('address.'.length) : undefined;
  return (ADDRESS_FIELDS.find((field) => ADDRESS[field] === part) ?? path) as MemberField;
}

/** The row as the API would be told of it. A Chinese name alone gives first and last name as well. */
function inputOf({ values }: Row): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const field of DIRECT_FIELDS) if (values[field] !== undefined) input[field] = values[field];
  if (ADDRESS_FIELDS.some((field) => values[field] !== undefined)) {
    input.address = Object.fromEntries(ADDRESS_FIELDS.map((field) => [ADDRESS[field], values[field] ?? null]));
  }
  if (values.firstName !== undefined || values.lastName !== undefined || values.chineseName === undefined) return input;
  return { ...input, ...splitChineseName(String(values.chineseName)) };
}
