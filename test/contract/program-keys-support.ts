/** Shared helpers of the tests of keys for programs. */
import { type Daemon, request } from '../support/daemon.ts';
import { done, type Json } from './books.ts';
import { newSignIn } from './support.ts';

export const KEYS = '/api/program-keys';

export type Person = Awaited<ReturnType<typeof newSignIn>>;
export type Made = { owner: Person; key: Json; token: string };

/** Returns a function that sends requests with a token. */
export const askerOf = (daemon: Daemon) => (token: string, method: string, route: string, body?: object) =>
  request(daemon.url, method, route, { token, ...(body && { body }) });

/** Makes a key for a new user with these roles. */
export async function newKey(url: string, admin: string, roles: readonly string[], fields: Json = {}): Promise<Made> {
  const owner = await newSignIn(url, admin, roles);
  return { owner, ...(await makeKey(url, owner, fields)) };
}

/** Makes a key for a signed-in person. */
export function makeKey(url: string, { token, password }: Person, fields: Json = {}): Promise<Omit<Made, 'owner'>> {
  const body = { name: 'Website', currentPassword: password, ...fields };
  return done(request(url, 'POST', KEYS, { token, body }));
}

/** Replaces the roles of a user. */
export async function setRoles(
  url: string,
  admin: string,
  { id, email }: Person,
  roles: readonly string[],
): Promise<void> {
  const body = { email, displayName: 'Test', roles, memberId: null };
  await done(request(url, 'PUT', `/api/users/${id}`, { token: admin, body }));
}
