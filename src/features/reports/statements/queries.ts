import { type Selectable, sql } from 'kysely';
import { sumOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import { givingLines } from '../../../books/giving-lines.ts';
import { type CalendarDate, type DateRange, formatMonth, type Month, monthOf } from '../../../lib/date.ts';
import { addMoney, type Minor, subtractMoney, ZERO } from '../../../lib/money.ts';
import type { Activity, SavedMonth } from './rules.ts';
import type { MonthlyStatementTable } from './table.ts';

export type StatementRow = Selectable<MonthlyStatementTable>;

/** A gift in kind is no money. */
const money = sql<
  number | null
>`sum(case when givings."nonCashDescription" is null then givings."amountMinor" else 0 end)`;
const lineMoney = sql<
  number | null
>`sum(case when lines."nonCashDescription" is null then lines."amountMinor" else 0 end)`;
/** The day of payment, as an index has it. */
const paid = sql<string>`coalesce(expenses."paidOn", expenses."bookedOn")`;
const spent = sql<number | null>`sum(expenses."amountMinor")`;
const count = sql<number>`count(*)`;

const givings = (db: Db) => db.selectFrom('givings').where('givings.deletedAt', 'is', null);

/** Expenses that count: Approved and Paid ones, by the date they are booked on. */
const booked = (db: Db) =>
  db
    .selectFrom('expenses')
    .where('expenses.deletedAt', 'is', null)
    .where('expenses.bookedOn', 'is not', null)
    .where('expenses.status', 'in', ['Approved', 'Paid']);

/** The stored statement of a month, or undefined. */
export function findStatement(db: Db, { year, month }: Month): Promise<StatementRow | undefined> {
  return db
    .selectFrom('monthlyStatements')
    .selectAll()
    .where('year', '=', year)
    .where('month', '=', month)
    .executeTakeFirst();
}

/** All saved statements, the latest month first. */
export function listSaved(db: Db): Promise<StatementRow[]> {
  return db.selectFrom('monthlyStatements').selectAll().orderBy('year', 'desc').orderBy('month', 'desc').execute();
}

/** The saved months before a month, latest first. */
export function listEarlier(db: Db, { year, month }: Month): Promise<SavedMonth[]> {
  return db
    .selectFrom('monthlyStatements')
    .select([
      'year',
      'month',
      'status',
      'openingBalanceMinor as openingBalance',
      'closingBalanceMinor as closingBalance',
    ])
    .where((eb) => eb.or([eb('year', '<', year), eb.and([eb('year', '=', year), eb('month', '<', month)])]))
    .orderBy('year', 'desc')
    .orderBy('month', 'desc')
    .execute();
}

/** Giving and expenses from a day up to, not including, another. */
export async function sumActivity(db: Db, since: CalendarDate, before: CalendarDate): Promise<Activity> {
  const given = await givings(db)
    .select(money.as('sum'))
    .where('givings.date', '>=', since)
    .where('givings.date', '<', before)
    .executeTakeFirstOrThrow();
  const paid = await booked(db)
    .select(spent.as('sum'))
    .where('expenses.bookedOn', '>=', since)
    .where('expenses.bookedOn', '<', before)
    .executeTakeFirstOrThrow();
  return { giving: sumOf(given.sum), expenses: sumOf(paid.sum) };
}

/**
 * Giving and expenses of every month of a range that has any, by month as `YYYY-MM`. Two queries however long it is, which
 * sum by day: that is the order of the indexes, so that nothing is sorted.
 */
export async function sumByMonth(db: Db, { from, to }: DateRange) {
  const given = await givings(db)
    .select(['givings.date as day', money.as('sum')])
    .where('givings.date', '>=', from)
    .where('givings.date', '<=', to)
    .groupBy('givings.date')
    .execute();
  const paid = await booked(db)
    .select([sql<CalendarDate>`expenses."bookedOn"`.as('day'), spent.as('sum')])
    .where('expenses.bookedOn', '>=', from)
    .where('expenses.bookedOn', '<=', to)
    .groupBy('expenses.bookedOn')
    .execute();
  return { giving: monthly(given), expenses: monthly(paid) };
}

function monthly(days: readonly { day: CalendarDate; sum: number | null }[]): ReadonlyMap<string, Minor> {
  const months = new Map<string, Minor>();
  for (const { day, sum } of days) {
    const month = formatMonth(monthOf(day));
    months.set(month, addMoney(months.get(month) ?? ZERO, sumOf(sum)));
  }
  return months;
}

/** Giving by category in the order of the categories; a gift over several counts in each. */
export async function sumGivingByCategory(db: Db, { from, to }: DateRange) {
  const sums = db
    .selectFrom(givingLines(db, 'date', 'nonCashDescription'))
    .select(['lines.categoryId', lineMoney.as('sum'), count.as('count')])
    .where('lines.date', '>=', from)
    .where('lines.date', '<=', to)
    .groupBy('lines.categoryId')
    .as('sums');
  const rows = await db
    .selectFrom(sums)
    .innerJoin('givingCategories', 'givingCategories.id', 'sums.categoryId')
    .select(['sums.categoryId', 'givingCategories.name', 'sums.sum', 'sums.count'])
    .orderBy('givingCategories.sortOrder')
    .orderBy('sums.categoryId')
    .execute();
  return rows.map(({ sum, ...row }) => ({ ...row, amount: sumOf(sum) }));
}

/** Expenses by subcategory in the order of groups and subcategories; names are looked up for the sums, not for each row. */
export async function sumExpenses(db: Db, { from, to }: DateRange) {
  const sums = booked(db)
    .select(['expenses.subCategoryId', spent.as('sum'), count.as('count')])
    .where('expenses.bookedOn', '>=', from)
    .where('expenses.bookedOn', '<=', to)
    .groupBy('expenses.subCategoryId')
    .as('sums');
  const rows = await db
    .selectFrom(sums)
    .innerJoin('expenseSubCategories', 'expenseSubCategories.id', 'sums.subCategoryId')
    .innerJoin('expenseCategoryGroups', 'expenseCategoryGroups.id', 'expenseSubCategories.groupId')
    .select([
      'expenseSubCategories.groupId',
      'expenseCategoryGroups.name as groupName',
      'sums.subCategoryId',
      'expenseSubCategories.name',
      'sums.sum',
      'sums.count',
    ])
    .orderBy('expenseCategoryGroups.sortOrder')
    .orderBy('expenseSubCategories.groupId')
    .orderBy('expenseSubCategories.sortOrder')
    .orderBy('sums.subCategoryId')
    .execute();
  return rows.map(({ sum, ...row }) => ({ ...row, amount: sumOf(sum) }));
}

/** Every restricted category with what came in and went out before and within the range. */
export async function sumFunds(db: Db, range: DateRange) {
  const { from, to } = range;
  const rows = await db
    .selectFrom('givingCategories')
    .select((eb) => {
      const paid = eb
        .selectFrom('expenses')
        .select(spent.as('sum'))
        .whereRef('expenses.fundCategoryId', '=', 'givingCategories.id')
        .where('expenses.deletedAt', 'is', null)
        .where('expenses.bookedOn', 'is not', null)
        .where('expenses.status', 'in', ['Approved', 'Paid']);
      return [
        'givingCategories.id as categoryId',
        'givingCategories.name',
        paid.where('expenses.bookedOn', '<', from).as('paidBefore'),
        paid.where('expenses.bookedOn', '>=', from).where('expenses.bookedOn', '<=', to).as('paid'),
      ];
    })
    .where('givingCategories.isRestricted', '=', 1)
    .orderBy('givingCategories.sortOrder')
    .orderBy('givingCategories.id')
    .execute();
  const givenTo = await sumGivenTo(
    db,
    rows.map(({ categoryId }) => categoryId),
    range,
  );
  return rows.map(({ categoryId, name, ...row }) => {
    const given = givenTo.get(categoryId);
    const opening = subtractMoney(sumOf(given?.before ?? null), sumOf(row.paidBefore));
    const [giving, expenses] = [sumOf(given?.within ?? null), sumOf(row.paid)];
    const closing = subtractMoney(addMoney(opening, giving), expenses);
    return { categoryId, name, opening, giving, expenses, closing };
  });
}

/** What was given to categories before and within the range, by category. */
async function sumGivenTo(db: Db, categoryIds: readonly number[], { from, to }: DateRange) {
  if (categoryIds.length === 0) return new Map<number, { before: number | null; within: number | null }>();
  const rows = await db
    .selectFrom(givingLines(db, 'date', 'nonCashDescription'))
    .select((eb) => [
      'lines.categoryId',
      eb.fn.sum<number | null>('lines.amountMinor').filterWhere('lines.date', '<', from).as('before'),
      eb.fn.sum<number | null>('lines.amountMinor').filterWhere('lines.date', '>=', from).as('within'),
    ])
    .where('lines.categoryId', 'in', categoryIds)
    .where('lines.date', '<=', to)
    .where('lines.nonCashDescription', 'is', null)
    .groupBy('lines.categoryId')
    .execute();
  return new Map(rows.map((row) => [row.categoryId, row]));
}

/**
 * What was approved up to a day and not paid by then, less what was reversed of it; an expense reversed as a whole counts no
 * more. What is unpaid to this day and what was paid later have an index each, so that a recent month need not look at all
 * that was ever paid.
 */
export async function sumUnpaid(db: Db, on: CalendarDate) {
  const live = db
    .selectFrom('expenses')
    .select((eb) => [eb.fn.coalesce('reversalOf', 'id').as('expenseId'), 'amountMinor'])
    .where('deletedAt', 'is', null)
    .where('bookedOn', '<=', on);
  const owed = live.where('status', '=', sql.lit('Approved'));
  const paidLater = live.where('status', '=', sql.lit('Paid')).where(paid, '>', on);
  const byExpense = db
    .selectFrom(owed.unionAll(paidLater).as('rows'))
    .select((eb) => eb.fn.sum<number>('amountMinor').as('sum'))
    .groupBy('expenseId')
    .having((eb) => eb.fn.sum('amountMinor'), '<>', 0);
  const row = await db
    .selectFrom(byExpense.as('unpaid'))
    .select((eb) => [eb.fn.sum<number | null>('unpaid.sum').as('sum'), count.as('count')])
    .executeTakeFirstOrThrow();
  return { amount: sumOf(row.sum), count: row.count };
}

/** The sessions that have an attendance, and its sum. */
export async function sumAttendance(db: Db, { from, to }: DateRange) {
  const row = await db
    .selectFrom('offeringSessions')
    .select((eb) => [
      eb.fn.count<number>('sundayAttendanceCount').as('sundays'),
      eb.fn.sum<number | null>('sundayAttendanceCount').as('total'),
    ])
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return { sundays: row.sundays, total: row.total ?? 0 };
}

/** The sessions of the range that are drafts, with their money. */
export async function listDraftSessions(db: Db, { from, to }: DateRange) {
  const rows = await db
    .selectFrom('offeringSessions')
    .select((eb) => [
      'id',
      'date',
      eb
        .selectFrom('givings')
        .select(money.as('sum'))
        .whereRef('givings.sessionId', '=', 'offeringSessions.id')
        .where('givings.deletedAt', 'is', null)
        .as('sum'),
    ])
    .where('status', '=', 'Draft')
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where('deletedAt', 'is', null)
    .orderBy('date')
    .execute();
  return rows.map(({ sum, ...row }) => ({ ...row, amount: sumOf(sum) }));
}

/** The sessions of the range in the order of their dates. */
export function listSessions(db: Db, { from, to }: DateRange) {
  return db
    .selectFrom('offeringSessions')
    .select(['date', 'status'])
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where('deletedAt', 'is', null)
    .orderBy('date')
    .execute();
}

/** What was paid in the range, but is booked after it, or before the day on which the books begin. */
export async function sumPaidElsewhere(db: Db, { from, to }: DateRange, begin: CalendarDate) {
  const row = await db
    .selectFrom('expenses')
    .select([spent.as('sum'), count.as('count')])
    .where('status', '=', sql.lit('Paid'))
    .where(paid, '>=', from)
    .where(paid, '<=', to)
    .where((eb) => eb.or([eb('bookedOn', '>', to), eb('bookedOn', '<', begin)]))
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return { amount: sumOf(row.sum), count: row.count };
}

/** The expenses of the range that nobody submitted. */
export async function sumDrafts(db: Db, { from, to }: DateRange) {
  const row = await db
    .selectFrom('expenses')
    .select([spent.as('sum'), count.as('count')])
    .where('status', '=', 'Draft')
    .where('expenseDate', '>=', from)
    .where('expenseDate', '<=', to)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return { amount: sumOf(row.sum), count: row.count };
}

/** The expenses of the range that wait for approval. */
export function listPendingExpenses(db: Db, { from, to }: DateRange) {
  return db
    .selectFrom('expenses')
    .select(['id', 'expenseDate as date', 'amountMinor as amount'])
    .where('status', '=', 'PendingApproval')
    .where('expenseDate', '>=', from)
    .where('expenseDate', '<=', to)
    .where('deletedAt', 'is', null)
    .orderBy('expenseDate')
    .orderBy('id')
    .execute();
}

/** Adds the statement of a month. */
export async function insertStatement(db: Db, statement: Omit<StatementRow, 'id'>): Promise<void> {
  await db.insertInto('monthlyStatements').values(statement).execute();
}

/** Changes columns of a month's statement. */
export async function updateStatementColumns(
  db: Db,
  { year, month }: Month,
  columns: Partial<Omit<StatementRow, 'id'>>,
): Promise<void> {
  await db.updateTable('monthlyStatements').set(columns).where('year', '=', year).where('month', '=', month).execute();
}
