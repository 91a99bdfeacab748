/** The church's own data, which several rooms need, such as the time zone and today's date. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../client/client.ts';
import { hasIrs } from '../../lib/country.ts';
import { answerOf, client } from '../session/api.ts';

export type Church = Schemas['Church'];

export const churchQuery = queryOptions({
  queryKey: ['church'],
  queryFn: () => answerOf(client.GET('/api/church')),
  staleTime: 60_000,
});

/** Returns whether the forms of the IRS are for the church. Returns false until the church has been read. */
export function useHasIrs(): boolean {
  const { data } = useQuery(churchQuery);
  return data !== undefined && hasIrs(data.country);
}
