import * as z from 'zod';
import { audited, flagText, id, idText, items } from '../../lib/wire.ts';

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
export const GivingCategoryQuery = z.strictObject({ includeDisabled: flagText.prefault('false') });
export const GivingCategoryPath = z.strictObject({ id: idText });
