import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { suggestExpenseCategory } from '../../../../src/features/spending/ai/service.ts';
import { listExpenseCategories } from '../../../../src/features/spending/categories/service.ts';
import { ChurchProfileUpdate } from '../../../../src/features/church/profile/schema.ts';
import { putProfile } from '../../../../src/features/church/profile/service.ts';
import { decode } from '../../../../src/validate.ts';
import { fileApp, type TestApp } from '../../../support/app.ts';
import { type Call, type Reply, serveLoopback } from '../../../support/loopback.ts';

const KEYS = { openAiApiKey: 'sk-openai-1234', anthropicApiKey: 'sk-ant-5678', googleApiKey: 'AIza-9012' };
const ALL_KEYS = Object.values(KEYS);

/** For each provider, a function that returns a response with the given text in the provider's documented form. */
const REPLIES: Record<string, (text: string) => unknown> = {
  OpenAI: (text) => ({
    id: 'resp_1',
    object: 'response',
    created_at: 1_780_000_000,
    status: 'completed',
    error: null,
    incomplete_details: null,
    model: 'gpt-5.4-mini',
    output: [
      { id: 'rs_1', type: 'reasoning', summary: [] },
      {
        id: 'msg_1',
        type: 'message',
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'output_text', text, annotations: [] }],
      },
    ],
    usage: {
      input_tokens: 36,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 87,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 123,
    },
  }),
  Anthropic: (text) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-haiku-4-5',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 36, output_tokens: 87 },
  }),
  Google: (text) => ({
    candidates: [{ content: { parts: [{ text }], role: 'model' }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 36, candidatesTokenCount: 87, totalTokenCount: 123 },
    modelVersion: 'gemini-flash-latest',
  }),
};

const CASES = [
  ['OpenAI', 'https://api.openai.com/v1/responses', 'authorization', 'Bearer sk-openai-1234'],
  ['Anthropic', 'https://api.anthropic.com/v1/messages', 'x-api-key', 'sk-ant-5678'],
  [
    'Google',
    'https://generativelanguage.googleapis.com/v1beta/models/gemini-flash-latest:generateContent',
    'x-goog-api-key',
    'AIza-9012',
  ],
] as const;

let app: TestApp;
let end: () => Promise<void>;
let url: string;
let subCategoryId: number;
let reply: (call: Call) => Reply;
let calls: Call[];
let addresses: string[];
/** The calls to the address in the environment variables. No such call may happen. */
let trapped: Call[];
let trapUrl: string;

beforeAll(async () => {
  const [made, server, trap] = await Promise.all([
    fileApp(),
    serveLoopback(async (call) => {
      calls.push(call);
      return reply(call);
    }),
    serveLoopback(async (call) => {
      trapped.push(call);
      return { status: 500, body: {} };
    }),
  ]);
  ({ app } = made);
  ({ url } = server);
  trapUrl = trap.url;
  subCategoryId = (await listExpenseCategories(app)).items[0]?.subCategories[0]?.id ?? 0;
  end = async () => {
    await Promise.all([server.close(), trap.close(), made.close()]);
  };
});
afterAll(() => end());
beforeEach(() => {
  [calls, addresses, trapped] = [[], [], []];
});

/** Sends every request to the fake server, regardless of the host in its address. */
const fetchFake: typeof fetch = (input, init) => {
  const address = new URL(input instanceof Request ? input.url : input);
  addresses.push(address.href);
  return fetch(`${url}${address.pathname}`, init);
};

const use = (aiProvider: string, fields: object = {}) => {
  const church = { name: 'Grace', timeZone: 'America/Chicago', locale: 'en-US', ...KEYS };
  return putProfile(app, decode(ChurchProfileUpdate, { ...church, aiProvider, ...fields }));
};
const suggest = () =>
  suggestExpenseCategory(app, { description: 'Guitar', vendor: null, amount: null }, { fetch: fetchFake });
const good = () => ({ subCategoryId, ministryId: null, confidence: 0.5, rationale: 'Because.' });

test.each(CASES)('%s is called at its own address with only its own key, and its response is read', async (...one) => {
  const [provider, address, header, value] = one;
  // The other providers ignore the address of a compatible service.
  await use(provider, { aiBaseUrl: trapUrl });
  reply = () => ({ status: 200, body: REPLIES[provider]?.(JSON.stringify(good())) });
  expect(await suggest()).toEqual(good());
  expect(addresses).toEqual([address]);
  const [call] = calls;
  expect(call?.headers[header]).toBe(value);
  const sent = `${JSON.stringify(call?.headers)} ${call?.raw.toString('utf8')}`;
  for (const key of ALL_KEYS.filter((key) => !value.includes(key))) expect(sent).not.toContain(key);
  expect(call?.raw.toString('utf8')).toContain('Office Supplies');
  expect(call?.raw.toString('utf8')).toMatch(/"additionalProperties":false|"responseSchema"|"responseJsonSchema"/);
});

