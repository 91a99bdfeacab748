/** A meal that two people count: each sends only what was typed here. */
import { expect, test } from 'vitest';
import { badGroups, mergedMeal, textOfGroup } from '../../../src/console/attendance/counts.ts';

const known = { adultCount: 40, youthCount: 9, childCount: 12 };

test('the boxes show what the day has, under what was typed', () => {
  expect(textOfGroup('adults', {}, known)).toBe('40');
  expect(textOfGroup('adults', { adults: '' }, known)).toBe('');
  expect(textOfGroup('adults', {}, null)).toBe('');
});

test('what was changed here is laid over what the service has by then', () => {
  expect(mergedMeal({ adults: '４１' }, { ...known, youthCount: 10 })).toEqual({
    adultCount: 41,
    youthCount: 10,
    childCount: 12,
  });
});

test('each number of a first count must be typed, and of a later one only those that change', () => {
  expect(badGroups({ adults: '40' }, null)).toEqual(['youth', 'children']);
  expect(badGroups({ adults: '40' }, known)).toEqual([]);
  expect(badGroups({ adults: 'many' }, known)).toEqual(['adults']);
});
