/**
 * Examples for the API document. Each key is the name of a schema, or of an operation whose response needs a fuller
 * example.
 */
import { attendance, audited, type Examples, list, type RefusalExamples } from '../../../lib/examples.ts';

const figures = {
  openingBalance: 4210.35,
  totalGiving: 6120.5,
  totalOtherIncome: 12.4,
  totalExpenses: 3875.25,
  adjustments: 0,
  netChange: 2257.65,
  closingBalance: 6468,
};

const statement = {
  year: 2026,
  month: 3,
  status: 'Draft',
  ...figures,
  givingByCategory: [{ categoryId: 1, name: 'General offering', amount: 6120.5, count: 48 }],
  expensesByGroup: [
    {
      groupId: 3,
      name: 'Fellowship',
      amount: 3875.25,
      count: 9,
      subCategories: [{ subCategoryId: 21, name: 'Sunday lunch', amount: 3875.25, count: 9 }],
    },
  ],
  funds: [
    {
      fundId: 3,
      name: 'Building Fund',
      class: 'Restricted',
      opening: 1200,
      giving: 0,
      otherIncome: 0,
      expenses: 0,
      transfers: 0,
      released: 0,
      adjustments: 0,
      closing: 1200,
    },
  ],
  position: {
    cash: 6554.4,
    owed: 86.4,
    heldForOthers: 0,
    restricted: 1200,
    designated: 0,
    investments: 0,
    heldInCash: { custodial: 0, restricted: 1200, endowment: 0, designated: 0 },
    available: 5268,
    availableWithDesignated: 5268,
    todaysRule: null,
  },
  unpaid: { amount: 86.4, count: 1 },
  attendance,
  givenOpeningBalance: null,
  notes: null,
  finalizedAt: null,
  finalizedBy: null,
  finalizedByName: null,
  ...audited,
};

const finalized = { status: 'Finalized', finalizedAt: '2026-04-02T15:12:09.331Z', finalizedBy: 3 };

const check = { state: 'done', count: null, amount: null, items: [] };
const item = { type: null, id: null, date: null, amount: null, amountBefore: null, name: null };

export const EXAMPLES: Examples = {
  MonthChecklist: {
    year: 2026,
    month: 3,
    status: 'Draft',
    isReady: false,
    checks: [
      { ...check, code: 'period', message: 'The month is over.' },
      {
        ...check,
        code: 'sessions',
        state: 'open',
        message: 'Submit or delete: offering session 12 of 2026-03-29.',
        items: [{ ...item, type: 'OfferingSession', id: 12, date: '2026-03-29', amount: 1250.5 }],
      },
      {
        ...check,
        code: 'unpaid',
        state: 'look',
        message: 'Approved but not paid at the end of the month: 1, 86.40 in all.',
        count: 1,
        amount: 86.4,
      },
    ],
  },
  StatementUpdate: { openingBalance: 4210.35, notes: 'Carried over from the old books.' },
  MonthlyStatement: statement,
  MonthlyStatementItemList: list({
    year: 2026,
    month: 2,
    openingBalance: 3980.1,
    totalGiving: 5410,
    totalOtherIncome: 0,
    totalExpenses: 5179.75,
    adjustments: 0,
    netChange: 230.25,
    closingBalance: 4210.35,
    notes: null,
    ...finalized,
    finalizedAt: '2026-03-03T16:40:12.700Z',
  }),
  SavedMonthlyStatement: {
    ...statement,
    warnings: [
      {
        code: 'opening_differs',
        message:
          'The opening balance is 4,210.35, but the earlier months carry over 4,120.35. Correct the opening balance, or leave it out to use the amount that is carried over.',
        carried: 4120.35,
      },
    ],
  },
  postMonthlyStatementsYearMonthFinalize: { ...statement, ...finalized, finalizedByName: 'Grace Lin' },
};

export const REFUSALS: RefusalExamples = {
  postMonthlyStatementsYearMonthReopen: { invalid_transition: ['The month 2026-02 is not finalized.'] },
};
