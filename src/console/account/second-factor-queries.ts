/** All requests about the second factor of the account. */
import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../client/client.ts';
import { answerOf, client } from '../session/api.ts';
import { makePasskey } from '../session/passkey.ts';
import { queryClient } from '../session/query-client.ts';

export type OwnSecondFactor = Schemas['OwnSecondFactor'];
export type Passkey = Schemas['Passkey'];
export type RememberedDevice = Schemas['RememberedDevice'];
export type AppSecret = Schemas['AuthenticatorSetup'];

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => answerOf(client.GET('/api/auth/second-factor')),
});

/** Asks for a secret for an authenticator app. */
export function beginApp(currentPassword: string): Promise<AppSecret> {
  return answerOf(client.POST('/api/auth/second-factor/authenticator', { body: { currentPassword } }));
}

/** Takes the app into use with its first code. Returns the recovery codes if they are the first ones. */
export async function confirmApp(code: string): Promise<readonly string[] | null> {
  const call = client.POST('/api/auth/second-factor/authenticator/confirm', { body: { code } });
  const { recoveryCodes } = await answerOf(call);
  await changed();
  return recoveryCodes;
}

/** Removes the authenticator app. */
export async function removeApp(currentPassword: string): Promise<void> {
  await answerOf(client.POST('/api/auth/second-factor/authenticator/remove', { body: { currentPassword } }));
  await changed();
}

/** Replaces the recovery codes, and returns the new ones. */
export async function replaceCodes(currentPassword: string): Promise<readonly string[]> {
  const call = client.POST('/api/auth/second-factor/recovery-codes', { body: { currentPassword } });
  const { recoveryCodes } = await answerOf(call);
  await changed();
  return recoveryCodes;
}

/**
 * Makes a passkey in this browser and adds it. Returns the recovery codes if they are the first ones. Throws NoPasskey
 * or a Refusal.
 */
export async function addPasskey(currentPassword: string, name: string): Promise<readonly string[] | null> {
  const made = await makePasskey(currentPassword);
  const { recoveryCodes } = await answerOf(client.POST('/api/auth/passkeys', { body: { ...made, name } }));
  await changed();
  return recoveryCodes;
}

/** Gives a passkey another name. */
export async function renamePasskey(id: number, name: string): Promise<void> {
  await answerOf(client.PUT('/api/auth/passkeys/{id}', { params: { path: { id } }, body: { name } }));
  await changed();
}

/** Removes a passkey. */
export async function removePasskey(id: number, currentPassword: string): Promise<void> {
  const params = { path: { id } };
  await answerOf(client.POST('/api/auth/passkeys/{id}/remove', { params, body: { currentPassword } }));
  await changed();
}

/** Forgets a remembered browser. */
export async function forgetDevice(id: number): Promise<void> {
  await answerOf(client.DELETE('/api/auth/remembered-devices/{id}', { params: { path: { id } } }));
  await changed();
}

async function changed(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
}
