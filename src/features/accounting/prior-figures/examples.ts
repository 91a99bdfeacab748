/**
 * Examples for the API document. A key is the name of a schema, or the id of an operation whose response needs a fuller
 * example.
 */
import { audited, type Examples } from '../../../lib/examples.ts';

const tithe = { name: 'Tithes', categoryId: 1, amount: 91_400 };
const bazaar = { name: 'Spring bazaar', amount: 2150 };
const rent = { name: 'Rent', subCategoryId: 6, amount: 17_400 };
const totals = { netAssets: 62_000, assets: 212_000, liabilities: 150_000 };

export const EXAMPLES: Examples = {
  NewPriorFigures: { income: [tithe, bazaar], expenses: [rent], ...totals },
  PriorFigures: {
    fiscalYear: 2024,
    from: '2024-01-01',
    to: '2024-12-31',
    income: [
      { ...tithe, incomeCategoryId: null },
      { ...bazaar, categoryId: null, incomeCategoryId: null },
    ],
    expenses: [{ ...rent, groupId: null }],
    ...totals,
    ...audited,
  },
};
