import { type Insertable, type Selectable, sql, type SqlBool } from 'kysely';
import { COUNTED_STATUSES, isCounted } from '../../../books/counted.ts';
import { expenseLines } from '../../../books/expense-lines.ts';
import { sumOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import { compares, equals, equalsOr, isAmongOr, isFilled, isListed, listedIn } from '../../../db/filters.ts';
import { insertRow } from '../../../db/insert.ts';
import type { Link, List } from '../../../db/list.ts';
import { firstOfMembers } from '../../../db/first-of-members.ts';
import { readPage } from '../../../db/page.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import { look } from '../../../db/search.ts';
import type { CalendarDate, DateRange } from '../../../lib/date.ts';
import type { Minor } from '../../../lib/money.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { FunctionalClass } from '../../../books/functional-classes.ts';
import { userNames, throughUser } from '../../access/users/joins.ts';
import { ministryNames, throughMinistry } from '../../church/ministries/joins.ts';
import { accountNames } from '../../ledger/accounts/joins.ts';
import { fundNames } from '../../ledger/funds/joins.ts';
import { isAccountOf, isCoupleOf, memberNames } from '../../people/members/joins.ts';
import { listDecisions } from './decision-queries.ts';
import { listCurrent } from '../receipts/queries.ts';
import type { Expense, ExpenseQuery, Settlement } from './schema.ts';
import { listNamedSplits } from './split-queries.ts';
import type { ExpenseTable } from './table.ts';

const effectiveClass = sql<FunctionalClass | null>`coalesce(expenses."functionalClass", ministry."defaultFunctionalClass")`;

/** Selects from the live expenses, joined with the records that they refer to. */
export const liveExpenses = (db: Db) =>
  db
    .selectFrom('expenses')
    .leftJoin('expenseSubCategories', 'expenseSubCategories.id', 'expenses.subCategoryId')
    .leftJoin('expenseCategoryGroups', 'expenseCategoryGroups.id', 'expenseSubCategories.groupId')
    .leftJoin(ministryNames(db), 'ministry.id', 'expenses.ministryId')
    .leftJoin(fundNames(db), 'fund.id', 'expenses.fundId')
    .innerJoin(userNames(db), 'user.id', 'expenses.submittedBy')
    .leftJoin(memberNames(db), 'member.id', 'expenses.memberId')
    .leftJoin(accountNames(db), 'account.id', 'expenses.settledAccountId')
    .where('expenses.deletedAt', 'is', null);

/** Selects the columns of expenses, with the names of the records that they refer to. */
export const selectColumns = (rows: ReturnType<typeof liveExpenses>) =>
  rows
    .selectAll('expenses')
    .select([
      'expenses.amountMinor as amount',
      'expenseSubCategories.name as subCategoryName',
      'expenseSubCategories.form990LineCode',
      'expenseCategoryGroups.name as groupName',
      'ministry.name as ministryName',
      'fund.name as fundName',
      effectiveClass.as('effectiveFunctionalClass'),
      'user.displayName as submittedByName',
      'account.name as settledAccountName',
    ]);

const group: Link = {
  table: 'expenseCategoryGroups',
  on: sql`"expenseSubCategories"."groupId" = "expenseCategoryGroups"."id"`,
};
const subCategory: Link = {
  table: 'expenseSubCategories',
  on: sql`"expenses"."subCategoryId" = "expenseSubCategories"."id"`,
};

/** The expression of the index by status. It must be the same as in the migration that creates the index. */
const statusText = sql`"expenses"."status" || ''`;

/**
 * How expenses can be sorted. Expenses of the same group are sorted by subcategory, and those of the same owner by
 * date. Expenses with parts have no single subcategory or ministry, so they come first in such an order.
 */
const EXPENSES = {
  table: 'expenses',
  id: 'id',
  holds: [isFilled('expenses.deletedAt', false)],
  orders: {
    expenseDate: { columns: ['expenseDate'] },
    amount: { columns: ['amountMinor'] },
    status: { columns: [statusText] },
    vendor: { columns: ['vendor'] },
    bookedOn: { columns: ['bookedOn'] },
    paidOn: { columns: ['paidOn'] },
    subCategoryName: {
      through: {
        tables: [subCategory],
        columns: ['expenseSubCategories.name', 'expenseSubCategories.id'],
        maybe: 'expenses.subCategoryId',
      },
      columns: [],
    },
    groupName: {
      through: {
        tables: [subCategory, group],
        columns: [
          'expenseCategoryGroups.name',
          'expenseCategoryGroups.id',
          'expenseSubCategories.name',
          'expenseSubCategories.id',
        ],
        maybe: 'expenses.subCategoryId',
      },
      columns: [],
    },
    ministryName: { through: { ...throughMinistry('expenses.ministryId'), maybe: 'expenses.ministryId' }, columns: [] },
    submittedByName: { through: throughUser('expenses.submittedBy'), columns: ['expenseDate'] },
    createdAt: { columns: ['createdAt'] },
    modifiedAt: { columns: ['modifiedAt'] },
    id: { columns: [] },
  },
  show: async (db, ids) => completed(db, await showExpenses(db, ids)),
} satisfies List<ExpenseQuery['sort']['field'], Expense>;

const showExpenses = prepared((db, ids: string) => selectColumns(liveExpenses(db)).where(isOneOf('expenses.id', ids)));

const showExpense = prepared((db, id: number) => selectColumns(liveExpenses(db)).where('expenses.id', '=', id));

/** Returns a live expense with the names of the records that it refers to, or undefined. */
export async function findExpense(db: Db, id: number): Promise<Expense | undefined> {
  const [expense] = await completed(db, await showExpense(db, id));
  return expense;
}

/** Returns the live expenses with these ids. */
export async function findExpenses(db: Db, ids: readonly number[]): Promise<Expense[]> {
  return completed(db, await showExpenses(db, JSON.stringify(ids)));
}

const subCategoriesOf = (groupId: number) => sql`select "id" from "expenseSubCategories" where "groupId" = ${groupId}`;

const splitsWith = (column: string) => (id: number) =>
  sql`select "expenseId" from "expenseSplits" where ${sql.ref(column)} = ${id}`;
const withSplit = { subCategoryId: splitsWith('subCategoryId'), ministryId: splitsWith('ministryId') };
const withSplitOfGroup = (groupId: number) =>
  sql`select "expenseId" from "expenseSplits" where "subCategoryId" in (${subCategoriesOf(groupId)})`;

/** Returns a filter for expenses with this value in the column, or in the same column of any of their parts. */
const inAnyPart = (column: 'subCategoryId' | 'ministryId', id: number | undefined) =>
  equalsOr(`expenses.${column}`, id, { column: 'expenses.id', among: withSplit[column] });

/** Returns a page of expenses. The search looks in the description, vendor, payment reference and notes. */
export async function listExpenses(db: Db, query: ExpenseQuery): Promise<Page<Expense>> {
  const { status, ministryId, subCategoryId, groupId, from, to, submittedBy, vendorId, memberId } = query;
  const filters = [
    equals('expenses.status', status, statusText),
    inAnyPart('ministryId', ministryId),
    inAnyPart('subCategoryId', subCategoryId),
    isAmongOr('expenses.subCategoryId', groupId, {
      among: subCategoriesOf,
      or: { column: 'expenses.id', among: withSplitOfGroup },
    }),
    compares('expenses.expenseDate', '>=', from),
    compares('expenses.expenseDate', '<=', to),
    equals('expenses.submittedBy', submittedBy),
    equals('expenses.memberId', memberId),
    equals('expenses.vendorId', vendorId),
  ];
  const found = await look(db, 'expense', query, false);
  return readPage(db, EXPENSES, { request: query, filters, found });
}

/**
 * SQL for the condition that an expense joined with `member` is paid to the family of a user: to their husband or wife,
 * or to a vendor behind whom they or these stand.
 */
const paysFamilyOf = (userId: number) => sql<SqlBool>`(${isCoupleOf('expenses.memberId', userId)} or exists (
  select 1 from "vendors" v where v."id" = expenses."vendorId"
    and (${isAccountOf('v.memberId', userId)} or ${isCoupleOf('v.memberId', userId)})))`;

/**
 * SQL for the condition that a user entered, owns, changed or submitted an expense joined with `member`, or is paid back by
 * it.
 */
const hasPart = (userId: number) => sql<SqlBool>`(${userId} in (
    expenses."submittedBy", coalesce(expenses."createdBy", 0), coalesce(member."userId", 0))
  or exists (select 1 from "expenseHands" h where h."expenseId" = expenses."id" and h."userId" = ${userId}))`;

/** Returns whether a user has a part in an expense, and whether it is paid to their family. */
export async function tiesTo(db: Db, id: number, userId: number): Promise<{ hasPart: boolean; paysFamily: boolean }> {
  const ties = await liveExpenses(db)
    .select([hasPart(userId).as('hasPart'), paysFamilyOf(userId).as('paysFamily')])
    .where('expenses.id', '=', id)
    .executeTakeFirstOrThrow();
  return { hasPart: Boolean(ties.hasPart), paysFamily: Boolean(ties.paysFamily) };
}

/**
 * Returns the oldest expenses that wait for the decision of a user, at most `limit`: not those that the user approved
 * already or, unless `mayApproveOwn`, has a part in.
 */
export async function listWaiting(
  db: Db,
  { userId, mayApproveOwn }: { userId: number; mayApproveOwn: boolean },
  limit: number,
): Promise<Expense[]> {
  const isApproved = sql<SqlBool>`exists (select 1 from "expenseDecisions" d where d."expenseId" = expenses."id"
    and d."userId" = ${userId} and d."decision" = 'Approval' and d."clearedAt" is null)`;
  const rows = selectColumns(liveExpenses(db))
    .where(statusText, '=', 'PendingApproval')
    .where((eb) => eb.not(isApproved))
    .where((eb) => (mayApproveOwn ? eb.lit(true) : eb.not(eb.or([hasPart(userId), paysFamilyOf(userId)]))))
    .orderBy('expenses.expenseDate')
    .orderBy('expenses.id')
    .limit(limit);
  return completed(db, await rows.execute());
}

type Booked = DateRange & { subCategoryIds: readonly number[]; fundIds: readonly number[] | undefined };

/**
 * Returns a page of the approved or paid expenses that are booked in a range of dates, of these subcategories and, if
 * `fundIds` is given, of these funds. An expense with parts is included if one of its parts has such a subcategory and
 * fund.
 */
export function listBooked(
  db: Db,
  { from, to, subCategoryIds, fundIds }: Booked,
  request: PageRequest<ExpenseQuery['sort']['field']>,
): Promise<Page<Expense>> {
  const filters = [
    compares('expenses.bookedOn', '>=', from),
    compares('expenses.bookedOn', '<=', to),
    isListed('expenses.status', COUNTED_STATUSES),
    ...lineFilters(subCategoryIds, fundIds),
  ];
  return readPage(db, EXPENSES, { request, filters });
}

/**
 * Returns the filters for the subcategories and funds of a line. Both filters use the same query for parts, so that a
 * single part must have both a subcategory and a fund of the lists.
 */
function lineFilters(subCategoryIds: readonly number[], fundIds: readonly number[] | undefined) {
  const lists = JSON.stringify([subCategoryIds, fundIds ?? []]);
  const or = { column: 'expenses.id', among: fundIds ? withSplitInBoth : withSplitInFirst };
  return [
    isAmongOr('expenses.subCategoryId', lists, { among: inFirst, or }),
    isAmongOr('expenses.fundId', fundIds && lists, { among: inSecond, or }),
  ];
}

const inFirst = (lists: string) => listedIn(lists, 0);
const inSecond = (lists: string) => listedIn(lists, 1);
const withSplitInFirst = (lists: string) =>
  sql`select "expenseId" from "expenseSplits" where "subCategoryId" in (${inFirst(lists)})`;
const withSplitInBoth = (lists: string) => sql`${withSplitInFirst(lists)} and "fundId" in (${inSecond(lists)})`;

type SettledColumns = Pick<
  Selectable<ExpenseTable>,
  'settledAccountId' | 'settledOn' | 'settledMethod' | 'settledReference' | 'settledPaymentId'
> & { settledAccountName: string | null };

function settledOf(row: SettledColumns): Settlement | null {
  const { settledAccountId: accountId, settledOn: date, settledMethod: method, settledAccountName: accountName } = row;
  if (accountId === null || date === null || method === null || accountName === null) return null;
  return { accountId, accountName, date, method, reference: row.settledReference, paymentId: row.settledPaymentId };
}

type CompletedColumns = Pick<Selectable<ExpenseTable>, 'id' | 'subCategoryId' | 'status' | 'reversalOf'>;

type NamedSplits = NonNullable<ReturnType<Awaited<ReturnType<typeof listNamedSplits>>['get']>>;

function partsOf({ status, reversalOf }: CompletedColumns, parts: NamedSplits | undefined) {
  const mayWait = isCounted(status) && reversalOf === null;
  return {
    splits: parts?.map(({ split }) => split) ?? null,
    waitsForUse: mayWait && (parts?.some(({ waits }) => waits) ?? false),
  };
}

/**
 * Returns the rows of expenses with the fields that are stored in other tables: parts, approvals, rejections and the
 * current receipt.
 */
export async function completed<Row extends SettledColumns & CompletedColumns>(db: Db, rows: readonly Row[]) {
  const ids = rows.map(({ id }) => id);
  const split = rows.filter(({ subCategoryId }) => subCategoryId === null).map(({ id }) => id);
  const splits = await listNamedSplits(db, split);
  const decisions = ids.length === 0 ? undefined : await listDecisions(db, ids);
  const receipts = ids.length === 0 ? undefined : await listCurrent(db, ids);
  return rows.map((row) => ({
    ...row,
    ...partsOf(row, splits.get(row.id)),
    settled: settledOf(row),
    ...(decisions?.get(row.id) ?? { approvals: [], rejections: [] }),
    receipt: receipts?.get(row.id) ?? null,
  }));
}

/** Returns the earliest booking date of the fund's approved or paid expenses, or undefined if there are none. */
export async function findFirstDay(db: Db, fundId: number): Promise<CalendarDate | undefined> {
  const row = await db
    .selectFrom(expenseLines(db, 'bookedOn', 'fundId'))
    .select((eb) => eb.fn.min('lines.bookedOn').as('day'))
    .where('lines.fundId', '=', fundId)
    .executeTakeFirst();
  return row?.day ?? undefined;
}

/** Adds an expense and returns its id. */
export function insertExpense(db: Db, expense: Insertable<ExpenseTable>): Promise<number> {
  return insertRow(db, 'expenses', expense);
}

/** Returns the sum of the live reversals of an expense as a negative amount, or null if it has none. */
export async function sumReversals(db: Db, id: number): Promise<Minor | null> {
  const row = await reversalsOf(db, id)
    .select((eb) => eb.fn.sum('amountMinor').as('sum'))
    .executeTakeFirst();
  return row?.sum == null ? null : sumOf(row.sum);
}

const reversalsOf = (db: Db, id: number) =>
  db.selectFrom('expenses').where('reversalOf', '=', id).where('deletedAt', 'is', null);

/**
 * Replaces the payee `memberId` of expenses, including deleted ones, with the member in `columns`, or with nobody if
 * that member is null. Returns the ids of the changed expenses.
 */
export async function moveExpenses(
  db: Db,
  memberId: number,
  columns: Pick<Selectable<ExpenseTable>, 'memberId' | 'modifiedAt' | 'modifiedBy'>,
): Promise<number[]> {
  const rows = await db.updateTable('expenses').set(columns).where('memberId', '=', memberId).returning('id').execute();
  return rows.map(({ id }) => id);
}

/**
 * Replaces the vendor of expenses, including deleted ones, with the vendor in `columns`. Returns the ids of the changed
 * expenses.
 */
export async function moveToOtherVendor(
  db: Db,
  vendorId: number,
  columns: Pick<Selectable<ExpenseTable>, 'vendorId' | 'modifiedAt' | 'modifiedBy'>,
): Promise<number[]> {
  const rows = await db.updateTable('expenses').set(columns).where('vendorId', '=', vendorId).returning('id').execute();
  return rows.map(({ id }) => id);
}

/** Returns, by member, the id of the first live expense that pays the member back. */
export function listFirstOf(db: Db, memberIds: readonly number[]): Promise<Map<number, number>> {
  return firstOfMembers(db, 'expenses', memberIds);
}

/** Changes columns of an expense. */
export async function updateExpenseColumns(
  db: Db,
  id: number,
  columns: Partial<Omit<Selectable<ExpenseTable>, 'id'>>,
): Promise<void> {
  await db.updateTable('expenses').set(columns).where('id', '=', id).execute();
}
