import * as z from 'zod';
import { id, line, optional, positiveMoney, text } from '../../lib/wire.ts';
import { AiProvider } from '../profile/schema.ts';

export const AiStatus = z
  .object({
    provider: AiProvider,
    model: z.string(),
    source: z.enum(['profile', 'default']).meta({ description: 'Whether the church has a profile that says so.' }),
    configured: z.boolean().meta({ description: 'Whether there is all it needs: a key, or an address.' }),
  })
  .meta({ id: 'AiStatus', description: 'Which AI is asked for suggestions.' });
export type AiStatus = z.output<typeof AiStatus>;

export const CategoryQuestion = z
  .strictObject({ description: text(500), vendor: line(), amount: optional(positiveMoney) })
  .meta({ id: 'CategoryQuestion', description: 'What is known of an expense. It is sent to the AI as it is.' });
export type CategoryQuestion = z.output<typeof CategoryQuestion>;

export const CategorySuggestion = z
  .object({
    subCategoryId: id,
    ministryId: id.nullable(),
    confidence: z.number().min(0).max(1),
    rationale: z.string(),
  })
  .meta({ id: 'CategorySuggestion', description: 'A suggestion for people to look at; nothing is changed by it.' });
export type CategorySuggestion = z.output<typeof CategorySuggestion>;
