/** Examples for the API document, by the name of the schema, and the refusals whose messages differ from the usual ones. */
import { audited, type Examples, page, type RefusalExamples } from '../../../lib/examples.ts';

const none = {
  accountId: null,
  subCategoryId: null,
  incomeCategoryId: null,
  netAssets: false,
  name: null,
  fundId: null,
  fundName: null,
  ministryId: null,
  ministryName: null,
  functionalClass: null,
  debit: null,
  credit: null,
};

const entry = {
  id: 4,
  date: '2026-03-31',
  memo: 'Depreciation of the organ, first quarter',
  yearEnd: false,
  status: 'Posted',
  shownOn: '2026-03-31',
  amount: 450,
  lineCount: 2,
  lines: [
    {
      ...none,
      subCategoryId: 39,
      name: 'Depreciation',
      fundId: 1,
      fundName: 'General',
      ministryId: 9,
      ministryName: 'Facilities',
      debit: 450,
    },
    { ...none, accountId: 7, name: 'Organ', credit: 450 },
  ],
  approvedBy: null,
  approvedAt: null,
  rejectedReason: null,
  reversalOf: null,
  reversedBy: null,
  ...audited,
};

export const EXAMPLES: Examples = {
  NewJournalEntry: {
    date: '2026-03-31',
    memo: 'Depreciation of the organ, first quarter',
    lines: [
      { subCategoryId: 39, ministryId: 9, debit: 450 },
      { accountId: 7, credit: 450 },
    ],
  },
  JournalEntry: entry,
  ListedJournalEntryPage: page(entry),
  JournalEntryReversal: { date: '2026-04-30', reason: 'The organ was sold in February' },
};

export const REFUSALS: RefusalExamples = {
  postJournalEntriesIdApprove: {
    self_approval: ['You entered or changed this entry. Ask somebody else to approve it.'],
    invalid_transition: ['Only a PendingApproval entry can be approved. This one is Posted.'],
  },
  postJournalEntriesIdReverse: {
    already_reversed: ['Entry 4 is already reversed by entry 9.'],
    invalid_transition: ['Only a Posted entry can be reversed. Change or delete this one instead.'],
  },
};
