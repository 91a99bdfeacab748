/** All requests of the set-up page to the service. `setUp` in the session sends the answers. */
import { queryOptions } from '@tanstack/react-query';
import { answerOf, client } from '../session/api.ts';

export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: () => answerOf(client.GET('/api/setup')),
  staleTime: Number.POSITIVE_INFINITY,
});
