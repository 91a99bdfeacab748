/** Plans the list of vendors of a demo church, and the boxes of Form 1099. */
import type { CalendarDate } from '../../../lib/date.ts';
import { updateSubCategory } from '../../spending/categories/changes.ts';
import { getSubCategory } from '../../spending/categories/service.ts';
import { createVendor } from '../../spending/vendors/service.ts';
import type { Diary } from './diary.ts';
import { spendingLists } from './lists.ts';

type Beginning = {
  /** The first day of the books. */
  from: CalendarDate;
  /** Returns the id of an expense subcategory of the shipped catalog. */
  subCategoryOf: (key: string) => number;
};

/**
 * Plans the vendors and the boxes of their subcategories. Returns a function that finds the id of a vendor by name, once
 * the vendors have been added.
 */
export function noteVendors(diary: Diary, { from, subCategoryOf }: Beginning): (name: string | null) => number | null {
  const { vendors, form1099 } = spendingLists();
  for (const [key, box] of Object.entries(form1099)) {
    diary.note({ on: from, time: '08:05' }, 'treasurer', async (app) => {
      const { id, groupId, name, nameZh, form990LineCode } = await getSubCategory(app, subCategoryOf(key));
      await updateSubCategory(app, id, { groupId, name, nameZh, form990LineCode, form1099: box });
    });
  }
  const ids = new Map<string | null, number>();
  for (const { name, legalName = null, taxId = null, tinType = null, taxClassification, hasW9 } of vendors) {
    const w9On = hasW9 ? from : null;
    const rest = { address: null, email: null, memberId: null, isActive: true };
    diary.note({ on: from, time: '08:10' }, 'treasurer', async (app) => {
      const fields = { name, legalName, taxId, tinType, taxClassification, w9On, ...rest };
      ids.set(name, (await createVendor(app, fields)).id);
    });
  }
  return (name) => ids.get(name) ?? null;
}
