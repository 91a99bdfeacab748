import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createVestryClient, type VestryOptions } from '../../src/client/client.ts';
import { createUser, inviteUser } from '../../src/features/access/users/service.ts';
import type { Role } from '../../src/permissions.ts';
import { fileApp, NOW, type TestApp } from '../support/app.ts';
import { browserFetch, watched, webLocks } from '../support/browser-session.ts';
import { LUNCH, pdf } from '../support/receipts.ts';
import { serveApp } from '../support/server.ts';

const PASSWORD = 'a long enough password';
const TREASURER = { email: 'treasurer@example.org', password: PASSWORD };
const SECRETARY = { email: 'secretary@example.org', password: PASSWORD };
const GIFT = { categoryId: 1, amount: 12.5, date: '2026-11-18', method: 'Cash' } as const;

let app: TestApp;
let url: string;
let close: () => Promise<void>;
beforeAll(async () => {
  const made = await fileApp();
  ({ app } = made);
  const server = await serveApp(app);
  ({ url } = server);
  close = async () => {
    server.close();
    await made.close();
  };
  for (const role of ['treasurer', 'secretary'] as const) await addUser(role);
});
afterAll(() => close());

const addUser = (role: Role, name: string = role) =>
  createUser(app, { email: `${name}@example.org`, displayName: name, roles: [role], memberId: null }, PASSWORD);

let now = NOW.getTime();
/** Advances the clock by sixteen minutes, so that every earlier access token has expired. */
const expire = () => app.setNow(new Date((now += 16 * 60_000)).toISOString());

const signedOut = vi.fn<() => void>();
beforeEach(() => {
  signedOut.mockClear();
  vi.unstubAllGlobals();
});

const client = (options: Partial<VestryOptions> = {}) =>
  createVestryClient({ baseUrl: url, onSignedOut: signedOut, ...options });

async function signedIn(options: Partial<VestryOptions> = {}, login = TREASURER) {
  const vestry = client(options);
  const { data, error } = await vestry.signIn(login);
  expect(error).toBeUndefined();
  expect(data).toEqual(vestry.user);
  return vestry;
}

const isRefresh = ({ url }: Request) => url.endsWith('/api/auth/refresh');

test('an expired access token is renewed, and the call is repeated with the same key and body', async () => {
  const { fetch, calls, sent } = watched();
  const vestry = await signedIn({ fetch });
  expire();
  const params = { header: { 'Idempotency-Key': 'sunday-1' } };
  const { data } = await vestry.POST('/api/givings', { params, body: GIFT });
  expect(data).toMatchObject(GIFT);
  expect(calls().slice(1)).toEqual(['POST /api/givings 401', 'POST /api/auth/refresh 200', 'POST /api/givings 201']);
  const [, first, , second] = sent;
  expect(first).toEqual({ ...second, status: 401 });
  expect(second).toMatchObject({ key: 'sunday-1', body: JSON.stringify(GIFT) });
});

test('a file is sent in a form, even when the call is repeated, and is returned as a Blob', async () => {
  const vestry = await signedIn();
  const { data: expense } = await vestry.POST('/api/expenses', { body: LUNCH });
  const params = { path: { id: expense?.id ?? 0 } };
  const bytes = pdf();
  const file = new File([Uint8Array.from(bytes)], 'lunch.pdf', { type: 'application/pdf' });
  for (const body of [file, { file }]) {
    expire();
    const { data } = await vestry.PUT('/api/expenses/{id}/receipt', { params, body });
    expect(data?.receipt).toMatchObject({ fileName: 'lunch.pdf' });
    const { data: receipt, response } = await vestry.GET('/api/expenses/{id}/receipt', { params });
    expect(response.headers.get('Content-Type')).toBe('application/pdf');
    expect(Buffer.from((await receipt?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytes);
  }
  expect(await vestry.DELETE('/api/expenses/{id}/receipt', { params })).not.toHaveProperty('error');
});

test('calls that are refused at the same time share one renewal', async () => {
  const { fetch, calls } = watched();
  const vestry = await signedIn({ fetch });
  expire();
  const answers = await Promise.all(Array.from({ length: 20 }, () => vestry.GET('/api/auth/me')));
  expect(answers.map(({ data }) => data?.email)).toEqual(Array(20).fill(TREASURER.email));
  expect(calls().filter((call) => call.startsWith('POST /api/auth/refresh'))).toHaveLength(1);
});

test('a call that is refused after the token was renewed is repeated without another renewal', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const { fetch, calls } = watched(async (request) => {
    if (!request.url.endsWith('/api/auth/me') || calls().includes('GET /api/auth/me 401')) return undefined;
    const answer = await globalThis.fetch(request);
    if (answer.status === 401) await held;
    return answer;
  });
  const vestry = await signedIn({ fetch });
  expire();
  const late = vestry.GET('/api/auth/me');
  await vestry.GET('/api/members');
  release();
  expect((await late).data?.email).toBe(TREASURER.email);
  expect(calls().filter((call) => call.startsWith('POST /api/auth/refresh'))).toHaveLength(1);
});

test('after the sign-in is ended elsewhere, calls return the error, and the app is notified once', async () => {
  const vestry = await signedIn();
  const elsewhere = await signedIn();
  const { data: signIns } = await elsewhere.GET('/api/auth/sessions');
  for (const { id, current } of signIns?.items ?? []) {
    if (!current) await elsewhere.DELETE('/api/auth/sessions/{id}', { params: { path: { id } } });
  }
  const answers = await Promise.all(Array.from({ length: 5 }, () => vestry.GET('/api/auth/me')));
  expect(answers.map(({ error }) => error?.code)).toEqual(Array(5).fill('unauthenticated'));
  expect((await vestry.GET('/api/auth/me')).error?.code).toBe('unauthenticated');
  expect(signedOut).toHaveBeenCalledOnce();
  expect(vestry.user).toBeUndefined();
});

test('a temporary failure to renew the token does not end the session, and the call returns the reason', async () => {
  let trouble: 'busy' | 'offline' | 'none' = 'busy';
  const busy = () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'Content-Type': 'text/html' } });
  const { fetch } = watched(async (request) => {
    if (!isRefresh(request) || trouble === 'none') return undefined;
    if (trouble === 'offline') throw new TypeError('fetch failed');
    return busy();
  });
  const vestry = await signedIn({ fetch });
  expire();
  expect((await vestry.GET('/api/auth/me')).error).toMatchObject({ status: 502, code: 'unavailable' });
  trouble = 'offline';
  await expect(vestry.GET('/api/auth/me')).rejects.toThrow('fetch failed');
  trouble = 'none';
  expect((await vestry.GET('/api/auth/me')).data?.email).toBe(TREASURER.email);
  expect(signedOut).not.toHaveBeenCalled();
});

