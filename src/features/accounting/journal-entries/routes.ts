import { CLOSES } from '../../../books/period-words.ts';
import { route } from '../../../http/route.ts';
import { approveEntry } from './approval.ts';
import { reverseEntry } from './reversal.ts';
import {
  JournalEntry,
  JournalEntryPage,
  JournalEntryPath,
  JournalEntryQuery,
  JournalEntryReversal,
  NewJournalEntry,
} from './schema.ts';
import { createEntry, deleteEntry, getEntry, listEntries, updateEntry } from './service.ts';

const readEntry = route({
  method: 'GET',
  path: '/api/journal-entries/:id',
  summary: 'Read an adjusting entry',
  tag: 'Books',
  permission: 'reports.read',
  params: JournalEntryPath,
  answer: JournalEntry,
  versioned: true,
  handle: (app, { params }) => getEntry(app, params.id),
});

const WAITS =
  'An entry that debits or credits a Checking, Savings, Cash, Undeposited, Processor or CreditCard account is `PendingApproval` until another person approves it, and so is an entry that lowers the net assets of a Restricted or Endowment fund and raises those of another fund.';

const DAYS = ['before_the_books', 'period_finalized', 'year_closed'] as const;
const REFUSALS = [
  ...DAYS,
  'account_disabled',
  'account_reserved',
  'category_disabled',
  'fund_disabled',
  'fund_overdrawn',
  'not_balanced',
  'unknown_reference',
] as const;

export const journalEntryRoutes = [
  readEntry,
  route({
    method: 'GET',
    path: '/api/journal-entries',
    summary: 'List adjusting entries',
    tag: 'Books',
    permission: 'reports.read',
    query: JournalEntryQuery,
    answer: JournalEntryPage,
    handle: (app, { query }) => listEntries(app, query),
  }),
  route({
    method: 'POST',
    path: '/api/journal-entries',
    summary: 'Enter an adjusting entry',
    description: `Use an adjusting entry for what no other document records, such as depreciation. ${WAITS} ${CLOSES} A year-end entry may be in a finalized month: annual reports count it on its date, and monthly statements show it in the first open month as \`adjustments\`.`,
    tag: 'Books',
    permission: 'statements.manage',
    body: NewJournalEntry,
    answer: JournalEntry,
    status: 201,
    location: ({ id }) => `/api/journal-entries/${id}`,
    versionOf: readEntry,
    keyed: 'transaction',
    errors: REFUSALS,
    handle: (app, { body }) => createEntry(app, body),
  }),
  route({
    method: 'PUT',
    path: '/api/journal-entries/:id',
    summary: 'Replace an adjusting entry',
    description: `A changed entry needs a new approval. Of an entry on a bank statement, only the memo can change, and it stays posted. ${WAITS} ${CLOSES}`,
    tag: 'Books',
    permission: 'statements.manage',
    params: JournalEntryPath,
    body: NewJournalEntry,
    answer: JournalEntry,
    versionOf: readEntry,
    errors: [...REFUSALS, 'reconciled', 'reversed', 'value_booked'],
    handle: (app, { params, body }) => updateEntry(app, params.id, body),
  }),
  route({
    method: 'DELETE',
    path: '/api/journal-entries/:id',
    summary: 'Delete an adjusting entry',
    description: CLOSES,
    tag: 'Books',
    permission: 'statements.manage',
    params: JournalEntryPath,
    versionOf: readEntry,
    errors: ['fund_overdrawn', 'period_finalized', 'reconciled', 'reversed', 'value_booked', 'year_closed'],
    handle: (app, { params }) => deleteEntry(app, params.id),
  }),
  route({
    method: 'POST',
    path: '/api/journal-entries/:id/approve',
    summary: 'Approve an adjusting entry',
    description: `\`PendingApproval\` becomes \`Posted\`. Nobody may approve an entry that they entered or changed. ${CLOSES}`,
    tag: 'Books',
    permission: 'expenses.approve',
    params: JournalEntryPath,
    answer: JournalEntry,
    versionOf: readEntry,
    errors: [...DAYS, 'fund_overdrawn', 'invalid_transition', 'self_approval'],
    handle: (app, { params }) => approveEntry(app, params.id),
  }),
  route({
    method: 'POST',
    path: '/api/journal-entries/:id/reverse',
    summary: 'Reverse a posted adjusting entry',
    description: `Adds an entry with debits and credits exchanged and with \`reversalOf\`. ${WAITS} ${CLOSES}`,
    tag: 'Books',
    permission: 'statements.manage',
    params: JournalEntryPath,
    body: JournalEntryReversal,
    answer: JournalEntry,
    status: 201,
    location: ({ id }) => `/api/journal-entries/${id}`,
    versionOf: readEntry,
    keyed: 'transaction',
    errors: [...DAYS, 'already_reversed', 'fund_overdrawn', 'invalid_transition', 'reversed', 'value_booked'],
    handle: (app, { params, body }) => reverseEntry(app, params.id, body),
  }),
];
