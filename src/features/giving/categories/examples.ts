/**
 * Examples for the API document. A key is the name of a schema, or the `operationId` of an operation whose response has
 * its own example.
 */
import { audited, changed, type Examples, list, type RefusalExamples } from '../../../lib/examples.ts';

const givingCategory = {
  id: 1,
  name: 'General offering',
  nameZh: '主日奉獻',
  description: null,
  isTaxDeductible: true,
  fundId: 1,
  isRestricted: false,
  isActive: true,
  sortOrder: 0,
  ...audited,
};

export const EXAMPLES: Examples = {
  NewGivingCategory: {
    name: 'Building fund',
    nameZh: '建堂奉獻',
    description: 'Pays for the new hall.',
    isTaxDeductible: true,
    fundId: 3,
  },
  GivingCategory: givingCategory,
  SavedGivingCategory: givingCategory,
  GivingCategoryList: list(givingCategory),
  postGivingCategoriesIdDisable: { ...givingCategory, ...changed, isActive: false },
};

export const REFUSALS: RefusalExamples = {
  putGivingCategoriesId: {
    category_in_use: [
      'Missions already has givings, so it must stay in its fund. Nothing was changed. To use another fund, add another category.',
    ],
  },
};
