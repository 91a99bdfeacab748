/** The boxes of Form 1099: the days by which the forms are due. */
import { expect, test } from 'vitest';
import { boxesOf, dueOf } from '../../../src/features/reports/form1099/boxes.ts';

test.each([
  // January 31, 2027, is a Sunday, February 15 is Washington's Birthday, and February 28 is a Sunday.
  [2026, 'NEC1', ['2027-02-01', '2027-02-01', '2027-02-01']],
  [2026, 'MISC1', ['2027-02-01', '2027-03-01', '2027-03-31']],
  [2026, 'MISC10', ['2027-02-16', '2027-03-01', '2027-03-31']],
  // The IRS gives February 17, 2026, for box 10: February 15 is a Sunday, and the day after is Washington's Birthday.
  [2025, 'MISC10', ['2026-02-17', '2026-03-02', '2026-03-31']],
  [2023, 'MISC6', ['2024-01-31', '2024-02-28', '2024-04-01']],
] as const)('the payments of %i in %s are due on a business day', (year, box, days) => {
  const { recipient, paper, electronic } = dueOf(box, year);
  expect([recipient, paper, electronic]).toEqual(days);
});

test('the names of the boxes are as printed up to 2025, and marked as not checked after', () => {
  const names = boxesOf(2025).map(({ form, number, name, isChecked }) => [form, number, name, isChecked]);
  expect(names).toEqual([
    ['1099-NEC', '1', 'Nonemployee compensation', true],
    ['1099-MISC', '1', 'Rents', true],
    ['1099-MISC', '6', 'Medical and health care payments', true],
    ['1099-MISC', '10', 'Gross proceeds paid to an attorney', true],
  ]);
  expect(boxesOf(2026).some(({ isChecked }) => isChecked)).toBe(false);
});
