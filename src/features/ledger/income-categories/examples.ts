/** Examples for the API document, by the name of the schema. */
import { audited, type Examples, list } from '../../../lib/examples.ts';

const category = { id: 1, name: 'Interest', nameZh: '利息', isActive: true, sortOrder: 0, ...audited };

export const EXAMPLES: Examples = {
  NewIncomeCategory: { name: 'Cemetery plots', nameZh: '墓地' },
  IncomeCategory: category,
  IncomeCategoryList: list(category),
};
