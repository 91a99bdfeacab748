import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser } from '../../../../src/features/access/users/service.ts';
import { fileApp, type TestApp } from '../../../support/app.ts';
import { request, signIn } from '../../../support/daemon.ts';
import { serveApp } from '../../../support/server.ts';

const ROUTE = '/api/church-profile';
const GRACE = { name: 'Grace Church', timeZone: 'America/Chicago', locale: 'en-US', aiProvider: 'OpenAI' };
const KEY = 'sk-proj-1234567890abcd';

let app: TestApp;
let url: string;
let token: string;
let end: () => Promise<void>;

beforeAll(async () => {
  const made = await fileApp();
  ({ app } = made);
  const server = await serveApp(app);
  ({ url } = server);
  const account = { email: 'a@example.org', displayName: 'Ann', roles: ['admin' as const], memberId: null };
  await createUser(app, account, 'a long enough password');
  token = await signIn(url, account.email, 'a long enough password');
  end = async () => {
    server.close();
    await made.close();
  };
});
afterAll(() => end());

const read = (headers = {}) => request(url, 'GET', ROUTE, { token, headers });
const write = (body: object, headers = {}) => request(url, 'PUT', ROUTE, { token, headers, body });

test('writing the profile with a stale ETag is refused, even if the profile was never written before', async () => {
  const before = await read();
  const [tag, body] = [before.headers.get('etag') ?? '', { ...GRACE, openAiApiKey: KEY }];
  expect(await write(body, { 'if-match': '"other"' })).toMatchObject({ status: 412, body: { code: 'stale_version' } });
  const written = await write(body, { 'if-match': tag });
  expect(written).toMatchObject({ status: 200, body: { name: 'Grace Church', openAiApiKey: '••••abcd' } });
  expect(written.headers.get('etag')).not.toBe(tag);
  expect(await write({ ...GRACE, name: 'Late' }, { 'if-match': tag })).toMatchObject({ status: 412 });
  const after = await read();
  expect([after.headers.get('etag'), after.body]).toEqual([written.headers.get('etag'), written.body]);
  expect(await read({ 'if-none-match': after.headers.get('etag') })).toMatchObject({ status: 304 });
});

test('when the profile is written back without its read-only fields, none of the other fields changes', async () => {
  await write({ ...GRACE, openAiApiKey: KEY, address: { line1: '1 Main St' } });
  const { createdAt, modifiedAt, createdBy, modifiedBy, ...own } = (await read()).body;
  expect([createdAt, modifiedAt].every(Boolean) && createdBy === modifiedBy).toBe(true);
  expect((await write(own)).body).toMatchObject(own);
});

test('no response contains an API key or its stored form', async () => {
  const answers = [
    await write({ ...GRACE, openAiApiKey: KEY }),
    await read(),
    await write({ ...GRACE, openAiApiKey: `${KEY} ${KEY}` }),
    await write({ ...GRACE, name: '', anthropicApiKey: KEY }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 400]);
  const text = JSON.stringify(answers.map(({ body }) => body));
  expect(text).not.toContain(KEY);
  expect(text).not.toContain('v1.');
});

test('the profile has exactly the documented fields', async () => {
  await write(GRACE);
  expect(Object.keys((await read()).body)).toEqual(
    `name legalName ein address phone email website currency timeZone locale fiscalYearStartMonth releaseRule aiProvider aiModel
     aiBaseUrl openAiApiKey anthropicApiKey googleApiKey compatibleApiKey createdAt modifiedAt createdBy modifiedBy`.split(
      /\s+/,
    ),
  );
});
