/** What every room needs to know of the church. */
import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../client/client.ts';
import { answerOf, client } from '../session/api.ts';

export type Church = Schemas['Church'];

export const churchQuery = queryOptions({
  queryKey: ['church'],
  queryFn: () => answerOf(client.GET('/api/church')),
  staleTime: 60_000,
});
