/** The requests of the room "Bank" that several of its parts share. */
import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../client/client.ts';
import { answerOf, client } from '../session/api.ts';
import { queryClient } from '../session/query-client.ts';

export type Account = Schemas['AccountWithBalance'];
export type Valuation = Schemas['Valuation'];
export type BankDocument = Schemas['BankDocument'];

/** All accounts of the church, also closed ones. */
export const allAccountsQuery = queryOptions({
  queryKey: ['bank', 'all-accounts'],
  queryFn: async () => (await answerOf(client.GET('/api/accounts'))).items,
  staleTime: 60_000,
});

export const incomeCategoriesQuery = queryOptions({
  queryKey: ['income-categories'],
  queryFn: async () => (await answerOf(client.GET('/api/income-categories'))).items,
  staleTime: 60_000,
});

/** Books what an investment is worth. The same `key` books it once, however often it is sent. */
export async function valueAccount(id: number, body: Schemas['NewValuation'], key: string): Promise<Valuation> {
  const params = { path: { id }, header: { 'Idempotency-Key': key } };
  const booked = await answerOf(client.POST('/api/accounts/{id}/valuations', { params, body }));
  readAgain();
  return booked;
}

/** Reads everything again that the work on bank statements, transfers and investments changes. */
export function readAgain(): void {
  for (const queryKey of [['bank'], ['month-end'], ['reports'], ['expenses']])
    void queryClient.invalidateQueries({ queryKey });
}
