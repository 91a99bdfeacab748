/** Plans the list of vendors of a demo church. */
import type { CalendarDate } from '../../../lib/date.ts';
import { createVendor } from '../../spending/vendors/service.ts';
import type { Diary } from './diary.ts';
import { spendingLists } from './lists.ts';

/**
 * Plans the vendors. `from` is the first day of the books. Returns a function that finds the id of a vendor by name, once
 * the vendors have been added.
 */
export function noteVendors(diary: Diary, from: CalendarDate): (name: string | null) => number | null {
  const { vendors } = spendingLists();
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
