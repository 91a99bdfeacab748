/** Examples for the API document, by the name of the schema. */
import type { Examples } from '../../../lib/examples.ts';

const rent = {
  month: { budget: 1500, actual: 1650 },
  yearToDate: { budget: 4500, actual: 4650 },
  annual: 18_000,
  left: 13_350,
};
const giving = {
  month: { budget: 8000, actual: 8420.5 },
  yearToDate: { budget: 24_000, actual: 23_105 },
  annual: 96_000,
  left: 72_895,
};
const none = { month: { budget: 0, actual: 0 }, yearToDate: { budget: 0, actual: 0 }, annual: 0, left: 0 };
const ids = { categoryId: null, incomeCategoryId: null, subCategoryId: null, accountId: null };

export const EXAMPLES: Examples = {
  BudgetReport: {
    year: 2026,
    from: '2026-01-01',
    to: '2026-03-31',
    through: '2026-03',
    basis: 'booked',
    isUnaudited: true,
    ministryId: null,
    fundId: null,
    budget: { version: 1, kind: 'Adopted', adoptedOn: '2025-12-14' },
    rows: [
      { part: 'Giving', group: null, name: 'Tithe', ...ids, categoryId: 1, ...giving, over: false },
      { part: 'Expenses', group: 'Facilities', name: 'Rent', ...ids, subCategoryId: 7, ...rent, over: true },
    ],
    totals: {
      giving,
      otherIncome: none,
      expenses: rent,
      capital: none,
      net: {
        month: { budget: 6500, actual: 6770.5 },
        yearToDate: { budget: 19_500, actual: 18_455 },
        annual: 78_000,
        left: 59_545,
      },
    },
    includesHistory: false,
  },
};
