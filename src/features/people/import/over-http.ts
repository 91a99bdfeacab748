import { can } from '../../../permissions.ts';
import type { ImportOver } from '../../imports/import-kinds.ts';
import { type MemberField, PEOPLE } from './columns.ts';
import { importMembers } from './service.ts';
import { countChanged } from './undo.ts';

/**
 * How people are imported over HTTP. Each row that resembles somebody needs a decision, unless all are new. Only a user
 * with `users.manage` can import `userId`, so the column is not read for anybody else.
 */
export const peopleOver: ImportOver<MemberField> = {
  permission: 'members.write',
  target: async ({ actor }) => ({ ...PEOPLE, withheld: can(actor, 'users.manage') ? [] : ['userId'] }),
  run: async (app, table, { form, decisions, ...options }) => {
    const own = { decisions, createSimilar: form.createSimilar, amongRows: true };
    return (await importMembers(app, table, { ...options, ...own })).planned;
  },
  changed: (app, idsOf) => countChanged(app, idsOf('members')),
};
