import * as z from 'zod';
import { audited, id, idText, items, nameZh, newNameZh, optional, text } from '../../../lib/wire.ts';

const ACTIVE = 'Whether new other income may use the category.';

export const NewIncomeCategory = z
  .strictObject({
    name: text(100),
    nameZh: newNameZh,
    isActive: z.boolean().default(true).describe(ACTIVE),
    sortOrder: optional(z.int().min(0).max(100_000)).describe(
      'The place of the category in lists. If it is left out, a new category comes last, and an existing category keeps its place.',
    ),
  })
  .meta({ id: 'NewIncomeCategory', description: 'A category of other income, as you send it.' });
export type NewIncomeCategory = z.output<typeof NewIncomeCategory>;

export const IncomeCategory = z
  .object({
    id,
    name: z.string(),
    nameZh,
    isActive: z.boolean().describe(ACTIVE),
    sortOrder: z.int().describe('The place of the category in lists. The smallest number comes first.'),
    ...audited,
  })
  .meta({ id: 'IncomeCategory', description: 'A kind of income that is not giving, such as interest.' });
export type IncomeCategory = z.output<typeof IncomeCategory>;

export const IncomeCategories = items(IncomeCategory);
export const IncomeCategoryPath = z.strictObject({ id: idText });
