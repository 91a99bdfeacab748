/** All requests of the home screen to the service. */
import { queryOptions } from '@tanstack/react-query';
import { answerOf, client } from '../session/api.ts';

/** The newest five of the open offerings, newest first. */
export const draftsQuery = queryOptions({
  queryKey: ['offerings', 'drafts'],
  queryFn: async () =>
    (await answerOf(client.GET('/api/offering-sessions', { params: { query: { status: 'Draft', pageSize: 5 } } })))
      .items,
});

/** The number of offerings that are submitted but not yet reconciled. */
export const submittedQuery = queryOptions({
  queryKey: ['offerings', 'submitted'],
  queryFn: async () =>
    (await answerOf(client.GET('/api/offering-sessions', { params: { query: { status: 'Submitted', pageSize: 1 } } })))
      .totalCount,
});
