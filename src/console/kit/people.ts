/** Finds people for the boxes in which somebody chooses a person. The service allows this with `members.read`. */
import { queryOptions } from '@tanstack/react-query';
import { answerOf, client } from '../session/api.ts';

/** How many people a box offers at once. */
const SHOWN = 8;

export const foundPeopleQuery = (search: string) =>
  queryOptions({
    queryKey: ['people', 'found', search],
    queryFn: async () => {
      const query = { pageSize: SHOWN, sort: 'lastName', search } as const;
      return (await answerOf(client.GET('/api/members', { params: { query } }))).items;
    },
    enabled: search !== '',
  });

export const namedPersonQuery = (id: number | null) =>
  queryOptions({
    queryKey: ['people', 'named', id],
    queryFn: () => answerOf(client.GET('/api/members/{id}', { params: { path: { id: id ?? 0 } } })),
    enabled: id !== null,
  });
