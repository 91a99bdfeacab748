import { CLOSES } from '../../../books/period-words.ts';
import { Reversal } from '../../../books/reversal-schema.ts';
import { route } from '../../../http/route.ts';
import { reverseOtherIncome } from './reversal.ts';
import { NewOtherIncome, OtherIncome, OtherIncomePage, OtherIncomePath, OtherIncomeQuery } from './schema.ts';
import { createOtherIncome, deleteOtherIncome, getOtherIncome, listOtherIncome, updateOtherIncome } from './service.ts';

const readOtherIncome = route({
  method: 'GET',
  path: '/api/other-income/:id',
  summary: 'Read other income',
  tag: 'Books',
  permission: 'reports.read',
  params: OtherIncomePath,
  answer: OtherIncome,
  versioned: true,
  handle: (app, { params }) => getOtherIncome(app, params.id),
});

const REFUSALS = [
  'account_disabled',
  'account_reserved',
  'before_the_books',
  'category_disabled',
  'fund_disabled',
  'period_finalized',
  'unknown_reference',
] as const;

export const otherIncomeRoutes = [
  readOtherIncome,
  route({
    method: 'GET',
    path: '/api/other-income',
    summary: 'List other income',
    tag: 'Books',
    permission: 'reports.read',
    query: OtherIncomeQuery,
    answer: OtherIncomePage,
    handle: (app, { query }) => listOtherIncome(app, query),
  }),
  route({
    method: 'POST',
    path: '/api/other-income',
    summary: 'Enter other income',
    description: `Enters income that is not giving, such as interest, rent or a grant. ${CLOSES}`,
    tag: 'Books',
    permission: 'statements.manage',
    body: NewOtherIncome,
    answer: OtherIncome,
    status: 201,
    location: ({ id }) => `/api/other-income/${id}`,
    versionOf: readOtherIncome,
    keyed: 'transaction',
    errors: REFUSALS,
    handle: (app, { body }) => createOtherIncome(app, body),
  }),
  route({
    method: 'PUT',
    path: '/api/other-income/:id',
    summary: 'Replace other income',
    description: `In a finalized month, only the payer, the reference and the memo can change. ${CLOSES}`,
    tag: 'Books',
    permission: 'statements.manage',
    params: OtherIncomePath,
    body: NewOtherIncome,
    answer: OtherIncome,
    versionOf: readOtherIncome,
    errors: [...REFUSALS, 'deposited', 'reconciled', 'reversed'],
    handle: (app, { params, body }) => updateOtherIncome(app, params.id, body),
  }),
  route({
    method: 'DELETE',
    path: '/api/other-income/:id',
    summary: 'Delete other income',
    description: CLOSES,
    tag: 'Books',
    permission: 'statements.manage',
    params: OtherIncomePath,
    versionOf: readOtherIncome,
    errors: ['deposited', 'period_finalized', 'reconciled', 'reversed'],
    handle: (app, { params }) => deleteOtherIncome(app, params.id),
  }),
  route({
    method: 'POST',
    path: '/api/other-income/:id/reverse',
    summary: 'Reverse other income',
    description: `Adds an entry with a negative \`amount\` and \`reversalOf\`. If the income was deposited, the money leaves the account of the deposit. ${CLOSES}`,
    tag: 'Books',
    permission: 'statements.manage',
    params: OtherIncomePath,
    body: Reversal,
    answer: OtherIncome,
    status: 201,
    location: ({ id }) => `/api/other-income/${id}`,
    versionOf: readOtherIncome,
    keyed: 'transaction',
    errors: ['already_reversed', 'before_the_books', 'period_finalized', 'reversed'],
    handle: (app, { params, body }) => reverseOtherIncome(app, params.id, body),
  }),
];
