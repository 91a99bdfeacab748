import * as z from 'zod';
import { Form1099Box } from '../../../books/form1099.ts';
import { audited, id, idText, items, nameZh, newNameZh, optional, text } from '../../../lib/wire.ts';

const name = text(100);
const isActive = z
  .boolean()
  .optional()
  .describe('Whether new expenses may use this record. If the field is left out, its value does not change.');
const LINE = 'The line of Form 990, Part IX, from 1 to 24, such as `11g`.';
const form990LineCode = text(5).describe(LINE);
const BOX = 'The box of Form 1099 for what is paid to vendors for this subcategory; null if it is not reported.';
const form1099 = optional(Form1099Box).describe(BOX);
const groupId = id.describe('The group that the subcategory belongs to.');
const isInUse = z.boolean().describe('Whether new expenses may use this record.');

export const NewExpenseCategoryGroup = z.strictObject({ name, nameZh: newNameZh }).meta({
  id: 'NewExpenseCategoryGroup',
  description: 'A group of expense categories, as you send it.',
});
export type NewExpenseCategoryGroup = z.output<typeof NewExpenseCategoryGroup>;

export const ExpenseCategoryGroupUpdate = z.strictObject({ name, nameZh: newNameZh, isActive }).meta({
  id: 'ExpenseCategoryGroupUpdate',
  description: 'A group of expense categories, as you change it.',
});
export type ExpenseCategoryGroupUpdate = z.output<typeof ExpenseCategoryGroupUpdate>;

export const NewExpenseSubCategory = z
  .strictObject({ groupId, name, nameZh: newNameZh, form990LineCode, form1099 })
  .meta({ id: 'NewExpenseSubCategory', description: 'An expense subcategory, as you send it.' });
export type NewExpenseSubCategory = z.output<typeof NewExpenseSubCategory>;

export const ExpenseSubCategoryUpdate = z
  .strictObject({ groupId, name, nameZh: newNameZh, form990LineCode, form1099, isActive })
  .meta({ id: 'ExpenseSubCategoryUpdate', description: 'An expense subcategory, as you change it.' });
export type ExpenseSubCategoryUpdate = z.output<typeof ExpenseSubCategoryUpdate>;

export const ExpenseSubCategory = z
  .object({
    id,
    groupId,
    name: z.string(),
    nameZh,
    form990LineCode: z.string().describe(LINE),
    form1099: Form1099Box.nullable().describe(BOX),
    isActive: isInUse,
    ...audited,
  })
  .meta({ id: 'ExpenseSubCategory', description: 'A kind of expense, with its line of Form 990, Part IX.' });
export type ExpenseSubCategory = z.output<typeof ExpenseSubCategory>;

export const ExpenseCategoryGroup = z
  .object({
    id,
    name: z.string(),
    nameZh,
    isActive: isInUse,
    subCategories: z.array(ExpenseSubCategory).describe('The subcategories of the group.'),
    ...audited,
  })
  .meta({ id: 'ExpenseCategoryGroup', description: 'A group of expense subcategories that belong together.' });
export type ExpenseCategoryGroup = z.output<typeof ExpenseCategoryGroup>;

export const UsualCategory = z
  .object({
    name: z.string().describe('The English name that it gets.'),
    nameZh: z.string().describe('The Chinese name that it gets.'),
    form990LineCode: z.string().describe(LINE),
    subCategoryId: id
      .nullable()
      .describe('The subcategory of the church that stands for it, perhaps under another name; null if there is none.'),
  })
  .meta({ id: 'UsualCategory', description: 'An expense subcategory that accountants often ask for.' });
export type UsualCategory = z.output<typeof UsualCategory>;

export const UsualCategories = items(UsualCategory);
export const AddedCategories = items(ExpenseSubCategory);
export const ExpenseCategories = items(ExpenseCategoryGroup);
export const ExpenseCategoryPath = z.strictObject({ id: idText });
