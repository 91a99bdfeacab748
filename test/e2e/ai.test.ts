import { expect, test } from 'vitest';
import { type Ai, startAi } from '../support/ai.ts';
import { request, signIn, startDaemon } from '../support/daemon.ts';

const KEY = 'sk-stored-1234567890';

/** Returns environment variables that name a wrong address and a wrong key for each provider. */
function misleading({ baseUrl }: Ai): NodeJS.ProcessEnv {
  const addresses = ['OPENAI_BASE_URL', 'ANTHROPIC_BASE_URL', 'AI_GATEWAY_BASE_URL'];
  const keys = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'AI_GATEWAY_API_KEY'];
  return Object.fromEntries([...addresses.map((name) => [name, baseUrl]), ...keys.map((name) => [name, 'sk-env'])]);
}

test('the built service calls the provider of the profile with the stored key, and its log contains no key', async () => {
  const [ai, trap] = await Promise.all([startAi({ key: KEY }), startAi()]);
  const daemon = await startDaemon({ env: misleading(trap) });
  const token = await signIn(daemon.url);
  const call = (method: string, route: string, body?: object) => request(daemon.url, method, route, { token, body });
  const suggest = () => call('POST', '/api/ai/suggest-expense-category', { description: 'Paper' });

  expect(await call('GET', '/api/ai/status')).toMatchObject({ body: { source: 'default', configured: false } });
  expect(await suggest()).toMatchObject({ status: 503, body: { code: 'not_configured' } });
  const church = { name: 'Grace', timeZone: 'America/Chicago', locale: 'en-US', aiProvider: 'OpenAICompatible' };
  await call('PUT', '/api/church-profile', { ...church, aiBaseUrl: ai.baseUrl, compatibleApiKey: KEY });
  const suggestion = { subCategoryId: 1, ministryId: null, confidence: 0.7, rationale: 'Paper.' };
  ai.answer(suggestion);
  expect(await suggest()).toMatchObject({ status: 200, body: suggestion });
  ai.fail(400, { error: { message: `No: ${KEY}` } });
  expect(await suggest()).toMatchObject({ status: 503, body: { code: 'unavailable' } });

  const { stdout, stderr } = await daemon.stop();
  expect(stderr).toContain('No: ***');
  for (const text of [KEY, 'sk-env', 'AI SDK']) expect(stdout + stderr).not.toContain(text);
  expect(trap.requests).toEqual([]);
  await Promise.all([ai.close(), trap.close()]);
});
