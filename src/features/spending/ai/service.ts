import { type App, inSnapshot } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { listExpenseCategories } from '../categories/service.ts';
import { listMinistries } from '../../church/ministries/service.ts';
import { type AiSettings, getAiSettings, getChurch } from '../../church/profile/service.ts';
import { ask, type Target, type Transport } from './ask.ts';
import { unavailable } from './failure.ts';
import { catalogOf, DEFAULT_MODELS, promptFor, readSuggestion } from './rules.ts';
import type { AiStatus, CategoryQuestion, CategorySuggestion } from './schema.ts';

/** Returns the provider and model that give suggestions, and whether they are completely set up. */
export async function getAiStatus(app: App): Promise<AiStatus> {
  const settings = await getAiSettings(app);
  const { provider, source } = settings;
  return { provider, model: modelOf(settings), source, configured: lacking(settings) === undefined };
}

/**
 * Asks a model for a subcategory and a ministry for an expense, and returns its suggestion. Stores nothing. Raises
 * `not_configured` when the profile lacks an address or a readable key, and `unavailable` when the provider fails,
 * takes longer than 20 s, or gives an unusable answer.
 */
export async function suggestExpenseCategory(
  app: App,
  question: CategoryQuestion,
  transport: Transport = {},
): Promise<CategorySuggestion> {
  const { settings, catalog, currency } = await inSnapshot(app, async (app) => {
    const [{ items: groups }, { items: ministries }] = [await listExpenseCategories(app), await listMinistries(app)];
    const { currency } = await getChurch(app);
    return { settings: await getAiSettings(app), catalog: catalogOf(groups, ministries), currency };
  });
  const missing = lacking(settings);
  if (missing !== undefined) throw new AppError('not_configured', missing);
  const { provider, baseUrl, key } = settings;
  const target: Target = { provider, model: modelOf(settings), baseUrl, key };
  try {
    return readSuggestion(await ask(target, promptFor(catalog, question, currency), transport), catalog);
  } catch (error) {
    throw unavailable(target, error);
  }
}

function modelOf({ provider, model }: AiSettings): string {
  return model ?? DEFAULT_MODELS[provider];
}

/**
 * Returns a message that says what is missing in the profile and what to do next, or undefined if nothing is missing.
 */
function lacking({ provider, baseUrl, key, hasUnreadableKey }: AiSettings): string | undefined {
  if (hasUnreadableKey) {
    return `The stored key of ${provider} cannot be read, because secrets.json or the address of the service has changed. ${ENTER_KEY}`;
  }
  if (provider !== 'OpenAICompatible')
    return key === null ? `There is no key for ${provider}. ${ENTER_KEY}` : undefined;
  return baseUrl === null
    ? 'There is no address for the AI service. Enter aiBaseUrl in the church profile.'
    : undefined;
}

const ENTER_KEY = 'Enter it in the church profile, or with: vestry profile set --ask-api-key';
