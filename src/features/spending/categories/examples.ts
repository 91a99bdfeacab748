/**
 * Examples for the API document. Each key is the name of a schema, or of an operation whose response needs a fuller
 * example.
 */
import { audited, type Examples, list, namesNothing, type RefusalExamples, type Said } from '../../../lib/examples.ts';

const subCategory = {
  id: 21,
  groupId: 3,
  name: 'Sunday lunch',
  nameZh: '愛宴',
  form990LineCode: '24',
  form1099: null,
  isActive: true,
  ...audited,
};

const group = { id: 3, name: 'Fellowship', nameZh: '團契', isActive: true, subCategories: [subCategory], ...audited };

const usual = { name: 'Depreciation', nameZh: '折舊', form990LineCode: '22', subCategoryId: null };

const added = { ...subCategory, name: 'Depreciation', nameZh: '折舊', form990LineCode: '22' };

const GROUP_TAKEN: Said = ['There is already a group of expense categories named Worship.'];

const SUB_CATEGORY_TAKEN: Said = ['Office already has a subcategory named Telephone.'];

export const EXAMPLES: Examples = {
  ExpenseCategoryGroupUpdate: { name: 'Fellowship', nameZh: '團契', isActive: true },
  ExpenseSubCategoryUpdate: { groupId: 3, name: 'Sunday lunch', nameZh: '愛宴', form990LineCode: '24', isActive: true },
  NewExpenseCategoryGroup: { name: 'Fellowship', nameZh: '團契' },
  NewExpenseSubCategory: { groupId: 3, name: 'Sunday lunch', nameZh: '愛宴', form990LineCode: '24' },
  ExpenseCategoryGroup: group,
  ExpenseCategoryGroupList: list(group),
  ExpenseSubCategory: subCategory,
  ExpenseSubCategoryList: list(added),
  UsualCategoryList: list(usual),
};

export const REFUSALS: RefusalExamples = {
  postExpenseCategoriesGroups: { name_taken: GROUP_TAKEN },
  putExpenseCategoriesGroupsId: { name_taken: GROUP_TAKEN },
  deleteExpenseCategoriesGroupsId: { category_in_use: ['Office has subcategories. Delete or move them first.'] },
  postExpenseCategoriesSubcategories: {
    name_taken: SUB_CATEGORY_TAKEN,
    unknown_reference: namesNothing('form990LineCode', 'line of Form 990, Part IX'),
  },
  putExpenseCategoriesSubcategoriesId: {
    name_taken: SUB_CATEGORY_TAKEN,
    unknown_reference: namesNothing('form990LineCode', 'line of Form 990, Part IX'),
  },
  deleteExpenseCategoriesSubcategoriesId: { category_in_use: ['Telephone is in use. Disable it instead.'] },
};
