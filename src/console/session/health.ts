import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../client/client.ts';
import { client } from './api.ts';

/** Whether the service works. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: async () => {
    const { data, error } = await client.GET('/api/health');
    // An unhealthy service answers 503 with the same body.
    return (data ?? error) as Schemas['Health'];
  },
  refetchInterval: 60_000,
});
