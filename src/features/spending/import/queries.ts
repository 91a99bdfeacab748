/** Queries for many expenses at once, for imports. */
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { insertRows } from '../../../db/insert.ts';
import { listSplits, type Split } from '../../../books/expense-lines.ts';
import { inChunks, MANY } from '../../../lib/chunks.ts';
import type { Minor } from '../../../lib/money.ts';
import { completed, liveExpenses, selectColumns } from '../expenses/queries.ts';
import type { Expense } from '../expenses/schema.ts';
import type { ExpenseTable } from '../expenses/table.ts';

/** Adds expenses whose ids have already been chosen. */
export function addExpenses(db: Db, rows: readonly Insertable<ExpenseTable>[]): Promise<void> {
  return insertRows(db, 'expenses', rows);
}

/** The fields by which an import recognizes an expense that is already stored. */
export type SpentExpense = {
  id: number;
  expenseDate: string;
  amount: Minor;
  /** What the expense is for: its parts, or one part with the whole amount. */
  splits: readonly Pick<Split, 'subCategoryId' | 'accountId' | 'amount'>[];
  vendor: string | null;
  description: string;
};

const selectSpent = (db: Db) =>
  db
    .selectFrom('expenses')
    .select(['id', 'expenseDate', 'amountMinor as amount', 'subCategoryId', 'vendor', 'description'])
    .where('deletedAt', 'is', null);

type Row = Omit<SpentExpense, 'splits'> & { subCategoryId: number | null };

async function withSplits(db: Db, rows: readonly Row[]): Promise<SpentExpense[]> {
  const split = rows.filter(({ subCategoryId }) => subCategoryId === null).map(({ id }) => id);
  const splits = await listSplits(db, split);
  return rows.map(({ subCategoryId, ...row }) => {
    const whole = { subCategoryId, accountId: null, amount: row.amount };
    return { ...row, splits: splits.get(row.id) ?? [whole] };
  });
}

/** Returns what an import compares of the live expenses with these ids, including reversals. */
export async function listExisting(db: Db, ids: readonly number[]): Promise<Map<number, SpentExpense>> {
  const found = new Map<number, SpentExpense>();
  await inChunks([...new Set(ids)], async (part) => {
    const rows = await selectSpent(db).where('id', 'in', part).execute();
    for (const row of await withSplits(db, rows)) found.set(row.id, row);
  });
  return found;
}

/** Returns the live expenses dated in the range, except reversals, in the order of entry. */
export async function listSpentOn(db: Db, { from, to }: { from: string; to: string }): Promise<SpentExpense[]> {
  const rows = await selectSpent(db)
    .where('reversalOf', 'is', null)
    .where('expenseDate', '>=', from)
    .where('expenseDate', '<=', to)
    .orderBy('id')
    .execute();
  return withSplits(db, rows);
}

/** Returns all fields of the live expenses with these ids. */
export async function listImported(db: Db, ids: readonly number[]): Promise<Expense[]> {
  const found: Expense[] = [];
  await inChunks(
    ids,
    async (part) => {
      const rows = await selectColumns(liveExpenses(db))
        .where('expenses.id', 'in', part)
        .orderBy('expenses.id')
        .execute();
      found.push(...(await completed(db, rows)));
    },
    MANY,
  );
  return found;
}

/** Marks expenses as deleted. */
export async function removeExpenses(
  db: Db,
  ids: readonly number[],
  columns: Pick<Selectable<ExpenseTable>, 'deletedAt' | 'modifiedAt' | 'modifiedBy'>,
): Promise<void> {
  await db.updateTable('expenses').set(columns).where('id', 'in', ids).execute();
}
