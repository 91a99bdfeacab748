/**
 * Examples for the API document. A key is the name of a schema, or the id of an operation whose response needs a fuller
 * example.
 */
import { audited, type Examples } from '../../../lib/examples.ts';

const check = { date: '2026-06-28', reference: '1043', amount: -180 };
const giving = { categoryId: 1, amount: 48_200 };

const opening = {
  date: '2026-07-01',
  accounts: [
    {
      accountId: 2,
      accountName: 'Checking',
      fundId: null,
      balance: 62_320,
      bankBalance: 62_500,
      outstanding: [{ id: 1, ...check }],
    },
    { accountId: 7, accountName: 'Mortgage', fundId: null, balance: 150_000, bankBalance: null, outstanding: [] },
  ],
  funds: [
    { fundId: 1, fundName: 'General', balance: -138_000 },
    { fundId: 3, fundName: 'Building Fund', balance: 50_000 },
  ],
  payables: [{ id: 3, vendor: 'City Power', vendorId: null, fundId: 1, form1099: null, amount: 320, paid: 0 }],
  yearToDate: [{ ...giving, incomeCategoryId: null, subCategoryId: null, fundId: 1, ministryId: null }],
  unpaid: 0,
  paidEarly: 0,
  isFromUpgrade: false,
  ...audited,
};

export const EXAMPLES: Examples = {
  NewOpening: {
    date: '2026-07-01',
    accounts: [
      { accountId: 2, balance: 62_320, bankBalance: 62_500, outstanding: [check] },
      { accountId: 7, balance: 150_000 },
    ],
    funds: [{ fundId: 3, balance: 50_000 }],
    payables: [{ vendor: 'City Power', amount: 320 }],
    yearToDate: [giving],
  },
  Opening: opening,
  SavedOpening: opening,
};
