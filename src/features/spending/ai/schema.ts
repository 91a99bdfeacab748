import * as z from 'zod';
import { id, line, optional, positiveMoney, text } from '../../../lib/wire.ts';
import { AiProvider } from '../../church/profile/schema.ts';

export const AiStatus = z
  .object({
    provider: AiProvider.describe('The provider of the AI.'),
    model: z.string().describe('The model that gives the suggestions.'),
    source: z
      .enum(['profile', 'default'])
      .describe('`profile` if the church profile names the provider, otherwise `default`.'),
    configured: z.boolean().describe('Whether the key or address that the provider needs is set.'),
  })
  .meta({ id: 'AiStatus', description: 'The AI that gives suggestions.' });
export type AiStatus = z.output<typeof AiStatus>;

export const CategoryQuestion = z
  .strictObject({
    description: text(500).describe('What was bought, and what for.'),
    vendor: line().describe('The shop, company or person that sold it.'),
    amount: optional(positiveMoney).describe("In the church's currency."),
  })
  .meta({
    id: 'CategoryQuestion',
    description: 'The known details of an expense. Vestry sends them to the AI unchanged.',
  });
export type CategoryQuestion = z.output<typeof CategoryQuestion>;

export const CategorySuggestion = z
  .object({
    subCategoryId: id.describe('An active subcategory of the expense categories.'),
    ministryId: id.nullable().describe('An active ministry; null when none fits.'),
    confidence: z.number().min(0).max(1).describe('How sure the model is, from 0 to 1.'),
    rationale: z.string().describe('The reason that the model gives, in one sentence.'),
  })
  .meta({ id: 'CategorySuggestion', description: 'A suggestion for a person to check. It changes nothing.' });
export type CategorySuggestion = z.output<typeof CategorySuggestion>;
