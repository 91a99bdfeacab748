import { route } from '../../../http/route.ts';
import { GivingSummary, SummaryQuery } from './schema.ts';
import { summarizeGiving } from './service.ts';

export const givingSummaryRoutes = [
  route({
    method: 'GET',
    path: '/api/giving/summary',
    summary: 'Sum up giving by week, month, category or method',
    tag: 'Giving',
    permission: 'giving.read',
    query: SummaryQuery,
    answer: GivingSummary,
    errors: ['sum_too_large'],
    handle: (app, { query }) => summarizeGiving(app, query),
  }),
];
