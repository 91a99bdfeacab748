import { queryOptions } from '@tanstack/react-query';
import { answerOf, client } from '../session/api.ts';

/** How many transfers wait for approval. */
export const waitingTransfersQuery = queryOptions({
  queryKey: ['bank', 'waiting-transfers'],
  queryFn: async () => {
    const query = { status: 'PendingApproval', pageSize: 1 } as const;
    return (await answerOf(client.GET('/api/transfers', { params: { query } }))).totalCount;
  },
});
