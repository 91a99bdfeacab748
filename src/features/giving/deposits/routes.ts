import { CLOSES } from '../../../books/period-words.ts';
import { route } from '../../../http/route.ts';
import { Deposit, DepositPage, DepositPath, DepositQuery, NewDeposit } from './schema.ts';
import { createDeposit, deleteDeposit, getDeposit, listDeposits } from './service.ts';

const readDeposit = route({
  method: 'GET',
  path: '/api/deposits/:id',
  summary: 'Read a deposit',
  tag: 'Books',
  permission: 'reports.read',
  params: DepositPath,
  answer: Deposit,
  versioned: true,
  handle: (app, { params }) => getDeposit(app, params.id),
});

export const depositRoutes = [
  readDeposit,
  route({
    method: 'GET',
    path: '/api/deposits',
    summary: 'List deposits',
    tag: 'Books',
    permission: 'reports.read',
    query: DepositQuery,
    answer: DepositPage,
    handle: (app, { query }) => listDeposits(app, query),
  }),
  route({
    method: 'POST',
    path: '/api/deposits',
    summary: 'Enter a deposit',
    description: `Moves cash and checks of submitted sessions, single gifts or other income into an account. ${CLOSES}`,
    tag: 'Books',
    permission: 'statements.manage',
    body: NewDeposit,
    answer: Deposit,
    status: 201,
    location: ({ id }) => `/api/deposits/${id}`,
    versionOf: readDeposit,
    keyed: 'transaction',
    errors: [
      'account_disabled',
      'account_reserved',
      'before_the_books',
      'deposited',
      'period_finalized',
      'reversed',
      'unknown_reference',
    ],
    handle: (app, { body }) => createDeposit(app, body),
  }),
  route({
    method: 'DELETE',
    path: '/api/deposits/:id',
    summary: 'Delete a deposit',
    description: CLOSES,
    tag: 'Books',
    permission: 'statements.manage',
    params: DepositPath,
    versionOf: readDeposit,
    errors: ['before_the_books', 'deposited', 'period_finalized', 'reconciled', 'reversed'],
    handle: (app, { params }) => deleteDeposit(app, params.id),
  }),
];
