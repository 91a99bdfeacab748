import type { ImportOver } from '../../imports/import-kinds.ts';
import { type GivingField, giftTarget } from './columns.ts';
import { importGivings } from './service.ts';

/** How gifts are imported over HTTP. */
export const giftsOver: ImportOver<GivingField> = {
  permission: 'giving.manage',
  target: async (_app, { category }) => giftTarget({ hasCategory: category !== undefined, hasDate: false }),
  run: async (app, table, { form: { createMembers, createSimilar, blankGivers, category }, ...options }) =>
    (await importGivings(app, table, { createMembers, createSimilar, blankGivers, category, ...options })).planned,
};
