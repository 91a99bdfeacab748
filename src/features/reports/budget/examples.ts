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
const roof = {
  month: { budget: 0, actual: 0 },
  yearToDate: { budget: 10_000, actual: 9800 },
  annual: 10_000,
  left: 200,
};
const depreciation = {
  month: { budget: 500, actual: 500 },
  yearToDate: { budget: 1500, actual: 1500 },
  annual: 6000,
  left: 4500,
};
const expenses = {
  month: { budget: 2000, actual: 2150 },
  yearToDate: { budget: 6000, actual: 6150 },
  annual: 24_000,
  left: 17_850,
};
const operating = {
  month: { budget: 6000, actual: 6270.5 },
  yearToDate: { budget: 18_000, actual: 16_955 },
  annual: 72_000,
  left: 55_045,
};
const cash = {
  month: { budget: 6500, actual: 6770.5 },
  yearToDate: { budget: 9500, actual: 8655 },
  annual: 68_000,
  left: 59_345,
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
    bottomLine: { operating: operating.yearToDate, cash: cash.yearToDate },
    rows: [
      { part: 'Giving', group: null, name: 'Tithe', ...ids, categoryId: 1, ...giving, over: false },
      { part: 'Expenses', group: 'Facilities', name: 'Rent', ...ids, subCategoryId: 7, ...rent, over: true },
      {
        part: 'Expenses',
        group: 'Facilities',
        name: 'Depreciation',
        ...ids,
        subCategoryId: 48,
        ...depreciation,
        over: false,
      },
      { part: 'Capital', group: null, name: 'Building', ...ids, accountId: 9, ...roof, over: false },
    ],
    totals: {
      giving,
      otherIncome: none,
      expenses,
      operating,
      capital: roof,
      withoutPayment: depreciation,
      unpaid: none,
      adjustments: none,
      net: cash,
    },
    includesHistory: false,
  },
};
