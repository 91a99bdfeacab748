import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { login } from '../../src/features/access/auth/service.ts';
import { createUser } from '../../src/features/access/users/service.ts';
import { fileApp, type TestApp } from '../support/app.ts';
import { serveApp } from '../support/server.ts';

const EMAIL = 'ann@example.org';
const PASSWORD = 'correct horse battery';

let app: TestApp;
let url: string;
let token: string;
let userId: number;
let closing: (() => unknown)[] = [];
let lines: Record<string, unknown>[];
beforeAll(async () => {
  const made = await fileApp();
  ({ app } = made);
  const user = { email: EMAIL, displayName: 'Ann', roles: ['member' as const], memberId: null };
  ({
    user: { id: userId },
  } = await createUser(app, user, PASSWORD));
  token = (await login(app, { email: EMAIL, password: PASSWORD }, { userAgent: null })).access.accessToken;
  const note = (fields: object, msg: string) => lines.push({ ...fields, msg });
  const logged: App = { ...app, log: { info: note, warn: note, error: note } };
  const server = await serveApp(logged);
  url = server.url;
  closing = [server.close, made.close];
});
afterAll(async () => {
  for (const close of closing) await close();
});
beforeEach(() => {
  lines = [];
});

const signIn = (email: string, password: string) =>
  fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': 'r-1' },
    body: JSON.stringify({ email, password }),
  });

test('a failed sign-in is logged with the user id and the network address, but without the text that was typed', async () => {
  await signIn(EMAIL, 'a password with a slip');
  await signIn('my-secret-in-the-wrong-field', 'x');
  const refused = { msg: 'sign-in refused', requestId: 'r-1', ipAddress: '127.0.0.1' };
  expect(lines.filter(({ msg }) => msg === 'sign-in refused')).toEqual([
    { ...refused, userId },
    { ...refused, userId: undefined },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/slip|wrong-field|ann@/);
});

test('a refused request is logged with the code of the refusal and the id of a signed-in user', async () => {
  const headers = { authorization: `Bearer ${token}`, 'x-request-id': 'r-2' };
  await fetch(`${url}/api/users`, { headers });
  await fetch(`${url}/api/expenses/999`, { headers });
  await fetch(`${url}/api/users`);
  expect(lines).toMatchObject([
    { msg: 'request', requestId: 'r-2', status: 403, code: 'forbidden', actor: userId },
    { msg: 'request', requestId: 'r-2', status: 404, code: 'not_found', actor: userId },
    { msg: 'request', status: 401, code: 'unauthenticated' },
  ]);
});

test('the log contains neither the URL nor the headers of a request', async () => {
  await fetch(`${url}/accept-invitation?token=sesame`, {
    headers: { 'user-agent': 'agent-of-ann', accept: 'text/html' },
  });
  await fetch(`${url}/api/auth/invitations/sesame%0A%7B%22level%22%3A60%7D`);
  await fetch(`${url}/nowhere/sesame`);
  expect(lines.map(({ route }) => route)).toEqual(['/(page)', '/api/auth/invitations/:token', 'none']);
  expect(JSON.stringify(lines)).not.toMatch(/sesame|agent-of-ann|level/);
});
