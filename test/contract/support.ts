/** Shared helpers of the contract tests: accounts, cookies, tokens, raw requests and the format of refusals. */
import { request as httpRequest } from 'node:http';
import { expect } from 'vitest';
import { type Answer, request } from '../support/daemon.ts';

let serial = 0;

/** Returns an e-mail address that no other test uses. */
export function uniqueEmail(label = 'person'): string {
  serial += 1;
  return `${label}.${process.pid}.${Date.now().toString(36)}.${serial}@example.org`;
}

export type Account = { id: number; email: string; password: string };

/** Creates a user with a temporary password. The password works for every request, so the tests never replace it. */
export async function createUser(
  url: string,
  admin: string,
  roles: readonly string[] = ['member'],
  extra: Record<string, unknown> = {},
): Promise<Account> {
  const email = uniqueEmail(roles[0]);
  const body = { email, displayName: `Test ${roles.join(' ')}`, roles, ...extra };
  const answer = await request(url, 'POST', '/api/users', { token: admin, body });
  if (answer.status !== 201)
    throw new Error(`Creating a user failed with status ${answer.status} ${JSON.stringify(answer.body)}`);
  return { id: answer.body.user.id, email: answer.body.user.email, password: answer.body.temporaryPassword };
}

export type SignIn = { answer: Answer; token: string; cookie: string };

export function login(url: string, email: string, password: string, headers = {}): Promise<Answer> {
  return request(url, 'POST', '/api/auth/login', { body: { email, password }, headers });
}

/** Signs in and returns the access token and the refresh token. */
export async function openSession(url: string, account: Omit<Account, 'id'>, headers = {}): Promise<SignIn> {
  const answer = await login(url, account.email, account.password, headers);
  if (answer.status !== 200)
    throw new Error(`Signing in failed with status ${answer.status} ${JSON.stringify(answer.body)}`);
  return { answer, token: answer.body.accessToken, cookie: refreshCookie(answer).value };
}

/** Creates a user with these roles, and signs in as that user. */
export async function newSignIn(url: string, admin: string, roles: readonly string[] = ['member']) {
  const account = await createUser(url, admin, roles);
  return { ...account, ...(await openSession(url, account)) };
}

export type Cookie = { value: string; attributes: Record<string, string> };

/** Returns the `app_rt` cookie of a response. Attribute names are in lower case, and a flag has the value ''. */
export function refreshCookie(answer: Answer): Cookie {
  const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('app_rt='));
  if (line === undefined) throw new Error('The response sets no refresh cookie.');
  const [pair = '', ...rest] = line.split(';').map((part) => part.trim());
  const attributes = rest.map((part) => [
    part.split('=')[0]?.toLowerCase() ?? '',
    part.includes('=') ? part.slice(part.indexOf('=') + 1) : '',
  ]);
  return { value: pair.slice('app_rt='.length), attributes: Object.fromEntries(attributes) };
}

export function refresh(url: string, cookie: string): Promise<Answer> {
  return request(url, 'POST', '/api/auth/refresh', { headers: { cookie: `app_rt=${cookie}` } });
}

/** Checks that the response clears the cookie: it is empty and expires at once. */
export function expectClearedCookie(answer: Answer): void {
  const { value, attributes } = refreshCookie(answer);
  expect(value).toBe('');
  expect(attributes['path']).toBe('/api/auth');
  const gone = attributes['max-age'] === '0' || Date.parse(attributes['expires'] ?? '') < Date.now();
  expect(gone, 'the cookie must expire at once').toBe(true);
}

export function claims(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>;
}

/** Checks that the response is an RFC 9457 problem with this status, this code and the request id of its header. */
export function expectProblem(answer: Answer, status: number, code: string): void {
  expect({ status: answer.status, code: answer.body?.code }).toEqual({ status, code });
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json\b/);
  expect(answer.body).toMatchObject({ type: 'about:blank', status, code });
  expect(answer.body.title).toEqual(expect.stringMatching(/\S/));
  expect(answer.body.detail).toEqual(expect.stringMatching(/\S/));
  expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
}

/** Checks that the response is a `validation_failed` that names exactly these paths, each with a code and a message. */
export function expectBadFields(answer: Answer, paths: readonly string[]): void {
  expectProblem(answer, 400, 'validation_failed');
  const errors = answer.body.errors as { path: string; code: string; message: string }[];
  expect([...new Set(errors.map((error) => error.path))].toSorted()).toEqual([...paths].toSorted());
  for (const error of errors) {
    expect(error.code).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(error.message).toEqual(expect.stringMatching(/\S/));
  }
}

/** Checks for one of two refusals, both of which the contract allows: `validation_failed`, or this status and code. */
export function expectBadRequestOr(answer: Answer, status: number, code: string): void {
  if (answer.status === 400) expectProblem(answer, 400, 'validation_failed');
  else expectProblem(answer, status, code);
}

/** Reads a resource and returns the response, with its ETag as `tag`. */
export async function read(url: string, token: string, route: string): Promise<Answer & { tag: string }> {
  const answer = await request(url, 'GET', route, { token });
  if (answer.status !== 200) throw new Error(`GET ${route} failed with status ${answer.status}`);
  return { ...answer, tag: answer.headers.get('etag') ?? '' };
}

let envelope = 0;

/** Adds a member with a unique name and returns the response. */
export function createMember(url: string, token: string, fields: Record<string, unknown> = {}): Promise<Answer> {
  envelope += 1;
  const body = { firstName: 'Grace', lastName: `Contract${envelope}`, ...fields };
  return request(url, 'POST', '/api/members', { token, body });
}

type RawOptions = { method?: string; headers?: Record<string, string>; body?: string | Buffer };

/** Sends the path unchanged and the body as raw bytes. `fetch` would normalize the path. */
export function rawRequest(url: string, path: string, options: RawOptions = {}): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const { method = 'GET', headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, path, method, headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.once('error', reject);
      answer.once('end', () => {
        const pairs = Object.entries(answer.headersDistinct);
        const flat = pairs.flatMap(([name, values]) => (values ?? []).map((value): [string, string] => [name, value]));
        const isJson = (answer.headers['content-type'] ?? '').includes('json');
        const parsed: unknown = isJson && text ? JSON.parse(text) : text;
        resolve({ status: answer.statusCode ?? 0, headers: new Headers(flat), body: parsed });
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
