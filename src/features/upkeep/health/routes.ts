import { Reply, route } from '../../../http/route.ts';
import { Health } from './schema.ts';
import { checkHealth } from './service.ts';

export const healthRoutes = [
  route({
    method: 'GET',
    path: '/api/health',
    summary: 'Tell whether the service can do its work',
    description:
      'A database that is busy with another writer is not a failure, nor is a missing backup. With 503 one of the checks failed.',
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
