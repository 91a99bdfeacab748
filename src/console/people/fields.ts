/** The fields of a person as the card and the form show them, in groups. One list serves both. */
import type { NewPerson, Person } from './queries.ts';

export const GROUPS = {
  namesGroup: ['firstName', 'lastName', 'chineseName', 'nickname'],
  contactGroup: ['phone', 'email', 'line1', 'line2', 'city', 'state', 'postalCode', 'country'],
  churchGroup: ['offeringNumber', 'status', 'gender', 'birthDate', 'joinedOn', 'baptizedOn', 'notes'],
} as const;

export type Group = keyof typeof GROUPS;
export type PersonField = (typeof GROUPS)[Group][number];
export type Typed = Record<PersonField, string>;

const ADDRESS_FIELDS = ['line1', 'line2', 'city', 'state', 'postalCode', 'country'] as const;
const ADDRESS: ReadonlySet<string> = new Set(ADDRESS_FIELDS);

/** What somebody with `members.add` alone may say of a new person. */
const ADDABLE: ReadonlySet<string> = new Set([...GROUPS.namesGroup, ...GROUPS.contactGroup, 'offeringNumber']);

/** The fields that the account may fill in. */
export function fieldsFor(mayWrite: boolean, group: Group): PersonField[] {
  return GROUPS[group].filter((field) => mayWrite || ADDABLE.has(field));
}

/** The texts of a person's fields. */
export function typedOf(person: Person | undefined): Typed {
  const all = Object.values(GROUPS).flat();
  return Object.fromEntries(all.map((field) => [field, textOf(person, field)])) as Typed;
}

function textOf(person: Person | undefined, field: PersonField): string {
  if (!person) return field === 'status' ? 'Active' : '';
  if (ADDRESS.has(field)) return person.address?.[field as 'line1'] ?? '';
  return person[field as 'firstName'] ?? '';
}

/** The body of what was typed; what the form does not show stays as it is. */
export function bodyOf(typed: Typed, before: Person | undefined): NewPerson {
  const text = (field: PersonField) => typed[field].trim() || null;
  const address = Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, text(field)]));
  const hasAddress = Object.values(address).some((value) => value !== null);
  return {
    firstName: typed.firstName.trim(),
    lastName: typed.lastName.trim(),
    nickname: text('nickname'),
    chineseName: text('chineseName'),
    gender: text('gender') as NewPerson['gender'] | null,
    birthDate: text('birthDate'),
    email: text('email'),
    phone: text('phone'),
    address: hasAddress ? address : null,
    status: typed.status as NonNullable<NewPerson['status']>,
    joinedOn: text('joinedOn'),
    baptizedOn: text('baptizedOn'),
    offeringNumber: text('offeringNumber'),
    notes: text('notes'),
    ...(before && { familyUnitId: before.familyUnitId, familyRole: before.familyRole, externalId: before.externalId }),
  } as NewPerson;
}

/** The path by which the service names a field. */
export function pathOf(field: PersonField): string {
  return ADDRESS.has(field) ? `address.${field}` : field;
}
