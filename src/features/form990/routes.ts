import { route } from '../../http/route.ts';
import { Form990Lines, Form990Query, Form990Report } from './schema.ts';
import { functionalExpenses, listLines } from './service.ts';

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
    tag: 'Form 990',
    permission: 'reports.read',
    query: Form990Query,
    answer: Form990Report,
    handle: (app, { query }) => functionalExpenses(app, query),
  }),
];
