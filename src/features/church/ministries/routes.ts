import { route } from '../../../http/route.ts';
import { Ministries } from './schema.ts';
import { listMinistries } from './service.ts';

export const ministryRoutes = [
  route({
    method: 'GET',
    path: '/api/ministries',
    summary: 'List ministries',
    tag: 'Expenses',
    permission: 'signed-in',
    answer: Ministries,
    handle: (app) => listMinistries(app),
  }),
];
