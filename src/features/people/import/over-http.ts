import type { ImportOver } from '../../imports/import-kinds.ts';
import { type MemberField, PEOPLE } from './columns.ts';
import { importMembers } from './service.ts';

/** How people are imported over HTTP. Each row that resembles somebody needs a decision, unless all are new. */
export const peopleOver: ImportOver<MemberField> = {
  permission: 'members.write',
  target: async () => PEOPLE,
  run: async (app, table, { form, decisions, ...options }) => {
    const own = { decisions, createSimilar: form.createSimilar, amongRows: true };
    return (await importMembers(app, table, { ...options, ...own })).planned;
  },
};
