/**
 * The one place that talks to AI providers. Their packages are loaded with the first question. Requests follow no
 * redirects, accept at most a mebibyte, and have 20 seconds for all attempts together.
 */
import { boundedFetch } from '../../../lib/bounded-fetch.ts';
import { directFetch } from '../../../lib/direct-fetch.ts';
import type { AiProvider } from '../../church/profile/rules.ts';
import { ANSWER_SCHEMA } from './rules.ts';

/** The provider to ask, with its key if it needs one. */
export type Target = { provider: AiProvider; model: string; baseUrl: string | null; key: string | null };

/** How requests are sent; tests can replace it. */
export type Transport = { fetch?: typeof fetch; budgetMs?: number };

/** The time limit for all attempts together. */
const BUDGET_MS = 20_000;
/** An answer has a few hundred bytes; the provider's envelope and the model's reasoning add more. */
const LONGEST_ANSWER = 1024 * 1024;
/** Reasoning tokens count, so there must be room for them. */
const MAX_OUTPUT_TOKENS = 4000;

const BASE_URLS = {
  OpenAI: 'https://api.openai.com/v1',
  Anthropic: 'https://api.anthropic.com/v1',
  Google: 'https://generativelanguage.googleapis.com/v1beta',
} as const;

/** Asks a model and returns its answer. Raises errors of the provider's package, or the reason of the signal. */
export async function ask(
  target: Target,
  question: { system: string; prompt: string },
  { fetch = usualFetch(target), budgetMs = BUDGET_MS }: Transport,
): Promise<string> {
  const { APICallError, generateText, jsonSchema, Output } = await import('ai');
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const model = await modelOf(target, boundedFetch(fetch, LONGEST_ANSWER));
  const call = {
    ...question,
    model,
    // The package would wait as long as a provider asks, and the time limit would hide the provider's own error.
    maxRetries: 0,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    abortSignal: AbortSignal.timeout(budgetMs),
    // OpenAI would store the question for a month.
    providerOptions: { openai: { store: false } },
  };
  const form = Output.object({ name: 'suggestion', schema: jsonSchema(ANSWER_SCHEMA) });
  try {
    // Our own rules read the text, because they tolerate some deviations.
    const { text } = await generateText({ ...call, output: { ...form, parseCompleteOutput: async () => null } });
    return text;
  } catch (error) {
    // Some compatible services refuse a schema, so the instructions also describe the form.
    const refused = APICallError.isInstance(error) && (error.statusCode === 400 || error.statusCode === 422);
    if (!refused || target.provider !== 'OpenAICompatible') throw error;
    return (await generateText(call)).text;
  }
}

/** An address that somebody entered must not reach the place where a cloud keeps its secrets. */
function usualFetch({ provider }: Target): typeof fetch {
  return provider === 'OpenAICompatible' ? directFetch : globalThis.fetch;
}

/**
 * Returns the model of a provider. Key and address are always passed: otherwise the packages would take them from the
 * environment, and only the profile may say whom to ask.
 */
async function modelOf({ provider, model, baseUrl, key }: Target, fetch: typeof globalThis.fetch) {
  const settings = (baseURL: string) => {
    if (key === null) throw new Error(`There is no key for ${provider}.`);
    return { apiKey: key, baseURL, fetch };
  };
  switch (provider) {
    case 'OpenAI':
      return (await import('@ai-sdk/openai')).createOpenAI(settings(BASE_URLS.OpenAI))(model);
    case 'Anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(settings(BASE_URLS.Anthropic))(model);
    case 'Google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(settings(BASE_URLS.Google))(model);
    default: {
      if (baseUrl === null) throw new Error('There is no address for the compatible service.');
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const own = { name: 'compatible', baseURL: baseUrl, supportsStructuredOutputs: true, fetch };
      return createOpenAICompatible({ ...own, ...(key !== null && { apiKey: key }) })(model);
    }
  }
}
