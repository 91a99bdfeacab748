import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { FunctionalClass } from '../ministries/schema.ts';
import type { Expense } from './schema.ts';
import type { ExpenseTable } from './table.ts';

/** An expense with what the rules about approval need besides. */
export type StoredExpense = { expense: Expense; editedBy: number | null; payeeUserId: number | null };

const effectiveClass = sql<FunctionalClass>`coalesce(expenses."functionalClass", ministries."defaultFunctionalClass")`;

/** A live expense with the names of what it refers to, or undefined. */
export async function findExpense(db: Db, id: number): Promise<StoredExpense | undefined> {
  const row = await db
    .selectFrom('expenses')
    .innerJoin('expenseSubCategories', 'expenseSubCategories.id', 'expenses.subCategoryId')
    .innerJoin('expenseCategoryGroups', 'expenseCategoryGroups.id', 'expenseSubCategories.groupId')
    .innerJoin('ministries', 'ministries.id', 'expenses.ministryId')
    .innerJoin('users', 'users.id', 'expenses.submittedBy')
    .leftJoin('members', 'members.id', 'expenses.memberId')
    .selectAll('expenses')
    .select([
      'expenses.amountMinor as amount',
      'expenseSubCategories.name as subCategoryName',
      'expenseSubCategories.form990LineCode',
      'expenseCategoryGroups.name as groupName',
      'ministries.name as ministryName',
      effectiveClass.as('effectiveFunctionalClass'),
      'users.displayName as submittedByName',
      'members.userId as payeeUserId',
    ])
    .where('expenses.id', '=', id)
    .where('expenses.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { editedBy, payeeUserId, ...expense } = row;
  return { expense: { ...expense, receipt: toReceipt(row) }, editedBy, payeeUserId };
}

function toReceipt(row: Selectable<ExpenseTable>): Expense['receipt'] {
  const { receiptFileName, receiptContentType, receiptSize, receiptSha256 } = row;
  if (receiptFileName === null || receiptContentType === null || receiptSize === null || receiptSha256 === null) {
    return null;
  }
  return { fileName: receiptFileName, contentType: receiptContentType, size: receiptSize, sha256: receiptSha256 };
}

type NewColumns = Pick<
  Selectable<ExpenseTable>,
  | 'subCategoryId'
  | 'ministryId'
  | 'expenseDate'
  | 'amountMinor'
  | 'vendor'
  | 'description'
  | 'functionalClass'
  | 'memberId'
  | 'fundCategoryId'
  | 'paymentMethod'
  | 'paymentReference'
  | 'notes'
  | 'status'
  | 'submittedBy'
  | 'editedBy'
  | 'createdAt'
  | 'modifiedAt'
  | 'createdBy'
  | 'modifiedBy'
>;

/** Adds an expense; returns its id. */
export async function insertExpense(db: Db, expense: NewColumns): Promise<number> {
  const { id } = await db.insertInto('expenses').values(expense).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Makes the expenses that name a member, deleted ones too, name another or nobody; returns their ids. */
export async function moveExpenses(
  db: Db,
  memberId: number,
  columns: Pick<Selectable<ExpenseTable>, 'memberId' | 'modifiedAt' | 'modifiedBy'>,
): Promise<number[]> {
  const rows = await db.updateTable('expenses').set(columns).where('memberId', '=', memberId).returning('id').execute();
  return rows.map(({ id }) => id);
}

/** Changes columns of an expense. */
export async function updateExpenseColumns(
  db: Db,
  id: number,
  columns: Partial<Omit<Selectable<ExpenseTable>, 'id'>>,
): Promise<void> {
  await db.updateTable('expenses').set(columns).where('id', '=', id).execute();
}
