import type { Db } from '../../../db/connect.ts';
import type { DateSpan } from '../../../lib/wire.ts';
import { completed, liveExpenses, selectColumns } from './queries.ts';
import type { Expense } from './schema.ts';

/** An expense with the name, e-mail address and external id by which another church can find its payee. */
export type ExportedExpense = Expense & {
  memberName: string | null;
  memberEmail: string | null;
  memberExternalId: string | null;
};

/** Returns the next live expenses that are dated in the span and have an id above `id`, in the order of their ids. */
export async function listExpensesAfter(
  db: Db,
  { from = '', to = '9999' }: DateSpan,
  id: number,
  limit: number,
): Promise<ExportedExpense[]> {
  const rows = await selectColumns(liveExpenses(db))
    .select(['member.fullName as memberName', 'member.email as memberEmail', 'member.externalId as memberExternalId'])
    .where('expenses.id', '>', id)
    .where('expenses.expenseDate', '>=', from)
    .where('expenses.expenseDate', '<=', to)
    .orderBy('expenses.id')
    .limit(limit)
    .execute();
  return completed(db, rows);
}

/** Returns the number of live expenses that are dated in the span. */
export async function countExpenses(db: Db, { from = '', to = '9999' }: DateSpan): Promise<number> {
  const query = db
    .selectFrom('expenses')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('expenseDate', '>=', from)
    .where('expenseDate', '<=', to)
    .where('deletedAt', 'is', null);
  return Number((await query.executeTakeFirstOrThrow()).count);
}
