import { expect, test } from 'vitest';
import { MEMBER_IMPORT_FIELDS, type MemberField } from '../../src/features/people/import/columns.ts';
import { matchColumns } from '../../src/lib/import-columns.ts';

const match = (headers: string[], chosen: [number, MemberField | null][] = []) =>
  matchColumns(headers, MEMBER_IMPORT_FIELDS, new Map(chosen));
const fieldOf = (header: string) => match([header]).columns[0]?.field.name;

test.each([
  ['first', 'firstName'],
  ['fname', 'firstName'],
  ['FIRST_NAME', 'firstName'],
  ['Given Name', 'firstName'],
  ['last', 'lastName'],
  ['lname', 'lastName'],
  ['surname', 'lastName'],
  ['family_name', 'lastName'],
  ['E-Mail', 'email'],
  ['email_address', 'email'],
  ['home_phone', 'phone'],
  ['telephone', 'phone'],
  ['mobile_phone', 'phone'],
  ['Street', 'addressLine1'],
  ['address_1', 'addressLine1'],
  ['address1', 'addressLine1'],
  ['line1', 'addressLine1'],
  ['Address Line 1', 'addressLine1'],
  ['line2', 'addressLine2'],
  ['town', 'city'],
  ['province', 'state'],
  ['Zip-Code', 'postalCode'],
  ['country', 'country'],
  ['birthday', 'birthDate'],
  ['DOB', 'birthDate'],
  ['nick', 'nickname'],
  ['goes by', 'nickname'],
  ['Chinese Name', 'chineseName'],
  ['中文名', 'chineseName'],
  ['姓名', 'chineseName'],
  ['Household', 'familyName'],
  ['Breeze ID', 'externalId'],
  ['Envelope #', 'offeringNumber'],
])('the header %s is recognized as the field %s', (header, field) => {
  expect(fieldOf(header)).toBe(field);
});

test('a header spelled as in an export of Vestry names that field of Vestry, even if other spellings name another field', () => {
  expect(['familyName', 'Family Name', 'userId', 'User ID', 'familyUnitId', 'ID'].map(fieldOf)).toEqual([
    'familyName',
    'lastName',
    'userId',
    'externalId',
    'familyUnitId',
    'externalId',
  ]);
});

test('a column `id` contains Vestry ids in a file that Vestry exported, and external ids in any other file', () => {
  expect(fieldOf('id')).toBe('externalId');
  expect(match(['id', 'createdAt']).columns[0]?.field.name).toBe('externalId');
  const own = match(['id', 'firstName', 'createdAt', 'modifiedAt', 'Shoe Size']);
  expect([own.columns[0]?.field.name, own.ignored]).toEqual(['id', ['Shoe Size']]);
  expect(match(['createdAt', 'Shoe Size']).ignored).toEqual(['createdAt', 'Shoe Size']);
  expect(match(['id'], [[0, 'id']]).columns[0]?.field.name).toBe('id');
});

test('an unknown column is named as ignored, but a column without a header is not named', () => {
  expect(match(['Shoe Size', 'first', ''])).toMatchObject({ ignored: ['Shoe Size'], clashes: [] });
});

test('two columns for one field are a clash, but several telephone columns are sorted with the cell phone first, and e-mail columns with the own one first', () => {
  expect(match(['DOB', 'Birthday']).clashes).toHaveLength(1);
  expect(match(['Cell', 'cell']).clashes).toHaveLength(1);
  const { columns, clashes } = match(['Home Phone', 'Phone', 'Cell Phone']);
  expect(clashes).toEqual([]);
  expect(columns.map(({ header }) => header)).toEqual(['Cell Phone', 'Phone', 'Home Phone']);
  expect(match(['Work Email', 'E-mail']).columns.map(({ header }) => header)).toEqual(['E-mail', 'Work Email']);
  for (const headers of [
    ['phone', 'cell'],
    ['Phone', 'Cell'],
  ]) {
    const { columns, clashes } = match(headers);
    expect([clashes, columns.map(({ header }) => header)]).toEqual([[], headers.toReversed()]);
  }
});

test('a user can choose the column for a field, even if another header matches, and can leave a column out', () => {
  const { columns, ignored } = match(
    ['Name', 'first', 'last', 'nick'],
    [
      [0, 'firstName'],
      [3, null],
    ],
  );
  expect(columns.map(({ header, field }) => [header, field.name])).toEqual([
    ['Name', 'firstName'],
    ['last', 'lastName'],
  ]);
  expect(ignored).toEqual(['first', 'nick']);
});
