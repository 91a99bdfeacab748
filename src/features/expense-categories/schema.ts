import * as z from 'zod';
import { id, idText, items, text } from '../../lib/wire.ts';

const name = text(100);
const isActive = z
  .boolean()
  .optional()
  .meta({ description: 'Whether new expenses may use it; left out, it stays as it is.' });
const form990LineCode = text(5).meta({ description: 'The line of Form 990, Part IX, from 1 to 24.' });

export const NewExpenseCategoryGroup = z.strictObject({ name }).meta({ id: 'NewExpenseCategoryGroup' });
export type NewExpenseCategoryGroup = z.output<typeof NewExpenseCategoryGroup>;

export const ExpenseCategoryGroupUpdate = z.strictObject({ name, isActive }).meta({ id: 'ExpenseCategoryGroupUpdate' });
export type ExpenseCategoryGroupUpdate = z.output<typeof ExpenseCategoryGroupUpdate>;

export const NewExpenseSubCategory = z
  .strictObject({ groupId: id, name, form990LineCode })
  .meta({ id: 'NewExpenseSubCategory' });
export type NewExpenseSubCategory = z.output<typeof NewExpenseSubCategory>;

export const ExpenseSubCategoryUpdate = z
  .strictObject({ groupId: id, name, form990LineCode, isActive })
  .meta({ id: 'ExpenseSubCategoryUpdate' });
export type ExpenseSubCategoryUpdate = z.output<typeof ExpenseSubCategoryUpdate>;

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
