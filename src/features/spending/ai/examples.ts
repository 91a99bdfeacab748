/**
 * Examples for the API document. Each key is the name of a schema, or of an operation whose response needs a fuller
 * example.
 */
import { type Examples, type RefusalExamples } from '../../../lib/examples.ts';

export const EXAMPLES: Examples = {
  CategoryQuestion: {
    description: 'Lunch boxes after the Sunday service',
    vendor: 'Golden Bowl 金碗小館',
    amount: 86.4,
  },
  AiStatus: { provider: 'Anthropic', model: 'claude-haiku-4-5', source: 'profile', configured: true },
  CategorySuggestion: { subCategoryId: 21, ministryId: 4, confidence: 0.9, rationale: 'A meal for the congregation.' },
};

export const REFUSALS: RefusalExamples = {
  postAiSuggestExpenseCategory: {
    not_configured: [
      'There is no key for OpenAI. Enter it in the church profile, or with: vestry profile set --ask-api-key',
    ],
    unavailable: ['OpenAI did not answer in time. Choose the category by hand, or try again later.'],
  },
};
