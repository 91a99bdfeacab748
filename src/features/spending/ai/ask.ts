/**
 * The only file that sends questions to AI providers. The packages of the providers are loaded when the first question
 * is asked. A request follows no redirects and accepts a response of at most one mebibyte. All attempts for one
 * question together may take at most 20 seconds.
 */
import { boundedFetch } from '../../../lib/bounded-fetch.ts';
import { directFetch } from '../../../lib/direct-fetch.ts';
import type { AiProvider } from '../../church/profile/rules.ts';
import { ANSWER_SCHEMA } from './rules.ts';

/** The provider and model to ask, with the key if the provider needs one. */
export type Target = { provider: AiProvider; model: string; baseUrl: string | null; key: string | null };

/** The function that sends requests, and the time limit. Tests can replace both. */
export type Transport = { fetch?: typeof fetch; budgetMs?: number };

/** The time limit for all attempts together. */
const BUDGET_MS = 20_000;
/**
 * The maximum size of a response in bytes. The answer itself takes a few hundred bytes. The provider's format and the
 * model's reasoning add to that.
 */
const LONGEST_ANSWER = 1024 * 1024;
/** The maximum number of tokens that a model may write. Its reasoning counts, too, so the limit is generous. */
const MAX_OUTPUT_TOKENS = 4000;

const BASE_URLS = {
  OpenAI: 'https://api.openai.com/v1',
  Anthropic: 'https://api.anthropic.com/v1',
  Google: 'https://generativelanguage.googleapis.com/v1beta',
} as const;

/**
 * Asks a model and returns its answer. Raises the errors of the provider's package, or a TimeoutError when the time
 * limit is reached.
 */
export async function ask(
  target: Target,
  question: { system: string; prompt: string },
  { fetch = usualFetch(target), budgetMs = BUDGET_MS }: Transport,
): Promise<string> {
  const { APICallError, generateText, jsonSchema, Output } = await import('./parts/sdk.ts');
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const model = await modelOf(target, boundedFetch(fetch, LONGEST_ANSWER));
  const call = {
    ...question,
    model,
    // With retries, the package would wait as long as a provider tells it to. The time limit would then end the wait,
    // and the provider's own error would be lost.
    maxRetries: 0,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    abortSignal: AbortSignal.timeout(budgetMs),
    // By default, OpenAI stores the question for a month.
    providerOptions: { openai: { store: false } },
  };
  const form = Output.object({ name: 'suggestion', schema: jsonSchema(ANSWER_SCHEMA) });
  try {
    // The package must not parse the text. `readSuggestion` does that, because it tolerates some deviations.
    const { text } = await generateText({ ...call, output: { ...form, parseCompleteOutput: async () => null } });
    return text;
  } catch (error) {
    // Some compatible services refuse a JSON schema. Ask again without it: the instructions also describe the form.
    const refused = APICallError.isInstance(error) && (error.statusCode === 400 || error.statusCode === 422);
    if (!refused || target.provider !== 'OpenAICompatible') throw error;
    return (await generateText(call)).text;
  }
}

/**
 * Returns the `fetch` for a provider. The address of a compatible service was entered by a person, so `directFetch` is
 * used: it never connects to an address where a cloud server can read its own secrets.
 */
function usualFetch({ provider }: Target): typeof fetch {
  return provider === 'OpenAICompatible' ? directFetch : globalThis.fetch;
}

/**
 * Returns the model to ask. Always passes the address, and the key if there is one, because the packages would
 * otherwise read them from environment variables. Only the church profile may decide which provider is asked.
 */
async function modelOf({ provider, model, baseUrl, key }: Target, fetch: typeof globalThis.fetch) {
  const settings = (baseURL: string) => {
    if (key === null) throw new Error(`There is no key for ${provider}.`);
    return { apiKey: key, baseURL, fetch };
  };
  switch (provider) {
    case 'OpenAI':
      return (await import('./parts/openai.ts')).createOpenAI(settings(BASE_URLS.OpenAI))(model);
    case 'Anthropic':
      return (await import('./parts/anthropic.ts')).createAnthropic(settings(BASE_URLS.Anthropic))(model);
    case 'Google':
      return (await import('./parts/google.ts')).createGoogleGenerativeAI(settings(BASE_URLS.Google))(model);
    default: {
      if (baseUrl === null) throw new Error('There is no address for the compatible service.');
      const { createOpenAICompatible } = await import('./parts/compatible.ts');
      const own = { name: 'compatible', baseURL: baseUrl, supportsStructuredOutputs: true, fetch };
      return createOpenAICompatible({ ...own, ...(key !== null && { apiKey: key }) })(model);
    }
  }
}