test('a wrong password is returned as a problem and does not trigger a renewal', async () => {
  const { fetch, calls } = watched();
  const vestry = client({ fetch });
  const { data, error } = await vestry.signIn({ ...TREASURER, password: 'wrong' });
  expect([data, error?.code]).toEqual([undefined, 'invalid_credentials']);
  expect(calls()).toEqual(['POST /api/auth/login 401']);
});

test('a refused body is returned with the names of the bad fields', async () => {
  const vestry = await signedIn();
  const { error } = await vestry.POST('/api/givings', { body: { ...GIFT, amount: 1.005, date: '2026-02-30' } });
  expect(error?.code).toBe('validation_failed');
  expect(error?.errors?.map(({ path }) => path)).toEqual(['amount', 'date']);
});

test('a reloaded page continues the session of its browser', async () => {
  const fetch = browserFetch();
  await signedIn({ fetch });
  const reloaded = client({ fetch });
  expect((await reloaded.restore()).data?.email).toBe(TREASURER.email);
  expect((await reloaded.GET('/api/members')).data?.items).toEqual([]);
  // Without `restore`, the first call renews the token.
  expect((await client({ fetch }).GET('/api/members')).data?.items).toEqual([]);
});

test('without a signed-in user, nothing is restored, and the app is not notified of a sign-out', async () => {
  const vestry = client({ fetch: browserFetch() });
  expect((await vestry.restore()).error?.code).toBe('invalid_refresh_token');
  expect(vestry.user).toBeUndefined();
  expect(signedOut).not.toHaveBeenCalled();
});

test('tabs that renew their tokens at the same time take turns, and all stay signed in', async () => {
  vi.stubGlobal('navigator', { locks: webLocks() });
  const fetch = browserFetch();
  const first = await signedIn({ fetch });
  const tabs = [first, ...Array.from({ length: 3 }, () => client({ fetch }))];
  for (const tab of tabs.slice(1)) await tab.restore();
  expire();
  const answers = await Promise.all(tabs.map((tab) => tab.GET('/api/auth/me')));
  expect(answers.map(({ data }) => data?.email)).toEqual(Array(4).fill(TREASURER.email));
  expect(signedOut).not.toHaveBeenCalled();
});

test('a tab does not continue as a different user who has signed in later in the same browser', async () => {
  const fetch = browserFetch();
  const treasurer = await signedIn({ fetch });
  const secretary = await signedIn({ fetch }, SECRETARY);
  expire();
  const { error } = await treasurer.GET('/api/members');
  expect([error?.code, treasurer.user]).toEqual(['unauthenticated', undefined]);
  expect(signedOut).toHaveBeenCalledOnce();
  expect((await secretary.GET('/api/auth/me')).data?.email).toBe(SECRETARY.email);
});

test('signing out ends the session in the service and in the browser', async () => {
  const { fetch, calls } = watched();
  const vestry = await signedIn({ fetch });
  await vestry.signOut();
  expect(calls().at(-1)).toBe('POST /api/auth/logout 204');
  expect(vestry.user).toBeUndefined();
  expect((await vestry.GET('/api/members')).error?.code).toBe('unauthenticated');
  expect((await vestry.restore()).error?.code).toBe('invalid_refresh_token');
  expect(signedOut).not.toHaveBeenCalled();
});

test('the client forgets the user even if the sign-out does not reach the service', async () => {
  const { fetch } = watched(async ({ url }) => {
    if (url.endsWith('/logout')) throw new TypeError('fetch failed');
    return undefined;
  });
  const vestry = await signedIn({ fetch });
  await expect(vestry.signOut()).rejects.toThrow('fetch failed');
  expect(vestry.user).toBeUndefined();
});

test('a user who accepts an invitation is signed in', async () => {
  const { user } = await addUser('member', 'invited');
  const token = new URL((await inviteUser(app, user.id)).url ?? '').searchParams.get('token') ?? '';
  const vestry = client();
  const { data } = await vestry.acceptInvitation({ token, newPassword: 'my own long password' });
  expect(data?.id).toBe(user.id);
  expect((await vestry.GET('/api/auth/me')).data?.id).toBe(user.id);
});
