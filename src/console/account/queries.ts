/** All requests of the account page to the service. */
import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../client/client.ts';
import { answerOf, client } from '../session/api.ts';
import { readMe } from '../session/session.ts';
import { queryClient } from '../session/query-client.ts';

export type SignIn = Schemas['SignIn'];

export const signInsQuery = queryOptions({
  queryKey: ['sign-ins'],
  queryFn: async () => (await answerOf(client.GET('/api/auth/sessions'))).items,
});

/** Ends one of the account's own sign-ins. */
export async function endSignIn(id: number): Promise<void> {
  await answerOf(client.DELETE('/api/auth/sessions/{id}', { params: { path: { id } } }));
  await queryClient.invalidateQueries({ queryKey: ['sign-ins'] });
}

/** Changes the password. If one of the passwords is not accepted, throws a Refusal that names its field. */
export async function changePassword(body: Schemas['ChangePasswordRequest']): Promise<void> {
  await answerOf(client.POST('/api/auth/change-password', { body }));
  await readMe();
  await queryClient.invalidateQueries({ queryKey: ['sign-ins'] });
}
