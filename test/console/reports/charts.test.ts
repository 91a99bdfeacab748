import { expect, test } from 'vitest';
import type { Minor } from '../../../src/lib/money.ts';
import { budgetParts } from '../../../src/console/reports/budget-parts.ts';
import { largestParts } from '../../../src/console/reports/largest.ts';

const part = (name: string, ...values: number[]) => ({ name, values: values as Minor[] });

test('parts of the same name are added up, the largest come first, and parts without amounts are left out', () => {
  const parts = [part('Food', 100, 0), part('Rent', 500, 500), part('Food', 0, 50), part('Gifts', 0, 0)];
  expect(largestParts(parts, 6, 'Others')).toEqual([
    { name: 'Rent', values: [500, 500], all: 1000 },
    { name: 'Food', values: [100, 50], all: 150 },
  ]);
});

test('with more parts than colours, the last one is the sum of the others, so that no amount is missing', () => {
  const parts = [part('a', 5), part('b', 4), part('c', 3), part('d', -1)];
  expect(largestParts(parts, 3, 'Others')).toEqual([
    { name: 'a', values: [5], all: 5 },
    { name: 'b', values: [4], all: 4 },
    { name: 'Others', values: [2], all: 2 },
  ]);
  expect(largestParts(parts, 4, 'Others').map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
});

test('the budget is compared by part, and expenses by group, for the year to date', () => {
  const row = (kind: 'Giving' | 'Expenses', group: string | null, budget: number, actual: number) => ({
    part: kind,
    group,
    name: 'line',
    categoryId: null,
    incomeCategoryId: null,
    subCategoryId: null,
    accountId: null,
    month: { budget: 1, actual: 1 },
    yearToDate: { budget, actual },
    annual: 9,
    left: 9,
    over: false,
  });
  const rows = [
    row('Giving', null, 100.1, 90),
    row('Giving', null, 0.2, 0),
    row('Expenses', 'Office', 30, 40.5),
    row('Expenses', 'Facilities', 0, 0),
    row('Expenses', 'Office', 5, 0),
  ];
  expect(budgetParts({ rows })).toEqual([
    { part: 'Giving', group: null, budget: 10_030, actual: 9000 },
    { part: 'Expenses', group: 'Office', budget: 3500, actual: 4050 },
  ]);
});
