import * as z from 'zod';
import { id, idText, items } from '../../lib/wire.ts';

export const ExpenseSubCategory = z
  .object({ id, groupId: id, name: z.string(), form990LineCode: z.string(), isActive: z.boolean() })
  .meta({ id: 'ExpenseSubCategory', description: 'What money was spent on, with its line of Form 990, Part IX.' });
export type ExpenseSubCategory = z.output<typeof ExpenseSubCategory>;

export const ExpenseCategoryGroup = z
  .object({ id, name: z.string(), isActive: z.boolean(), subCategories: z.array(ExpenseSubCategory) })
  .meta({ id: 'ExpenseCategoryGroup' });
export type ExpenseCategoryGroup = z.output<typeof ExpenseCategoryGroup>;

export const ExpenseCategories = items(ExpenseCategoryGroup);
export const ExpenseCategoryPath = z.strictObject({ id: idText });
