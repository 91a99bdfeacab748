import * as z from 'zod';
import { audited, flagText, id, idText, items, line, nameZh, newNameZh, optional, text } from '../../../lib/wire.ts';

const DESCRIPTION = 'One sentence that says what the category is for.';
const DEDUCTIBLE = 'Whether gifts to the category are tax-deductible.';
const RESTRICTED = 'Whether the category is a fund of its own, from which expenses can be paid.';

export const NewGivingCategory = z
  .strictObject({
    name: text(100),
    nameZh: newNameZh,
    description: line(500).describe(DESCRIPTION),
    isTaxDeductible: z.boolean().default(true).describe(DEDUCTIBLE),
    isRestricted: z.boolean().default(false).describe(RESTRICTED),
    sortOrder: optional(z.int().min(0).max(100_000)).describe(
      'The place of the category in lists. If it is left out, a new category comes last, and an existing category keeps its place.',
    ),
  })
  .meta({ id: 'NewGivingCategory', description: 'A giving category, as you send it.' });
export type NewGivingCategory = z.output<typeof NewGivingCategory>;

export const GivingCategory = z
  .object({
    id,
    name: z.string(),
    nameZh,
    description: z.string().nullable().describe(DESCRIPTION),
    isTaxDeductible: z.boolean().describe(DEDUCTIBLE),
    isRestricted: z.boolean().describe(RESTRICTED),
    isActive: z.boolean().describe('Whether new givings may use the category.'),
    sortOrder: z.int().describe('The place of the category in lists. The smallest number comes first.'),
    ...audited,
  })
  .meta({
    id: 'GivingCategory',
    description: 'A purpose for which people give. A restricted category is a fund of its own.',
  });
export type GivingCategory = z.output<typeof GivingCategory>;

export const GivingCategories = items(GivingCategory);
export const GivingCategoryQuery = z.strictObject({
  includeDisabled: flagText.prefault('false').describe('Whether to include disabled categories.'),
});
export const GivingCategoryPath = z.strictObject({ id: idText });
