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

/** The newest day that has an offering, even if the person may not read that offering. Null if there is none. */
export const newestQuery = queryOptions({
  queryKey: ['offerings', 'newest'],
  queryFn: async () => {
    const query = { sort: '-date', pageSize: 1 } as const;
    const { items } = await answerOf(client.GET('/api/offering-days', { params: { query } }));
    return items[0] ?? null;
  },
  staleTime: 0,
});

/** The number of offerings that are submitted but not yet reconciled. */
export const submittedQuery = queryOptions({
  queryKey: ['offerings', 'submitted'],
  queryFn: async () =>
    (await answerOf(client.GET('/api/offering-sessions', { params: { query: { status: 'Submitted', pageSize: 1 } } })))
      .totalCount,
});

/** The caller's own expenses that were rejected and not submitted again. */
export const rejectedQuery = queryOptions({
  queryKey: ['expenses', 'rejected'],
  queryFn: async () => {
    const query = { status: 'Draft', sort: '-modifiedAt', pageSize: 50 } as const;
    const { items } = await answerOf(client.GET('/api/expenses/mine', { params: { query } }));
    return items.filter(({ rejectedReason }) => rejectedReason !== null);
  },
});

/** How much waits for the decision of the person. */
export const approvalsCountQuery = queryOptions({
  queryKey: ['expenses', 'approvals-count'],
  queryFn: async () => (await answerOf(client.GET('/api/approvals'))).items.length,
});

/** The number of everybody's approved expenses. */
export const toPayCountQuery = queryOptions({
  queryKey: ['expenses', 'to-pay-count'],
  queryFn: async () => {
    const query = { status: 'Approved', pageSize: 1 } as const;
    return (await answerOf(client.GET('/api/expenses', { params: { query } }))).totalCount;
  },
});
