import { route } from '../../http/route.ts';
import { resumeBatch, stopBatch } from './batches.ts';
import { getBatch, listBatches, listHistory } from './history.ts';
import {
  Batches,
  BatchDetail,
  BatchPath,
  BatchQuery,
  ChannelStates,
  HistoryPage,
  HistoryQuery,
  Resumption,
  SendResult,
} from './schema.ts';
import { listChannelStates } from './states.ts';

export const historyRoutes = [
  route({
    method: 'GET',
    path: '/api/notifications/channels',
    summary: 'Read whether e-mail and LINE are set up',
    description: 'A message can be written and previewed before. Sending it would be refused with `not_configured`.',
    tag: 'Notifications',
    permission: 'notifications.manage',
    answer: ChannelStates,
    handle: (app) => listChannelStates(app),
  }),
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
  route({
    method: 'GET',
    path: '/api/notifications/batches',
    summary: 'List the latest batches of messages, and how many messages of each were sent',
    tag: 'Notifications',
    permission: 'notifications.manage',
    query: BatchQuery,
    answer: Batches,
    handle: (app, { query }) => listBatches(app, query.unfinished === true ? 'unfinished' : 'all'),
  }),
  route({
    method: 'GET',
    path: '/api/notifications/batches/:id',
    summary: 'Read a batch of messages, with the members to whom nothing was sent',
    description: 'While a batch is being sent, its numbers show the progress.',
    tag: 'Notifications',
    permission: 'notifications.manage',
    params: BatchPath,
    answer: BatchDetail,
    handle: (app, { params }) => getBatch(app, params.id),
  }),
  route({
    method: 'POST',
    path: '/api/notifications/batches/:id/resume',
    summary: 'Send the rest of a batch that was cut off',
    description:
      'Nobody gets a message twice, unless `retryUnknown` is true. Messages that wait are tried at once. The response is sent after every message has been tried. While the batch is being sent, the response is `unavailable`.',
    tag: 'Notifications',
    permission: 'notifications.manage',
    params: BatchPath,
    body: Resumption,
    answer: SendResult,
    keyed: 'claim',
    errors: ['not_configured'],
    handle: (app, { params, body }) =>
      resumeBatch(app, params.id, { retriesFailed: body.retryFailed, retriesUnknown: body.retryUnknown }),
  }),
  route({
    method: 'POST',
    path: '/api/notifications/batches/:id/stop',
    summary: 'Stop a batch of messages',
    description: 'Messages that are on their way are finished. The rest is not sent until somebody resumes the batch.',
    tag: 'Notifications',
    permission: 'notifications.manage',
    params: BatchPath,
    answer: BatchDetail,
    keyed: 'transaction',
    errors: ['conflict'],
    handle: async (app, { params }) => {
      await stopBatch(app, params.id);
      return getBatch(app, params.id);
    },
  }),
];
