import { CLOSES } from '../../../books/period-words.ts';
import { route } from '../../../http/route.ts';
import { OtherIncome } from '../../ledger/other-income/schema.ts';
import { EnteredTransfer } from '../../ledger/transfers/schema.ts';
import { Expense } from '../../spending/expenses/schema.ts';
import { AccountLinesPath, BankLinePath, BankLineQuery } from '../lines/schema.ts';
import { makeExpense, makeIncome, makeTransfer } from './make.ts';
import { LineExpense, LineIncome, LineTransfer } from './make-schema.ts';
import { listOpenDocuments } from './open-documents.ts';
import {
  BankDocumentPage,
  BankMatch,
  MatchPath,
  NewBankMatch,
  OpenDocumentQuery,
  SuggestedLinePage,
  UnmatchQuery,
} from './schema.ts';
import { createMatch, getMatch } from './service.ts';
import { listSuggestedLines } from './suggestions.ts';
import { undoMatch } from './unmake.ts';

const LINE = '/api/accounts/:id/bank-lines/:lineId';
const MATCH = '/api/accounts/:id/matches/:matchId';

const readMatch = route({
  method: 'GET',
  path: MATCH,
  summary: 'Read a match',
  tag: 'Bank',
  permission: 'reports.read',
  params: MatchPath,
  answer: BankMatch,
  versioned: true,
  handle: (app, { params }) => getMatch(app, params),
});

const DAYS = ['before_the_books', 'period_finalized'] as const;
const NAMED = ['account_disabled', 'account_reserved', 'fund_disabled', 'unknown_reference'] as const;
const SUMS = ['already_matched', 'sum_too_large'] as const;

export const matchRoutes = [
  route({
    method: 'GET',
    path: '/api/accounts/:id/bank-lines',
    summary: 'List the lines of bank statements, with the documents that may belong to them',
    description:
      'Vestry suggests documents with the same amount, or up to five documents within ten days that add up. Nothing is matched before a person sends `POST /api/accounts/{id}/matches`.',
    tag: 'Bank',
    permission: 'reports.read',
    params: AccountLinesPath,
    query: BankLineQuery,
    answer: SuggestedLinePage,
    errors: ['sum_too_large'],
    handle: (app, { params, query }) => listSuggestedLines(app, params.id, query),
  }),
  route({
    method: 'GET',
    path: '/api/accounts/:id/bank-documents',
    summary: 'List the documents of an account that no bank statement has yet',
    description: 'The amounts are what is left. Use this list to match a line with a document that is not suggested.',
    tag: 'Bank',
    permission: 'reports.read',
    params: AccountLinesPath,
    query: OpenDocumentQuery,
    answer: BankDocumentPage,
    errors: ['sum_too_large'],
    handle: (app, { params, query }) => listOpenDocuments(app, params.id, query),
  }),
  route({
    method: 'POST',
    path: '/api/accounts/:id/matches',
    summary: 'Match lines of bank statements with documents',
    description:
      'The lines and what is left of the documents must have the same sum. Documents alone, or lines alone, can be matched if they add up to 0, such as an entry and its correction.',
    tag: 'Bank',
    permission: 'statements.manage',
    params: AccountLinesPath,
    body: NewBankMatch,
    answer: BankMatch,
    status: 201,
    location: ({ id, accountId }) => `/api/accounts/${accountId}/matches/${id}`,
    versionOf: readMatch,
    keyed: 'transaction',
    errors: [...SUMS, 'amounts_differ', 'reconciled', 'unknown_reference'],
    handle: (app, { params, body }) => createMatch(app, params.id, body),
  }),
  readMatch,
  route({
    method: 'DELETE',
    path: MATCH,
    summary: 'Delete a match',
    description: 'Its lines are open again. A match in a finished reconciliation stays until that is undone.',
    tag: 'Bank',
    permission: 'statements.manage',
    params: MatchPath,
    query: UnmatchQuery,
    versionOf: readMatch,
    errors: ['conflict', 'forbidden', 'invalid_transition', 'period_finalized', 'reconciled', 'settled'],
    handle: (app, { params, query }) => undoMatch(app, params, query),
  }),
  route({
    method: 'POST',
    path: `${LINE}/expense`,
    summary: 'Make an expense of a line of a bank statement',
    description: `For example a fee of the bank. The expense is submitted with its payment, which is matched with the line, and waits for approval. ${CLOSES}`,
    tag: 'Bank',
    permission: 'statements.manage',
    params: BankLinePath,
    body: LineExpense,
    answer: Expense,
    status: 201,
    location: ({ id }) => `/api/expenses/${id}`,
    keyed: 'transaction',
    errors: [...SUMS, ...DAYS, ...NAMED, 'approver_pays', 'category_disabled'],
    handle: (app, { params, body }) => makeExpense(app, params, body),
  }),
  route({
    method: 'POST',
    path: `${LINE}/other-income`,
    summary: 'Make other income of a line of a bank statement',
    description: `For example interest. The income is matched with the line. ${CLOSES}`,
    tag: 'Bank',
    permission: 'statements.manage',
    params: BankLinePath,
    body: LineIncome,
    answer: OtherIncome,
    status: 201,
    location: ({ id }) => `/api/other-income/${id}`,
    keyed: 'transaction',
    errors: [...SUMS, ...DAYS, ...NAMED, 'category_disabled'],
    handle: (app, { params, body }) => makeIncome(app, params, body),
  }),
  route({
    method: 'POST',
    path: `${LINE}/transfer`,
    summary: 'Make a transfer of a line of a bank statement',
    description: `The transfer to or from another account is matched with the line. ${CLOSES}`,
    tag: 'Bank',
    permission: 'statements.manage',
    params: BankLinePath,
    body: LineTransfer,
    answer: EnteredTransfer,
    status: 201,
    location: ({ id }) => `/api/transfers/${id}`,
    keyed: 'transaction',
    errors: [...SUMS, ...DAYS, ...NAMED],
    handle: (app, { params, body }) => makeTransfer(app, params, body),
  }),
];
