import { type App, modified, now } from '../../../app.ts';
import { removeTexts } from '../../../db/search-index.ts';
import { AppError } from '../../../errors.ts';
import { inChunks, MANY } from '../../../lib/chunks.ts';
import { record } from '../../audit/service.ts';
import type { TakeBack } from '../../imports/take-back.ts';
import { listImported, removeExpenses } from './queries.ts';
import { expenseFact } from '../expenses/rules.ts';
import type { Expense } from '../expenses/schema.ts';

/**
 * Soft-deletes the expenses of an import as `deleteExpense` does, all or none. Skips expenses that are already deleted.
 * Returns the number of deleted expenses. Raises `not_draft` if an expense is no longer a draft, and `conflict` if an
 * expense was changed or got a receipt after the import.
 */
export async function takeBackExpenses(app: App, ids: readonly number[]): Promise<number> {
  const expenses = await listImported(app.db, ids);
  for (const expense of expenses) refuseTouched(expense);
  const deleted = { deletedAt: now(app), ...modified(app) };
  await inChunks(
    expenses,
    async (part) => {
      const ids = part.map(({ id }) => id);
      await removeExpenses(app.db, ids, deleted);
      await removeTexts(app.db, 'expense', ids);
      await record(app, ...part.map((expense) => expenseFact('ExpenseDeleted', expense, null)));
    },
    MANY,
  );
  return expenses.length;
}

function refuseTouched({ id, status, createdAt, modifiedAt, receipt }: Expense): void {
  if (status !== 'Draft') throw new AppError('not_draft', `Expense ${id} is ${status} now.`);
  if (receipt !== null) throw new AppError('conflict', `Expense ${id} has a receipt now.`);
  if (modifiedAt !== createdAt) throw new AppError('conflict', `Expense ${id} was changed after the import.`);
}

/** Undoes an import of expenses. */
export const takeBackImport: TakeBack = async (app, idsOf) => ({
  removed: { expenses: await takeBackExpenses(app, idsOf('expenses')) },
});
