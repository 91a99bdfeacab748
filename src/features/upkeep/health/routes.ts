import { Reply, route } from '../../../http/route.ts';
import { Health } from './schema.ts';
import { checkHealth } from './service.ts';

export const healthRoutes = [
  route({
    method: 'GET',
    path: '/api/health',
    summary: 'Check whether the service is working',
    description:
      'The status code is 503 if the check of the database, of its file or of the storage failed. A busy database, little free space and a missing backup are not failures.',
    tag: 'Health',
    permission: 'public',
    forAnyHost: true,
    answer: Health,
    failureStatus: 503,
    handle: async (app) => {
      const health = await checkHealth(app);
      return new Reply(health, { status: health.status === 'ok' ? 200 : 503 });
    },
  }),
];