test('OpenAI is asked not to store the request', async () => {
  await use('OpenAI');
  reply = () => ({ status: 200, body: REPLIES.OpenAI?.(JSON.stringify(good())) });
  await suggest();
  expect(calls[0]?.body).toMatchObject({ store: false, model: 'gpt-5.4-mini' });
});

test.each(CASES)('%s is called with the model of the profile', async (provider) => {
  await use(provider, { aiModel: 'my-model-7' });
  reply = () => ({ status: 200, body: REPLIES[provider]?.(JSON.stringify(good())) });
  await suggest();
  expect(`${addresses[0]} ${calls[0]?.raw.toString('utf8')}`).toContain('my-model-7');
});

const ERRORS: Record<string, (message: string) => unknown> = {
  OpenAI: (message) => ({ error: { message, type: 'invalid_request_error', param: null, code: 'invalid_api_key' } }),
  Anthropic: (message) => ({ type: 'error', error: { type: 'authentication_error', message } }),
  Google: (message) => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
};

test.each(CASES)(
  'when %s refuses a key, its error message is logged without the key',
  async (provider, _address, _h, value) => {
    await use(provider);
    const key = value.replace('Bearer ', '');
    reply = () => ({ status: 401, body: ERRORS[provider]?.(`Incorrect API key provided: ${key}.`) });
    const refusal = suggest();
    await expect(refusal).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('refused the key'),
    });
    const { cause } = (await refusal.catch((error: unknown) => error)) as Error;
    expect(String(cause)).toContain('Incorrect API key provided: ***');
    expect(`${String(cause)}${(cause as Error).stack}`).not.toContain(key);
  },
);

test.each(CASES)('an unusable response from %s is refused', async (provider) => {
  await use(provider);
  for (const text of ['music', JSON.stringify({ ...good(), subCategoryId: 999_999 })]) {
    reply = () => ({ status: 200, body: REPLIES[provider]?.(text) });
    await expect(suggest()).rejects.toMatchObject({ code: 'unavailable' });
  }
  for (const body of [{}, { type: 'message' }, '<html>', '[]']) {
    reply = () => ({ status: 200, body });
    await expect(suggest(), JSON.stringify(body)).rejects.toMatchObject({ code: 'unavailable' });
  }
});

/** Every environment variable from which the packages read a key, and some that related packages read. */
const ENVIRONMENT = [
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'GOOGLE_API_KEY',
  'GEMINI_API_KEY',
  'AI_GATEWAY_API_KEY',
];
const ADDRESSES = ['OPENAI_BASE_URL', 'ANTHROPIC_BASE_URL', 'GOOGLE_GENERATIVE_AI_BASE_URL', 'AI_GATEWAY_BASE_URL'];

test('keys and addresses in environment variables are ignored for every provider', async () => {
  for (const name of ENVIRONMENT) vi.stubEnv(name, 'sk-environment');
  for (const name of ADDRESSES) vi.stubEnv(name, `${trapUrl}/v1`);
  try {
    for (const [provider, address] of CASES) {
      await use(provider);
      reply = () => ({ status: 200, body: REPLIES[provider]?.(JSON.stringify(good())) });
      expect(await suggest()).toEqual(good());
      expect(addresses.at(-1)).toBe(address);
      // Without a key in the profile, no provider is called.
      await use(provider, { openAiApiKey: null, anthropicApiKey: null, googleApiKey: null });
      await expect(suggest()).rejects.toMatchObject({ code: 'not_configured' });
    }
    await use('OpenAICompatible', { aiBaseUrl: 'http://ai.example.org/v1' });
    const message = { role: 'assistant', content: JSON.stringify(good()) };
    reply = () => ({ status: 200, body: { choices: [{ index: 0, message, finish_reason: 'stop' }] } });
    expect(await suggest()).toEqual(good());
    expect(addresses.at(-1)).toBe('http://ai.example.org/v1/chat/completions');
    expect(calls.at(-1)?.headers.authorization).toBeUndefined();
    expect(calls).toHaveLength(CASES.length + 1);
    expect(JSON.stringify(calls)).not.toContain('sk-environment');
    expect(trapped).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
  }
});
