import { route } from '../../http/route.ts';
import { sendEmail } from './email/service.ts';
import { listHistory } from './history.ts';
import { sendLine } from './line/service.ts';
import { EmailMessage, HistoryPage, HistoryQuery, LineMessage, SendResult } from './schema.ts';

const shared = { tag: 'Notifications', permission: 'notifications.manage' } as const;

export const notificationRoutes = [
  route({
    ...shared,
    method: 'POST',
    path: '/api/notifications/email',
    summary: 'Write an e-mail to members and other addresses',
    body: EmailMessage,
    answer: SendResult,
    keyed: 'claim',
    errors: ['not_configured'],
    handle: (app, { body }) => sendEmail(app, body),
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/api/notifications/line',
    summary: 'Write to members and groups on LINE',
    body: LineMessage,
    answer: SendResult,
    keyed: 'claim',
    errors: ['not_configured', 'unknown_reference'],
    handle: (app, { body }) => sendLine(app, body),
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/api/notifications/history',
    summary: 'List the messages that were sent or failed',
    query: HistoryQuery,
    answer: HistoryPage,
    handle: (app, { query }) => listHistory(app, query),
  }),
];
