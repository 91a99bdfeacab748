import type { Examples } from '../../../lib/examples.ts';

const year = { from: '2026-01-01', to: '2026-12-31', basis: 'booked', isUnaudited: true };
const totals = {
  totalGiving: 64200,
  totalOtherIncome: 148.8,
  totalExpenses: 58310.4,
  adjustments: 0,
  netChange: 6038.4,
};
const line = { group: null, amounts: {} };
const fundLine = { accountId: null, fundId: null };

export const EXAMPLES: Examples = {
  Activities: {
    from: '2026-01-01',
    to: '2026-12-31',
    basis: 'booked',
    isUnaudited: true,
    columns: ['WithoutRestrictions', 'WithRestrictions', 'Total'],
    rows: [
      { name: 'General Offering', kind: 'Income', amounts: [184_200, 0, 184_200] },
      { name: 'Building', kind: 'Income', amounts: [0, 30_000, 30_000] },
      { name: 'Net assets released from restrictions', kind: 'Released', amounts: [12_500, -12_500, 0] },
      { name: 'Facilities', kind: 'Expense', amounts: [61_340.2, 0, 61_340.2] },
    ],
    released: [{ fundId: 3, name: 'Building Fund', amount: 12_500 }],
    netAssets: {
      opening: [398_910, 50_000, 448_910],
      change: [135_359.8, 17_500, 152_859.8],
      closing: [534_269.8, 67_500, 601_769.8],
    },
    includesHistory: false,
  },
  IncomeStatement: {
    ...year,
    columns: [],
    giving: [{ id: 2, name: 'General Offering', ...line, amount: 64200 }],
    otherIncome: [{ id: 1, name: 'Interest', ...line, amount: 148.8 }],
    expenses: [{ id: 6, name: 'Rent', ...line, group: 'Facilities', amount: 58310.4 }],
    ...totals,
    columnTotals: {},
    released: null,
    includesHistory: false,
  },
  BalanceSheet: {
    at: '2026-12-31',
    basis: 'booked',
    isUnaudited: true,
    assets: [{ accountId: 2, fundId: null, name: 'Checking', amount: 21480.2 }],
    liabilities: [{ accountId: 4, fundId: null, name: 'Accounts payable', amount: 86.4 }],
    netAssets: [
      { ...fundLine, name: 'Without donor restrictions: undesignated', amount: 20193.8 },
      { ...fundLine, name: 'Without donor restrictions: designated by the board', amount: 0 },
      { ...fundLine, name: 'With donor restrictions', amount: 1200 },
    ],
    totalAssets: 21480.2,
    totalLiabilities: 86.4,
    totalNetAssets: 21393.8,
  },
  FundBalances: {
    ...year,
    funds: [
      {
        fundId: 3,
        name: 'Building Fund',
        class: 'Restricted',
        opening: 1000,
        giving: 200,
        otherIncome: 0,
        expenses: 0,
        transfers: 0,
        released: 0,
        adjustments: 0,
        closing: 1200,
      },
    ],
  },
  TrialBalance: {
    at: '2026-12-31',
    since: '2026-01-01',
    basis: 'booked',
    isUnaudited: true,
    lines: [
      { name: 'Checking', debit: 21480.2, credit: 0, source: { type: 'Account', id: 2 } },
      { name: 'Fund: General', debit: 0, credit: 15442.8, source: { type: 'Fund', id: 1 } },
      {
        name: 'Giving: General Offering',
        debit: 0,
        credit: 64200,
        source: { type: 'GivingCategory', id: 2 },
      },
      { name: 'Facilities: Rent', debit: 58162.6, credit: 0, source: { type: 'SubCategory', id: 6 } },
    ],
    totalDebit: 79642.8,
    totalCredit: 79642.8,
  },
  LedgerItemPage: {
    items: [
      {
        date: '2026-03-01',
        type: 'Deposit',
        id: 12,
        payee: null,
        purpose: 'slip 4471',
        description: 'Deposit: slip 4471',
        debit: 1240.5,
        credit: 0,
        balance: 18230.7,
      },
    ],
    page: 1,
    pageSize: 25,
    totalCount: 1,
    totalPages: 1,
  },
  Releases: {
    from: '2026-03-01',
    to: '2026-03-31',
    items: [
      {
        date: '2026-03-14',
        fundId: 3,
        fund: 'Building Fund',
        amount: 12_500,
        type: 'Purchase',
        id: 44,
        description: 'Roof of the hall',
      },
    ],
    total: 12_500,
  },
  Interfund: {
    at: '2026-03-31',
    items: [{ fromFundId: 1, fromFund: 'General', toFundId: 3, toFund: 'Building Fund', amount: 2000 }],
    total: 2000,
  },
  Payables: {
    at: '2026-03-31',
    items: [
      {
        payee: 'Printer',
        vendor: 'Printer',
        description: 'Paper and toner',
        amount: 86.4,
        dueSince: '2026-03-30',
        expenseId: 41,
        payableId: null,
      },
    ],
    total: 86.4,
  },
  PaymentRegister: {
    from: '2026-03-01',
    to: '2026-03-31',
    items: [
      {
        paymentId: 7,
        date: '2026-03-04',
        accountId: 2,
        method: 'Check',
        reference: '1021',
        payee: 'Landlord',
        amount: 1500,
        voidedOn: null,
        voidOf: null,
      },
    ],
    gaps: ['1020'],
  },
  ReportTable: {
    title: 'Income statement',
    about: ['2026-01-01 to 2026-12-31', 'Gifts count when received, approved expenses on their date. Unaudited.'],
    columns: [
      { title: 'Item', kind: 'text' },
      { title: 'Amount', kind: 'amount' },
    ],
    rows: [
      { kind: 'heading', indent: 0, values: ['Giving'], source: null },
      {
        kind: 'line',
        indent: 1,
        values: ['General Offering', 64200],
        source: { type: 'GivingCategory', id: 2 },
      },
      { kind: 'subtotal', indent: 0, values: ['Total giving', 64200], source: null },
    ],
    notes: [],
  },
  GivingTieOut: {
    year: 2026,
    books: 64200,
    statements: 61950,
    differences: [{ code: 'no_giver', amount: -2250 }],
  },
};
