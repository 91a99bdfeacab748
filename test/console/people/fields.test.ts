/** The form of a person is built from the list of fields, and preserves the fields that it does not show. */
import { expect, test } from 'vitest';
import { bodyOf, copiedBy, fieldsOf, GROUPS, pathOf, typedOf } from '../../../src/console/people/fields.ts';
import type { Person } from '../../../src/console/people/queries.ts';
import { MEMBER_COLUMNS, MEMBER_FIELDS } from '../../../src/features/people/members/fields.ts';
import { filledFrom } from '../../../src/features/people/members/rules.ts';

const ann = {
  ...Object.fromEntries(Object.keys(MEMBER_FIELDS).map((field) => [field, null])),
  id: 7,
  firstName: 'Ann',
  lastName: 'Lee',
  chineseName: '李安',
  gender: 'Female',
  birthDate: '1980-02-03',
  email: 'ann@example.org',
  address: { line1: null, line2: null, city: 'Naperville', state: null, postalCode: null, country: null },
  status: 'Visitor',
  familyUnitId: 3,
  familyRole: 'Spouse',
  offeringNumber: '12',
  externalId: 'b-7',
  userId: 5,
  notes: 'Sings.\nTenor.',
  createdAt: '2026-01-04T12:00:00.000Z',
  modifiedAt: '2026-01-04T12:00:00.000Z',
  createdBy: 1,
  modifiedBy: 1,
} as Person;

test('an untouched form sends every field back unchanged, even fields that are not shown', () => {
  const { id: _id, createdAt: _at, modifiedAt: _when, createdBy: _by, modifiedBy: _who, ...fields } = ann;
  expect(bodyOf(typedOf(ann), ann)).toEqual(fields);
});

test('an empty field, name or address is sent as null', () => {
  const empty = { ...typedOf(undefined), nickname: '  ', city: ' ' };
  const { firstName, lastName, nickname, address, status } = bodyOf(empty, undefined);
  expect({ firstName, lastName, nickname, address, status }).toEqual({
    firstName: null,
    lastName: null,
    nickname: null,
    address: null,
    status: 'Active',
  });
});

test('every shown field is in exactly one group, has its own position, and has the path that the service uses', () => {
  const shown = GROUPS.flatMap((group) => {
    const fields = fieldsOf(group);
    const places = fields.map(({ name }) => MEMBER_COLUMNS[name].form?.place ?? 0);
    expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
    return fields;
  });
  const wanted = Object.entries(MEMBER_COLUMNS).filter(([, { form }]) => form !== null);
  expect(shown.map(({ name }) => name).toSorted()).toEqual(wanted.map(([name]) => name).toSorted());
  expect(shown.map(pathOf)).toEqual(expect.arrayContaining(['nickname', 'address.line1', 'offeringNumber']));
});

test('a merge copies what the survivor lacks, and the e-mail address only if the merge is confirmed', () => {
  const survivor = { ...ann, id: 8, email: null, birthDate: null, notes: null, offeringNumber: '20' };
  expect(copiedBy(survivor, ann, false).toSorted()).toEqual(['birthDate', 'notes']);
  expect(copiedBy(survivor, ann, true).toSorted()).toEqual(['birthDate', 'email', 'notes']);
  expect(copiedBy(ann, { ...survivor, notes: 'Other.' }, true)).toEqual([]);
});

test('the page and the service agree on what a merge copies', () => {
  const survivor = { ...ann, id: 8, address: null, gender: null, chineseName: null, email: null };
  const filled = typedOf(filledFrom(survivor, ann));
  const kept = typedOf(survivor);
  expect(copiedBy(survivor, ann, true)).toEqual(
    (Object.keys(kept) as (keyof typeof kept)[]).filter((name) => kept[name] !== filled[name]),
  );
});
