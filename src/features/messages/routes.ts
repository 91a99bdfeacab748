import { route } from '../../http/route.ts';
import { listHistory } from './history.ts';
import { HistoryPage, HistoryQuery } from './schema.ts';

export const historyRoutes = [
  route({
    method: 'GET',
    path: '/api/notifications/history',
    summary: 'List the messages that were sent or failed',
    tag: 'Notifications',
    permission: 'notifications.manage',
    query: HistoryQuery,
    answer: HistoryPage,
    handle: (app, { query }) => listHistory(app, query),
  }),
];
