/** When two people count one meal, each console changes only the numbers that were typed there. */
import { expect, test } from 'vitest';
import { averageOf, badGroups, mergedMeal, textOfGroup } from '../../../src/console/attendance/counts.ts';

const known = { adultCount: 40, youthCount: 9, childCount: 12 };

test('each box shows the stored number, unless its text was changed', () => {
  expect(textOfGroup('adults', {}, known)).toBe('40');
  expect(textOfGroup('adults', { adults: '' }, known)).toBe('');
  expect(textOfGroup('adults', {}, null)).toBe('');
});

test('typed numbers replace only the numbers of the same groups in the latest stored count', () => {
  expect(mergedMeal({ adults: '４１' }, { ...known, youthCount: 10 })).toEqual({
    adultCount: 41,
    youthCount: 10,
    childCount: 12,
  });
});

test('a first count requires every number, and a correction only the changed numbers', () => {
  expect(badGroups({ adults: '40' }, null)).toEqual(['youth', 'children']);
  expect(badGroups({ adults: '40' }, known)).toEqual([]);
  expect(badGroups({ adults: 'many' }, known)).toEqual(['adults']);
});

test('the average of meals is a whole number of people, also without meals', () => {
  const meal = (adultCount: number) => ({ adultCount, youthCount: 2, childCount: 1 });
  expect(averageOf([meal(10), meal(11)])).toBe(14);
  expect(averageOf([])).toBe(0);
});
