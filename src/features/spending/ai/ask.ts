/** The one place that talks to providers of AI. Its packages are loaded at the first question. */
import { boundedFetch } from '../../../lib/bounded-fetch.ts';
import { directFetch } from '../../../lib/direct-fetch.ts';
import type { AiProvider } from '../../church/profile/rules.ts';
import { ANSWER_SCHEMA } from './rules.ts';

/** Whom to ask, with a key where there is one. */
export type Target = { provider: AiProvider; model: string; baseUrl: string | null; key: string | null };

/** How requests go out; a test may bring its own. */
export type Transport = { fetch?: typeof fetch; budgetMs?: number };

/** For everything together. */
const BUDGET_MS = 20_000;
/** An answer is a few hundred bytes; what a provider says around it, and its thinking, some more. */
const LONGEST_ANSWER = 1024 * 1024;
/** Thinking counts, so there must be room for it. */
const MAX_OUTPUT_TOKENS = 4000;

const BASE_URLS = {
  OpenAI: 'https://api.openai.com/v1',
  Anthropic: 'https://api.anthropic.com/v1',
  Google: 'https://generativelanguage.googleapis.com/v1beta',
} as const;

/** What a model says to a question. Raises what the provider's package does, or the reason of the signal. */
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
    // The package would wait for as long as a provider asks for, and then the time is over without its own words.
    maxRetries: 0,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    abortSignal: AbortSignal.timeout(budgetMs),
    // OpenAI would keep the question for a month.
    providerOptions: { openai: { store: false } },
  };
  const form = Output.object({ name: 'suggestion', schema: jsonSchema(ANSWER_SCHEMA) });
  try {
    // The text is read by our own rules, which know what to forgive.
    const { text } = await generateText({ ...call, output: { ...form, parseCompleteOutput: async () => null } });
    return text;
  } catch (error) {
    // Some compatible services know of no schema and refuse one. The instructions say the form as well.
    const refused = APICallError.isInstance(error) && (error.statusCode === 400 || error.statusCode === 422);
    if (!refused || target.provider !== 'OpenAICompatible') throw error;
    return (await generateText(call)).text;
  }
}

/** An address that somebody entered must not lead to where a cloud keeps its secrets. */
function usualFetch({ provider }: Target): typeof fetch {
  return provider === 'OpenAICompatible' ? directFetch : globalThis.fetch;
}

/**
 * The model of a provider. Key and address are always given: where one is missing, the packages would take it from the
 * environment, and the profile is the only place that says whom to ask.
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
