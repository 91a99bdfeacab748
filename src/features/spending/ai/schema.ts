import * as z from 'zod';
import { id, line, optional, positiveMoney, text } from '../../../lib/wire.ts';
import { AiProvider } from '../../church/profile/schema.ts';

export const AiStatus = z
  .object({
    provider: AiProvider.describe('Who is asked.'),
    model: z.string().describe('The model that is asked.'),
    source: z.enum(['profile', 'default']).describe('Whether the church has a profile that says so.'),
    configured: z.boolean().describe('Whether there is all it needs: a key, or an address.'),
  })
  .meta({ id: 'AiStatus', description: 'Which AI is asked for suggestions.' });
export type AiStatus = z.output<typeof AiStatus>;

export const CategoryQuestion = z
  .strictObject({
    description: text(500).describe('What was bought, and what for.'),
    vendor: line().describe('Whom it was bought from.'),
    amount: optional(positiveMoney).describe("In the church's currency."),
  })
  .meta({ id: 'CategoryQuestion', description: 'What is known of an expense. It is sent to the AI as it is.' });
export type CategoryQuestion = z.output<typeof CategoryQuestion>;

export const CategorySuggestion = z
  .object({
    subCategoryId: id.describe('A subcategory of the expense categories that is in use.'),
    ministryId: id.nullable().describe('A ministry that is in use; null when none suggests itself.'),
    confidence: z.number().min(0).max(1).describe('How sure the model says it is, from 0 to 1.'),
    rationale: z.string().describe('Why, in a sentence of the model.'),
  })
  .meta({ id: 'CategorySuggestion', description: 'A suggestion for people to look at; nothing is changed by it.' });
export type CategorySuggestion = z.output<typeof CategorySuggestion>;
