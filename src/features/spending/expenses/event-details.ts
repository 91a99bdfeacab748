import { encode } from '../../../lib/encode.ts';
import type { Details } from '../../audit/announcements.ts';
import { Expense } from './schema.ts';
import { getExpense } from './service.ts';

/** How a program that follows expenses reads one. */
export const expenseDetails: Details = {
  subjectType: 'Expense',
  permission: 'expenses.readAll',
  read: async (app, id) => encode(Expense, await getExpense(app, Number(id))),
};
