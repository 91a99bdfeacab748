import { route } from '../../../http/route.ts';
import { ExpensePage } from '../../spending/expenses/schema.ts';
import { Form990Lines, Form990Query, Form990Report, LineExpensesQuery, LinePath } from './schema.ts';
import { functionalExpenses, lineExpenses, listLines } from './service.ts';

export const form990Routes = [
  route({
    method: 'GET',
    path: '/api/form990/lines',
    summary: 'List the lines of Form 990, Part IX',
    tag: 'Form 990',
    permission: 'reports.read',
    answer: Form990Lines,
    handle: (app) => listLines(app),
  }),
  route({
    method: 'GET',
    path: '/api/form990/functional-expenses',
    summary: 'Report functional expenses for Form 990, Part IX',
    description: 'Give either `year`, or both `from` and `to`.',
    tag: 'Form 990',
    permission: 'reports.read',
    query: Form990Query,
    answer: Form990Report,
    errors: ['sum_too_large'],
    handle: (app, { query }) => functionalExpenses(app, query),
  }),
  route({
    method: 'GET',
    path: '/api/form990/functional-expenses/:code/expenses',
    summary: 'List the expenses behind a line of the report',
    description: 'Give either `year`, or both `from` and `to`, as for the report.',
    tag: 'Form 990',
    permission: 'reports.read',
    params: LinePath,
    query: LineExpensesQuery,
    answer: ExpensePage,
    handle: (app, { params, query }) => lineExpenses(app, params.code, query),
  }),
];
