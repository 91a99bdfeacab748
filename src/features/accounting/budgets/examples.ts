/** Examples for the API document, by the name of the schema. */
import { audited, type Examples } from '../../../lib/examples.ts';

const even = Array.from({ length: 12 }, () => 1500);
const giving = { categoryId: 1, annual: 96_000 };
const rent = { subCategoryId: 7, ministryId: 9, annual: 18_000, months: even };
const none = { categoryId: null, incomeCategoryId: null, subCategoryId: null, accountId: null };
const nowhere = { ministryId: null, ministryName: null, fundId: null, fundName: null };

const about = {
  version: 1,
  kind: 'Adopted',
  adoptedOn: '2025-12-14',
  reason: null,
  totals: {
    giving: 96_000,
    otherIncome: 0,
    expenses: 18_000,
    operating: 78_000,
    capital: 0,
    withoutPayment: 0,
    net: 78_000,
  },
};

const budget = {
  fiscalYear: 2026,
  from: '2026-01-01',
  to: '2026-12-31',
  ...about,
  lines: [
    { ...none, ...nowhere, ...giving, name: 'Tithe', months: Array.from({ length: 12 }, () => 8000) },
    { ...none, ...nowhere, ...rent, name: 'Rent', ministryName: 'Facilities' },
  ],
  ...audited,
};

export const EXAMPLES: Examples = {
  NewBudget: { adoptedOn: '2025-12-14', lines: [giving, rent] },
  Budget: budget,
  BudgetVersionList: { items: [{ ...about, lineCount: 2, ...audited }] },
  BudgetCopy: { from: 'actuals' },
  CopiedBudget: { ...budget, kind: 'Draft', adoptedOn: null },
};
