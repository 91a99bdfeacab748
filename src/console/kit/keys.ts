/** The requests about keys for programs, for the account of a person and for whoever manages users. */
import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../client/client.ts';
import { answerOf, client } from '../session/api.ts';
import { queryClient } from '../session/query-client.ts';

export type ProgramKey = Schemas['ProgramKey'];
export type MadeKey = ProgramKey & { token: string };
export type NewKey = Schemas['NewProgramKey'];

const KEYS = ['program-keys'];

/** The keys of a user that were not ended. Without an id, those of the signed-in person. */
export const keysQuery = (userId?: number) =>
  queryOptions({
    queryKey: [...KEYS, userId],
    queryFn: async () => {
      const params = { query: userId === undefined ? {} : { userId } };
      return (await answerOf(client.GET('/api/program-keys', { params }))).items;
    },
  });

/** Makes a key, and returns it with its token, which is shown only once. */
export async function makeKey(body: NewKey): Promise<MadeKey> {
  const { key, token } = await answerOf(client.POST('/api/program-keys', { body }));
  await queryClient.invalidateQueries({ queryKey: KEYS });
  return { ...key, token: token ?? '' };
}

/** Ends a key for good. */
export async function endKey(id: number): Promise<void> {
  await answerOf(client.POST('/api/program-keys/{id}/end', { params: { path: { id } } }));
  await queryClient.invalidateQueries({ queryKey: KEYS });
}
