import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../../../src/app.ts';
import { ChurchProfileUpdate } from '../../../../src/features/church/profile/schema.ts';
import { putProfile } from '../../../../src/features/church/profile/service.ts';
import { createUser } from '../../../../src/features/access/users/service.ts';
import { decode } from '../../../../src/validate.ts';
import { type Ai, startAi } from '../../../support/ai.ts';
import { fileApp } from '../../../support/app.ts';
import { request, signIn } from '../../../support/daemon.ts';
import { serveApp } from '../../../support/server.ts';

const KEY = 'sk-compatible-1234567890';

let ai: Ai;
let url: string;
let token: string;
let logged: unknown[];
let end: () => Promise<void>;

beforeAll(async () => {
  const made = await fileApp();
  ai = await startAi();
  logged = [];
  const error = (fields: object) => logged.push(fields);
  const app: App = { ...made.app, log: { ...made.app.log, error } };
  const church = { name: 'Grace', timeZone: 'America/Chicago', locale: 'en-US', aiProvider: 'OpenAICompatible' };
  await putProfile(app, decode(ChurchProfileUpdate, { ...church, aiBaseUrl: ai.baseUrl, compatibleApiKey: KEY }));
  const server = await serveApp(app);
  ({ url } = server);
  const account = { email: 'm@example.org', displayName: 'Mei', roles: ['member' as const], memberId: null };
  await createUser(app, account, 'a long enough password');
  token = await signIn(url, account.email, 'a long enough password');
  end = async () => {
    server.close();
    await ai.close();
    await made.close();
  };
});
afterAll(() => end());

const suggest = (body: object) => request(url, 'POST', '/api/ai/suggest-expense-category', { token, body });

test('a member who may submit expenses gets a suggestion', async () => {
  const suggestion = { subCategoryId: 1, ministryId: 1, confidence: 1, rationale: 'Pay.' };
  ai.answer(suggestion);
  const answer = await suggest({ description: 'Salary', vendor: 'Ann', amount: 125.5 });
  expect(answer).toMatchObject({ status: 200, body: suggestion });
});

test('an invalid request is refused before any provider is called', async () => {
  const before = ai.requests.length;
  for (const body of [{}, { description: ' ' }, { description: 'a', amount: 0 }, { description: 'a', amount: 1.001 }])
    expect(await suggest(body)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  expect(await suggest({ description: 'a', memberId: 1 })).toMatchObject({ body: { errors: [{ path: 'memberId' }] } });
  expect(ai.requests).toHaveLength(before);
});

test('a failing provider causes a 503, and the log has the cause without the key, the headers or the prompt', async () => {
  ai.fail(401, { error: { message: `Incorrect API key: ${KEY}` } });
  const { status, body } = await suggest({ description: 'A confidential gift' });
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'unavailable' });
  expect(body.detail).toContain('The reason is in the log of Vestry');
  expect(logged).toHaveLength(1);
  const [entry] = logged as { err: Error }[];
  expect(entry?.err.message).toBe('OpenAICompatible (401): AI_APICallError: Incorrect API key: ***');
  const everything = `${JSON.stringify(entry)} ${JSON.stringify(Object.entries(entry?.err ?? {}))} ${entry?.err.stack}`;
  for (const text of [KEY, 'confidential', 'authorization']) {
    expect(everything).not.toContain(text);
    expect(JSON.stringify(body)).not.toContain(text);
  }
  expect(entry?.err.cause).toBeUndefined();
});
