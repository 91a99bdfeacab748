/** When two people count one meal, each console sends only the numbers that were typed there. */
import { expect, test } from 'vitest';
import { badGroups, mergedMeal, textOfGroup } from '../../../src/console/attendance/counts.ts';

const known = { adultCount: 40, youthCount: 9, childCount: 12 };

test('the boxes show the stored numbers, unless a number was typed', () => {
  expect(textOfGroup('adults', {}, known)).toBe('40');
  expect(textOfGroup('adults', { adults: '' }, known)).toBe('');
  expect(textOfGroup('adults', {}, null)).toBe('');
});

test('numbers typed here replace only those numbers of the latest stored count', () => {
  expect(mergedMeal({ adults: '４１' }, { ...known, youthCount: 10 })).toEqual({
    adultCount: 41,
    youthCount: 10,
    childCount: 12,
  });
});

test('a first count needs every number, and a later one only the changed numbers', () => {
  expect(badGroups({ adults: '40' }, null)).toEqual(['youth', 'children']);
  expect(badGroups({ adults: '40' }, known)).toEqual([]);
  expect(badGroups({ adults: 'many' }, known)).toEqual(['adults']);
});
