import * as z from 'zod';
import { audited, flagText, id, idText, items, line, optional, text } from '../../lib/wire.ts';

export const NewGivingCategory = z
  .strictObject({
    name: text(100),
    description: line(500),
    isTaxDeductible: z.boolean().default(true),
    isRestricted: z.boolean().default(false).meta({ description: 'Whether it is a fund of its own.' }),
    sortOrder: optional(z.int().min(0).max(100_000)).meta({
      description: 'Its place in lists; left out, a new one comes last and another keeps its place.',
    }),
  })
  .meta({ id: 'NewGivingCategory' });
export type NewGivingCategory = z.output<typeof NewGivingCategory>;

export const GivingCategory = z
  .object({
    id,
    name: z.string(),
    description: z.string().nullable(),
    isTaxDeductible: z.boolean(),
    isRestricted: z.boolean(),
    isActive: z.boolean(),
    sortOrder: z.int(),
    ...audited,
  })
  .meta({ id: 'GivingCategory', description: 'What a gift is for; a restricted one is a fund of its own.' });
export type GivingCategory = z.output<typeof GivingCategory>;

export const GivingCategories = items(GivingCategory);
export const GivingCategoryQuery = z.strictObject({
  includeDisabled: flagText.prefault('false').meta({ description: 'Whether the disabled ones come along.' }),
});
export const GivingCategoryPath = z.strictObject({ id: idText });
