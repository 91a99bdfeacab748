/** Roles in a family: a family keeps one head. */
import { expect, test } from 'vitest';
import { roleChanges } from '../../../src/console/people/family.ts';

const family = [
  { id: 1, familyRole: 'Head' },
  { id: 2, familyRole: 'Spouse' },
  { id: 3, familyRole: null },
] as const;

test('a role other than head changes only the person who gets it', () => {
  expect(roleChanges(family, 3, 'Child')).toEqual([{ id: 3, familyRole: 'Child' }]);
  expect(roleChanges(family, 1, 'Other')).toEqual([{ id: 1, familyRole: 'Other' }]);
});

test('a new head changes roles with the head before, who gets the role “Other” from a head without a role', () => {
  expect(roleChanges(family, 2, 'Head')).toEqual([
    { id: 1, familyRole: 'Spouse' },
    { id: 2, familyRole: 'Head' },
  ]);
  expect(roleChanges(family, 3, 'Head')).toEqual([
    { id: 1, familyRole: 'Other' },
    { id: 3, familyRole: 'Head' },
  ]);
});
