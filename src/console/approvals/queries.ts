import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../client/client.ts';
import { answerOf, client } from '../session/api.ts';
import { queryClient } from '../session/query-client.ts';

export type WaitingItem = Schemas['WaitingItem'];

/** What waits for the decision of the person, as it is now. Every decision about an expense changes it, too. */
export const approvalsQuery = queryOptions({
  queryKey: ['expenses', 'approvals'],
  queryFn: () => answerOf(client.GET('/api/approvals')),
  staleTime: 0,
});

/** Approves what the person saw, or with a reason rejects it. Throws a Refusal `stale_version` if it was changed since. */
export async function decide({ kind, id, modifiedAt }: WaitingItem, reason?: string): Promise<void> {
  const params = { path: { kind, id } };
  const seen = { modifiedAt };
  try {
    await (reason === undefined
      ? answerOf(client.POST('/api/approvals/{kind}/{id}/approve', { params, body: seen }))
      : answerOf(client.POST('/api/approvals/{kind}/{id}/reject', { params, body: { ...seen, reason } })));
  } finally {
    for (const room of ['expenses', 'bank', 'reports']) void queryClient.invalidateQueries({ queryKey: [room] });
  }
}
