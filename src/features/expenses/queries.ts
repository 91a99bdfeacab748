import { type Insertable, type Selectable, sql } from 'kysely';
import { sumOf } from '../../db/columns.ts';
import type { Db } from '../../db/connect.ts';
import { insertRow } from '../../db/insert.ts';
import { readPage } from '../../db/page.ts';
import { isOneOf } from '../../db/prepared.ts';
import { hitsOf, isTerm, look } from '../../db/search.ts';
import type { DateRange } from '../../lib/date.ts';
import type { Minor } from '../../lib/money.ts';
import type { Page, PageRequest } from '../../lib/page.ts';
import type { FunctionalClass } from '../ministries/schema.ts';
import { listDecisions } from './decision-queries.ts';
import { listCurrent } from './receipt-queries.ts';
import type { Expense, ExpenseQuery } from './schema.ts';
import type { ExpenseTable } from './table.ts';

/** An expense with the user who is to be paid back by it, if that is one. */
export type StoredExpense = { expense: Expense; payeeUserId: number | null };

const effectiveClass = sql<FunctionalClass>`coalesce(expenses."functionalClass", ministries."defaultFunctionalClass")`;

/** Live expenses with what they refer to. */
export const liveExpenses = (db: Db, rows = db.selectFrom('expenses')) =>
  rows
    .innerJoin('expenseSubCategories', 'expenseSubCategories.id', 'expenses.subCategoryId')
    .innerJoin('expenseCategoryGroups', 'expenseCategoryGroups.id', 'expenseSubCategories.groupId')
    .innerJoin('ministries', 'ministries.id', 'expenses.ministryId')
    .innerJoin('users', 'users.id', 'expenses.submittedBy')
    .leftJoin('members', 'members.id', 'expenses.memberId')
    .where('expenses.deletedAt', 'is', null);

/** The columns of an expense, with the names of what it refers to. */
export const selectColumns = (rows: ReturnType<typeof liveExpenses>) =>
  rows
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
    ]);

const SORTS = {
  expenseDate: 'expenses.expenseDate',
  amount: 'expenses.amountMinor',
  status: 'expenses.status',
  vendor: 'expenses.vendor',
  bookedOn: 'expenses.bookedOn',
  paidOn: 'expenses.paidOn',
  subCategoryName: 'expenseSubCategories.name',
  groupName: 'expenseCategoryGroups.name',
  ministryName: 'ministries.name',
  submittedByName: 'users.displayName',
  createdAt: 'expenses.createdAt',
  modifiedAt: 'expenses.modifiedAt',
  id: 'expenses.id',
} as const;

/** A live expense with the names of what it refers to, or undefined. */
export async function findExpense(db: Db, id: number): Promise<StoredExpense | undefined> {
  const row = await selectColumns(liveExpenses(db)).where('expenses.id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const { payeeUserId } = row;
  const [expense] = await completed(db, [row]);
  return expense && { expense, payeeUserId };
}

/** A page of expenses; the search looks through description, vendor, payment reference and notes. */
export async function listExpenses(db: Db, query: ExpenseQuery): Promise<Page<Expense>> {
  const { status, ministryId, subCategoryId, groupId, from, to, submittedBy, search } = query;
  const found = isTerm(search) ? await look(db, hitsOf(search, 'expense'), query, false) : undefined;
  let rows = liveExpenses(db, found?.rows('expenses'));
  if (status !== undefined) rows = rows.where('expenses.status', '=', status);
  if (ministryId !== undefined) rows = rows.where('expenses.ministryId', '=', ministryId);
  if (subCategoryId !== undefined) rows = rows.where('expenses.subCategoryId', '=', subCategoryId);
  if (groupId !== undefined) rows = rows.where('expenseSubCategories.groupId', '=', groupId);
  if (from !== undefined) rows = rows.where('expenses.expenseDate', '>=', from);
  if (to !== undefined) rows = rows.where('expenses.expenseDate', '<=', to);
  if (submittedBy !== undefined) rows = rows.where('expenses.submittedBy', '=', submittedBy);
  const page = await readPage(
    selectColumns(rows),
    rows.select((eb) => eb.fn.countAll().as('count')),
    {
      request: query,
      columns: SORTS,
      found,
    },
  );
  return { ...page, items: await completed(db, page.items) };
}

/** A page of the expenses of some subcategories that count in a range, by the date they are booked on. */
export async function listBooked(
  db: Db,
  { from, to, subCategoryIds }: DateRange & { subCategoryIds: readonly number[] },
  request: PageRequest<keyof typeof SORTS>,
): Promise<Page<Expense>> {
  const rows = liveExpenses(db)
    .where('expenses.bookedOn', '>=', from)
    .where('expenses.bookedOn', '<=', to)
    .where('expenses.bookedOn', 'is not', null)
    .where('expenses.status', 'in', ['Approved', 'Paid'])
    .where(isOneOf('expenses.subCategoryId', JSON.stringify(subCategoryIds)));
  const page = await readPage(
    selectColumns(rows),
    rows.select((eb) => eb.fn.countAll().as('count')),
    { request, columns: SORTS },
  );
  return { ...page, items: await completed(db, page.items) };
}

/** Rows with what stands in other tables: approvals, rejections and the current receipt. */
export async function completed<Row extends { id: number }>(db: Db, rows: readonly Row[]) {
  const ids = rows.map(({ id }) => id);
  const decisions = ids.length === 0 ? undefined : await listDecisions(db, ids);
  const receipts = ids.length === 0 ? undefined : await listCurrent(db, ids);
  return rows.map((row) => ({
    ...row,
    ...(decisions?.get(row.id) ?? { approvals: [], rejections: [] }),
    receipt: receipts?.get(row.id) ?? null,
  }));
}

/** Adds an expense; returns its id. */
export function insertExpense(db: Db, expense: Insertable<ExpenseTable>): Promise<number> {
  return insertRow(db, 'expenses', expense);
}

/** The live reversals of an expense: what they take back, negative, or null when there are none. */
export async function sumReversals(db: Db, id: number): Promise<Minor | null> {
  const row = await reversalsOf(db, id)
    .select((eb) => eb.fn.sum('amountMinor').as('sum'))
    .executeTakeFirst();
  return row?.sum == null ? null : sumOf(row.sum);
}

const reversalsOf = (db: Db, id: number) =>
  db.selectFrom('expenses').where('reversalOf', '=', id).where('deletedAt', 'is', null);

type Settlement = Pick<
  Selectable<ExpenseTable>,
  'paidBy' | 'paymentMethod' | 'paymentReference' | 'modifiedAt' | 'modifiedBy'
> & { paidOn: string };

/**
 * Marks the reversals of an expense that were not settled as settled with its payment, none before the day it is booked on;
 * returns them.
 */
export function payReversals(db: Db, id: number, { paidOn, ...columns }: Settlement) {
  return db
    .updateTable('expenses')
    .set({ ...columns, status: 'Paid', paidOn: sql<string>`max("bookedOn", ${paidOn})` })
    .where('reversalOf', '=', id)
    .where('status', '=', 'Approved')
    .returning(['id', 'paidOn'])
    .execute();
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
