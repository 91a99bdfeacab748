import type { Db } from '../../../db/connect.ts';
import type { DateSpan } from '../../../lib/wire.ts';
import { fundNames } from '../../giving/categories/joins.ts';
import { completed, liveExpenses, selectColumns } from './queries.ts';
import type { Expense } from './schema.ts';

/** An expense with the identifiers of its payee and fund in another church's records. */
export type ExportedExpense = Expense & {
  memberName: string | null;
  memberEmail: string | null;
  memberExternalId: string | null;
  fundCategoryName: string | null;
};

/** The next live expenses of the days after an id, in the order of the ids. */
export async function listExpensesAfter(
  db: Db,
  { from = '', to = '9999' }: DateSpan,
  id: number,
  limit: number,
): Promise<ExportedExpense[]> {
  const rows = await selectColumns(liveExpenses(db))
    .leftJoin(fundNames(db), 'fund.id', 'expenses.fundCategoryId')
    .select([
      'member.fullName as memberName',
      'member.email as memberEmail',
      'member.externalId as memberExternalId',
      'fund.name as fundCategoryName',
    ])
    .where('expenses.id', '>', id)
    .where('expenses.expenseDate', '>=', from)
    .where('expenses.expenseDate', '<=', to)
    .orderBy('expenses.id')
    .limit(limit)
    .execute();
  return completed(db, rows);
}

/** How many live expenses of the days there are. */
export async function countExpenses(db: Db, { from = '', to = '9999' }: DateSpan): Promise<number> {
  const query = db
    .selectFrom('expenses')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('expenseDate', '>=', from)
    .where('expenseDate', '<=', to)
    .where('deletedAt', 'is', null);
  return Number((await query.executeTakeFirstOrThrow()).count);
}
