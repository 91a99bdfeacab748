import { expect, test } from 'vitest';
import { incomeByMonth } from '../../../src/console/reports/income-by-month.ts';
import { yearName } from '../../../src/console/reports/years.ts';

const totals = { totalGiving: 0, totalOtherIncome: 0, totalExpenses: 0, adjustments: 0, netChange: 0 };
const columns = ['2026-01', '2026-02', '2026-03', '2026-04'].map((key) => ({ key, name: key }));

test('income is giving and other income in cents, and months to come are left out', () => {
  const columnTotals = {
    '2026-01': { ...totals, totalGiving: 100.1, totalOtherIncome: 0.2, totalExpenses: 40 },
    '2026-02': totals,
    '2026-03': { ...totals, totalGiving: -5, totalExpenses: 7.25 },
    '2026-04': totals,
  };
  expect(incomeByMonth({ columns, columnTotals })).toEqual({
    months: ['2026-01', '2026-02', '2026-03'],
    income: [10_030, 0, -500],
    expenses: [4000, 0, 725],
    allIncome: 9530,
    allExpenses: 4725,
  });
});

test('a year without any figures has no months', () => {
  expect(incomeByMonth({ columns, columnTotals: {} }).months).toEqual([]);
});

test('a fiscal year that is not a calendar year is named by both of its years', () => {
  expect(yearName({ year: 2026, from: '2026-01-01' })).toBe('2026');
  expect(yearName({ year: 2025, from: '2025-07-01' })).toBe('2025–2026');
});
