/** All calls of the first screen to the service. */
import { queryOptions } from '@tanstack/react-query';
import { answerOf, client } from '../session/api.ts';

/** The offerings that are being entered, newest first. */
export const draftsQuery = queryOptions({
  queryKey: ['offerings', 'drafts'],
  queryFn: async () =>
    (await answerOf(client.GET('/api/offering-sessions', { params: { query: { status: 'Draft', pageSize: 5 } } })))
      .items,
});

/** How many offerings are submitted and not yet at the bank. */
export const submittedQuery = queryOptions({
  queryKey: ['offerings', 'submitted'],
  queryFn: async () =>
    (await answerOf(client.GET('/api/offering-sessions', { params: { query: { status: 'Submitted', pageSize: 1 } } })))
      .totalCount,
});
