import type { App } from '../../../app.ts';
import { badField, unknownReference } from '../../../errors.ts';
import type { ImportOver } from '../../imports/import-kinds.ts';
import { listCategories } from '../categories/service.ts';
import { PAYOUT_TARGET, type PayoutField } from './columns.ts';
import { importPayouts } from './service.ts';

/** How the files of payment services are imported over HTTP. */
export const payoutsOver: ImportOver<PayoutField> = {
  permission: 'giving.manage',
  target: async () => PAYOUT_TARGET,
  run: async (app, table, { form, ...options }) => {
    const { accountId, bankAccountId = null, categoryId, createMembers, createSimilar } = form;
    if (accountId === undefined)
      throw badField('accountId', 'required', 'is required: the account in which the service keeps the money');
    const category = categoryId === undefined ? form.category : await categoryOf(app, categoryId);
    const own = { accountId, bankAccountId, category, createMembers, createSimilar };
    return (await importPayouts(app, table, { ...own, ...options })).planned;
  },
};

async function categoryOf(app: App, id: number): Promise<string> {
  const { items } = await listCategories(app, true);
  const found = items.find((one) => one.id === id);
  if (!found) throw unknownReference('categoryId', 'giving category');
  return found.name;
}
