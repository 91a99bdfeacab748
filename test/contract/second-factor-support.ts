/** Shared helpers of the tests of second factors. */
import { TOTP } from 'otpauth';
import { type Answer, request } from '../support/daemon.ts';
import { type Account, createUser, openSession, type SignIn } from './support.ts';

const STEP_MS = 30_000;

/** Returns the code that an app with this secret shows, a number of steps from now. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP_MS });
}

export type Guarded = Account & SignIn & { secret: string; recoveryCodes: string[] };

/** Creates a user who has set up an authenticator app with the code of one step ago, so that later codes are good. */
export async function guardedUser(url: string, admin: string, roles: readonly string[] = ['member']): Promise<Guarded> {
  const account = await createUser(url, admin, roles);
  const signIn = await openSession(url, account);
  const { secret, recoveryCodes } = await setUpApp(url, { ...account, ...signIn });
  return { ...account, ...signIn, secret, recoveryCodes };
}

/** Sets up an authenticator app for a signed-in user. */
export async function setUpApp(
  url: string,
  { password, token }: { password: string; token: string },
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const path = '/api/auth/second-factor/authenticator';
  const begun = await request(url, 'POST', path, { token, body: { currentPassword: password } });
  const { secret } = begun.body as { secret: string };
  const done = await request(url, 'POST', `${path}/confirm`, { token, body: { code: codeOf(secret, -1) } });
  if (done.status !== 200) throw new Error(`Setting up an app failed with ${JSON.stringify(done.body)}`);
  return { secret, recoveryCodes: done.body.recoveryCodes };
}

/** Sends the second step of a sign-in. */
export function show(url: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  return request(url, 'POST', '/api/auth/second-factor', { body, headers });
}

/** Returns the value of the cookie of a remembered device, or undefined if the response sets none. */
export function deviceCookie(answer: Answer): string | undefined {
  const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('app_device='));
  return line?.split(';')[0]?.slice('app_device='.length);
}
