/** The church's own data, which several rooms need, such as the time zone and today's date. */
import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../client/client.ts';
import { answerOf, client } from '../session/api.ts';

export type Church = Schemas['Church'];

export const churchQuery = queryOptions({
  queryKey: ['church'],
  queryFn: () => answerOf(client.GET('/api/church')),
  staleTime: 60_000,
});
