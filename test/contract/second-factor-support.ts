/** Shared helpers of the tests of second factors. */
import { TOTP } from 'otpauth';
import { type Answer, request } from '../support/daemon.ts';
import { type Account, createUser, openSession, type SignIn } from './support.ts';

const STEP_MS = 30_000;

/** The step of the last code that was taken from the app with each secret. */
const lastSteps = new Map<string, number>();

/**
 * Returns the next code of the app with this secret: the one of now, or of the step after the last that was taken. The
 * service accepts it also if a step ends while it is on its way.
 */
export function codeOf(secret: string): string {
  const step = Math.max(stepOfNow(), (lastSteps.get(secret) ?? 0) + 1);
  lastSteps.set(secret, step);
  return codeAt(secret, step);
}

/** Returns the code that an app with this secret and a wrong clock shows, a number of steps from now. */
export const codeFarFromNow = (secret: string, steps: number): string => codeAt(secret, stepOfNow() + steps);

const codeAt = (secret: string, step: number): string => new TOTP({ secret }).generate({ timestamp: step * STEP_MS });

const stepOfNow = (): number => Math.floor(Date.now() / STEP_MS);

export type Guarded = Account & SignIn & { secret: string; recoveryCodes: string[] };

/** Creates a user who has set up an authenticator app. */
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
  const done = await request(url, 'POST', `${path}/confirm`, { token, body: { code: codeOf(secret) } });
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
