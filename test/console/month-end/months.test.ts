import { expect, test } from 'vitest';
import { monthChoices, monthToClose } from '../../../src/console/month-end/months.ts';
import type { SavedMonth } from '../../../src/console/month-end/queries.ts';

const saved = (...months: string[]): SavedMonth[] =>
  months.map((month) => ({
    year: Number(month.slice(0, 4)),
    month: Number(month.slice(5, 7)),
    status: month.endsWith('!') ? 'Finalized' : 'Draft',
  }));

test('the month to close is the one after the latest finalized month, but never a month to come', () => {
  expect(monthToClose(saved('2026-10', '2026-09!', '2026-08!'), '2026-11-03')).toBe('2026-10');
  expect(monthToClose(saved('2026-12!'), '2027-01-03')).toBe('2027-01');
  expect(monthToClose(saved('2026-11!'), '2026-11-30')).toBe('2026-11');
});

test('without a finalized month, the month to close is the earliest saved month, or the last month that is over', () => {
  expect(monthToClose(saved('2026-09', '2026-08'), '2026-11-03')).toBe('2026-08');
  expect(monthToClose([], '2026-01-03')).toBe('2025-12');
});

test('the months to choose from reach back a year or to the first saved month, and contain the month that is shown', () => {
  expect(monthChoices([], '2026-03-10', '2026-03')).toHaveLength(13);
  expect(monthChoices(saved('2024-12!'), '2026-03-10', '2026-02').at(-1)).toBe('2024-12');
  expect(monthChoices([], '2026-03-10', '2026-06')[0]).toBe('2026-06');
});
