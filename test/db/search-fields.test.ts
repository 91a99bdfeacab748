/**
 * The search index must contain exactly the fields that the lists declare as searchable. The index itself does not know
 * the lists.
 */
import { expect, test } from 'vitest';
import { columnsOf, SEARCHED } from '../../src/db/search-texts.ts';
import { GIVING_FIELDS } from '../../src/features/giving/givings/fields.ts';
import { MEMBER_FIELDS } from '../../src/features/people/members/fields.ts';
import { EXPENSE_FIELDS } from '../../src/features/spending/expenses/fields.ts';

const named = <F extends object>(fields: Readonly<Record<string, F>>, isWanted: (field: F) => boolean) =>
  Object.entries(fields).flatMap(([name, field]) => (isWanted(field) ? [name] : []));
const sorted = (names: readonly string[]) => names.toSorted();

test.each([
  ['giving', GIVING_FIELDS],
  ['expense', EXPENSE_FIELDS],
] as const)('a %s is found by every field that is searched, and by no other', (kind, fields) => {
  const wanted = named<{ isSearched: boolean }>(fields, ({ isSearched }) => isSearched);
  expect(sorted(columnsOf(kind))).toEqual(sorted(wanted));
});

test.each(['member', 'formerMember'] as const)('a %s is found by exactly its searchable names and texts', (kind) => {
  const of = (search: 'name' | 'text' | 'digits') =>
    named<{ search: unknown }>(MEMBER_FIELDS, (field) => field.search === search);
  expect(sorted(SEARCHED[kind].names)).toEqual(sorted(of('name')));
  expect(sorted(SEARCHED[kind].texts)).toEqual(sorted(of('text')));
  expect(columnsOf('memberPhone')).toEqual(of('digits'));
});
