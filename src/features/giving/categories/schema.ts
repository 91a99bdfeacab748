import * as z from 'zod';
import type { FundClass } from '../../../books/fund-classes.ts';
import { audited, flagText, id, idText, items, line, nameZh, newNameZh, optional, text } from '../../../lib/wire.ts';

const DESCRIPTION = 'One sentence that says what the category is for.';
const DEDUCTIBLE = 'Whether gifts to the category are tax-deductible.';
const FUND = 'The fund that receives the gifts to the category.';

export const NewGivingCategory = z
  .strictObject({
    name: text(100),
    nameZh: newNameZh,
    description: line(500).describe(DESCRIPTION),
    isTaxDeductible: z.boolean().default(true).describe(DEDUCTIBLE),
    fundId: optional(id).describe(
      `${FUND} If it is left out, a new category gets the General fund, and a category that givings use keeps its fund.`,
    ),
    isRestricted: optional(z.boolean()).describe(
      'If this is true and there is no `fundId`, Vestry adds a Restricted fund with the name of the category. If you send a `fundId`, leave this field out, or send the value that matches the class of the fund.',
    ),
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
    fundId: id.describe(FUND),
    isRestricted: z.boolean().describe('Whether the class of the fund is Restricted or Endowment.'),
    isActive: z.boolean().describe('Whether new givings may use the category.'),
    sortOrder: z.int().describe('The place of the category in lists. The smallest number comes first.'),
    ...audited,
  })
  .meta({ id: 'GivingCategory', description: 'A purpose for which people give.' });
export type GivingCategory = z.output<typeof GivingCategory>;

const CategoryWarning = z
  .object({
    code: z.enum(['custodial_deductible']).describe('A stable code for programs.'),
    message: z.string().describe('A message for people.'),
  })
  .meta({
    id: 'GivingCategoryWarning',
    description: 'A warning: the category was saved, but somebody should check what the message says.',
  });
export type CategoryWarning = z.output<typeof CategoryWarning>;

export const SavedGivingCategory = GivingCategory.extend({
  warnings: z.array(CategoryWarning).optional().describe('Present only when there is something to check.'),
}).meta({ id: 'SavedGivingCategory', description: 'A giving category that was just saved.' });
export type SavedGivingCategory = z.output<typeof SavedGivingCategory>;

/** A category with the class of its fund. */
export type CategoryWithFund = GivingCategory & { fundClass: FundClass };

export const GivingCategories = items(GivingCategory);
export const GivingCategoryQuery = z.strictObject({
  includeDisabled: flagText.prefault('false').describe('Whether to include disabled categories.'),
});
export const GivingCategoryPath = z.strictObject({ id: idText });
