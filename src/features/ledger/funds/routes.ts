import { route } from '../../../http/route.ts';
import { Fund, FundPath, Funds, NewFund } from './schema.ts';
import { createFund, deleteFund, getFund, listFunds, updateFund } from './service.ts';

const readFund = route({
  method: 'GET',
  path: '/api/funds/:id',
  summary: 'Read a fund',
  tag: 'Books',
  permission: 'signed-in',
  params: FundPath,
  answer: Fund,
  versioned: true,
  handle: (app, { params }) => getFund(app, params.id),
});

export const fundRoutes = [
  readFund,
  route({
    method: 'GET',
    path: '/api/funds',
    summary: 'List the funds',
    tag: 'Books',
    permission: 'signed-in',
    answer: Funds,
    handle: (app) => listFunds(app),
  }),
  route({
    method: 'POST',
    path: '/api/funds',
    summary: 'Add a fund',
    tag: 'Books',
    permission: 'statements.manage',
    body: NewFund,
    answer: Fund,
    status: 201,
    location: ({ id }) => `/api/funds/${id}`,
    versionOf: readFund,
    keyed: 'transaction',
    errors: ['name_taken', 'unknown_reference'],
    handle: (app, { body }) => createFund(app, body),
  }),
  route({
    method: 'PUT',
    path: '/api/funds/:id',
    summary: 'Replace a fund',
    tag: 'Books',
    permission: 'statements.manage',
    params: FundPath,
    body: NewFund,
    answer: Fund,
    versionOf: readFund,
    errors: ['name_taken', 'fund_in_use', 'prior_figures_differ', 'unknown_reference'],
    handle: (app, { params, body }) => updateFund(app, params.id, body),
  }),
  route({
    method: 'DELETE',
    path: '/api/funds/:id',
    summary: 'Remove a fund that was never used',
    tag: 'Books',
    permission: 'statements.manage',
    params: FundPath,
    versionOf: readFund,
    errors: ['fund_in_use'],
    handle: (app, { params }) => deleteFund(app, params.id),
  }),
];
