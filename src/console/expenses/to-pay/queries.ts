/** All requests of the part `To pay` to the service. */
import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../client/client.ts';
import { answerOf, client } from '../../session/api.ts';
import { queryClient } from '../../session/query-client.ts';

export type Payment = Schemas['Payment'];
type Expense = Schemas['ExpensePage']['items'][number];

/** What the church owes at the end of a day. */
export const payablesQuery = (at: string) =>
  queryOptions({
    queryKey: ['expenses', 'payables', at],
    queryFn: async () => (await answerOf(client.GET('/api/reports/payables', { params: { query: { at } } }))).items,
  });

/** All approved expenses, the oldest first. */
export const approvedQuery = queryOptions({
  queryKey: ['expenses', 'approved'],
  queryFn: async () => {
    const approved: Expense[] = [];
    for (let page = 1; ; page += 1) {
      const query = { status: 'Approved', sort: 'expenseDate', pageSize: 200, page } as const;
      const { items, totalPages } = await answerOf(client.GET('/api/expenses', { params: { query } }));
      approved.push(...items);
      if (page >= totalPages) return approved;
    }
  },
});

/** The latest payments, from one account or from all. */
export const paymentsQuery = (accountId: number | null) =>
  queryOptions({
    queryKey: ['payments', accountId],
    queryFn: async () => {
      const query = { sort: '-createdAt', pageSize: 50, ...(accountId !== null && { accountId }) } as const;
      return (await answerOf(client.GET('/api/payments', { params: { query } }))).items;
    },
  });

/** Reads everything again that payments change. */
export function readAgain(): void {
  for (const queryKey of [['expenses'], ['expense'], ['payments']]) void queryClient.invalidateQueries({ queryKey });
}

/** Records a payment. The same `key` records it once. Returns the codes of the warnings. */
export async function recordPayment(body: Schemas['NewPayment'], key: string): Promise<readonly string[]> {
  const params = { header: { 'Idempotency-Key': key } };
  const { warnings = [] } = await answerOf(client.POST('/api/payments', { params, body }));
  return warnings.map(({ code }) => code);
}

/** Voids a payment. Its expenses are approved again. */
export async function voidPayment(id: number, body: Schemas['PaymentVoid']): Promise<void> {
  await answerOf(client.POST('/api/payments/{id}/void', { params: { path: { id } }, body }));
  readAgain();
}
