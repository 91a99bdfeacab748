/** The requests of the room "Bank" that several of its parts share. */
import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../client/client.ts';
import { answerOf, client } from '../session/api.ts';
import { queryClient } from '../session/query-client.ts';

export type Account = Schemas['AccountWithBalance'];
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

/** Reads everything again that the work on bank statements changes. */
export function readAgain(): void {
  for (const queryKey of [['bank'], ['month-end'], ['reports'], ['expenses']])
    void queryClient.invalidateQueries({ queryKey });
}
