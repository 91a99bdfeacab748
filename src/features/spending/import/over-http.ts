import { actorId } from '../../../app.ts';
import { getUser } from '../../access/users/service.ts';
import type { ImportOver } from '../../imports/import-kinds.ts';
import { type ExpenseField, spendingTarget } from './columns.ts';
import { importExpenses } from './service.ts';

/** How expenses are imported over HTTP: as drafts of the user who sends them. */
export const spendingOver: ImportOver<ExpenseField> = {
  permission: 'finance.manage',
  target: async (_app, { ministry }) => spendingTarget(ministry !== undefined),
  run: async (app, table, { form: { ministry }, ...options }) => {
    const { email } = await getUser(app, actorId(app) ?? 0);
    return (await importExpenses(app, table, { ministry, submittedBy: email, ...options })).planned;
  },
};
