/** The accounts at a bank, which the home screen and the bank room both read. */
import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../client/client.ts';
import { answerOf, client } from '../session/api.ts';

export type AccountAtBank = Schemas['AccountAtBank'];

/** The accounts at a bank, with what is still to do with their statements. */
export const accountsAtBankQuery = queryOptions({
  queryKey: ['bank', 'accounts'],
  queryFn: async () => (await answerOf(client.GET('/api/bank-accounts'))).items,
});
