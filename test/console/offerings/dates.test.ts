import { describe, expect, test } from 'vitest';
import { readDate } from '../../../src/console/kit/dates.ts';

const TODAY = '2027-01-05';

test.each([
  ['2026-11-22', '2026-11-22'],
  ['11/22/2026', '2026-11-22'],
  ['2026年11月22日', '2026-11-22'],
  ['１／３', '2027-01-03'],
  ['12/28', '2027-12-28'],
  ['22', '2027-01-22'],
  ['13/45', undefined],
  ['2/29', undefined],
  ['soon', undefined],
])('the text "%s" is read as the date %s', (text, date) => {
  expect(readDate(text, TODAY)).toBe(date);
});

describe('a date in the past', () => {
  test.each([
    ['12/28', '2026-12-28'],
    ['1/5', '2027-01-05'],
    ['1/6', '2026-01-06'],
    ['5', '2027-01-05'],
    ['22', '2026-12-22'],
    ['31', '2026-12-31'],
    ['2/29', '2024-02-29'],
    ['2027-12-28', '2027-12-28'],
    ['13/45', undefined],
    ['32', undefined],
  ])('that is typed as "%s" in January is read as %s', (text, date) => {
    expect(readDate(text, TODAY, true)).toBe(date);
  });

  test('that is typed as 31 early in December is read as October 31, because November has no such day', () => {
    expect(readDate('31', '2026-12-05', true)).toBe('2026-10-31');
  });
});
