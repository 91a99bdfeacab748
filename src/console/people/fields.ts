/**
 * The fields of a person that the card and the form show, in groups. They are generated from the service's own list of
 * a member's fields.
 */
import { MEMBER_COLUMNS, MEMBER_FIELDS, type ShownColumn } from '../../features/people/members/fields.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { fromParts, partOf } from '../../lib/parts.ts';
import { readWholeDate } from '../kit/dates.ts';
import type { NewPerson, Person } from './queries.ts';

type Field = keyof typeof MEMBER_FIELDS;
type FormField = NonNullable<(typeof MEMBER_COLUMNS)[ShownColumn]['form']>;

/** One entry of the card or the form: a field of a person, or one part of the address. */
export type PersonField = {
  name: ShownColumn;
  field: Field;
  part: string | undefined;
  input: NonNullable<FormField['input']> | 'date' | 'text';
  isAddable: boolean;
};
export type Typed = Readonly<Record<ShownColumn, string>>;

export const GROUPS = [
  'namesGroup',
  'contactGroup',
  'churchGroup',
  'estateGroup',
] as const satisfies FormField['group'][];
export type Group = (typeof GROUPS)[number];

const formOf = (name: ShownColumn) => MEMBER_COLUMNS[name].form as FormField;

const SHOWN: readonly PersonField[] = (Object.keys(MEMBER_FIELDS) as Field[])
  .flatMap((field) => (Object.keys(MEMBER_FIELDS[field].columns) as ShownColumn[]).map((name) => ({ field, name })))
  .filter(({ name }) => MEMBER_COLUMNS[name].form !== null)
  .map(({ field, name }): PersonField => {
    const { part, kind } = MEMBER_COLUMNS[name];
    const { input = kind === 'date' ? 'date' : 'text' } = formOf(name);
    return { name, field, part, input, isAddable: 'isAddable' in MEMBER_FIELDS[field] };
  })
  .toSorted((a, b) => formOf(a.name).place - formOf(b.name).place);

/** Returns the label of a field in the current language. */
export function labelOf(name: ShownColumn): string {
  return formOf(name).label[currentLanguage()];
}

/** Returns the fields of a group in the order in which they are shown. */
export function fieldsOf(group: Group): PersonField[] {
  return SHOWN.filter(({ name }) => formOf(name).group === group);
}

/** Returns the name under which a tab keeps what is typed about a person, or about a new person. */
export const draftName = (id: number | undefined) => `person ${id ?? 'new'}`;

/** Returns the text of each field of a person, or of an empty form if there is no person. */
export function typedOf(person: Person | undefined): Typed {
  return Object.fromEntries(SHOWN.map((shown) => [shown.name, textOf(person, shown)])) as Typed;
}

function textOf(person: Person | undefined, { field, part }: PersonField): string {
  if (!person) return field === 'status' ? 'Active' : '';
  return (part ? partOf(person[field] as object | null, part) : (person[field] as string | null)) ?? '';
}

/**
 * Returns the request body for the typed texts. Fields that the form does not show keep the values of `before`. What was
 * typed about the estate counts only with a day of death.
 */
export function bodyOf(typed: Typed, before: Person | undefined): NewPerson {
  const text = (name: ShownColumn) => {
    const written = typed[name].trim();
    return (MEMBER_COLUMNS[name].kind === 'date' && readWholeDate(written)) || written || null;
  };
  const valueOf = (field: Field) => {
    const [shown, ...others] = SHOWN.filter((one) => one.field === field);
    if (!shown) return before?.[field];
    if (field === 'estate' && text('diedOn') === null) return null;
    if (!shown.part) return text(shown.name);
    return fromParts([shown, ...others].map(({ part = '', name }) => [part, text(name)] as const));
  };
  return Object.fromEntries((Object.keys(MEMBER_FIELDS) as Field[]).map((field) => [field, valueOf(field)]));
}

/**
 * Returns the fields that a merge copies from the double to the survivor, in the order of the form. An e-mail address is
 * copied only by a confirmed merge.
 */
export function copiedBy(survivor: Person, double: Person, isConfirmed: boolean): ShownColumn[] {
  const [kept, given] = [typedOf(survivor), typedOf(double)];
  return SHOWN.filter(
    ({ name, field }) =>
      MEMBER_FIELDS[field].merge === 'whenEmpty' &&
      (field !== 'email' || isConfirmed) &&
      survivor[field] === null &&
      kept[name] === '' &&
      given[name] !== '',
  ).map(({ name }) => name);
}

/** Returns the path by which the service names a field in its errors. */
export function pathOf({ field, part }: PersonField): string {
  return part ? `${field}.${part}` : field;
}
