import * as z from 'zod';
import { audited, flagText, id, idText, items, line, nameZh, newNameZh, optional, text } from '../../../lib/wire.ts';

const DESCRIPTION = 'One sentence that says what it is for.';
const DEDUCTIBLE = 'Whether gifts to it are tax-deductible.';
const RESTRICTED = 'Whether it is a fund of its own, from which expenses can be paid.';

export const NewGivingCategory = z
  .strictObject({
    name: text(100),
    nameZh: newNameZh,
    description: line(500).describe(DESCRIPTION),
    isTaxDeductible: z.boolean().default(true).describe(DEDUCTIBLE),
    isRestricted: z.boolean().default(false).describe(RESTRICTED),
    sortOrder: optional(z.int().min(0).max(100_000)).describe(
      'Its place in lists. If left out, a new category comes last and an existing one keeps its place.',
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
    isActive: z.boolean().describe('Whether new givings may name it.'),
    sortOrder: z.int().describe('Its place in lists; the smallest number comes first.'),
    ...audited,
  })
  .meta({ id: 'GivingCategory', description: 'What gifts are for. A restricted category is a fund of its own.' });
export type GivingCategory = z.output<typeof GivingCategory>;

export const GivingCategories = items(GivingCategory);
export const GivingCategoryQuery = z.strictObject({
  includeDisabled: flagText.prefault('false').describe('Whether to include disabled ones.'),
});
export const GivingCategoryPath = z.strictObject({ id: idText });
