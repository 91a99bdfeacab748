/** Queries for the parts of expenses. */
import { sql } from 'kysely';
import { type Split, splitsByExpense } from '../../../books/expense-lines.ts';
import type { FunctionalClass } from '../../../books/functional-classes.ts';
import type { Db } from '../../../db/connect.ts';
import { insertRows } from '../../../db/insert.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import { ministryNames } from '../../church/ministries/joins.ts';
import { accountNames } from '../../ledger/accounts/joins.ts';
import { fundNames } from '../../ledger/funds/joins.ts';
import { isReleasedInUse } from './rules.ts';
import type { ExpenseSplit } from './split-schema.ts';

/** The id of an expense, and its parts. `splits` is null for an expense without parts. */
type WithSplits = { id: number; splits: readonly Split[] | null };

/** Stores the parts of expenses, in the order of each list of parts. Skips expenses without parts. */
export function insertSplits(db: Db, expenses: readonly WithSplits[]): Promise<void> {
  const rows = expenses.flatMap(({ id, splits }) =>
    (splits ?? []).map(
      ({ amount, subCategoryId, accountId, ministryId, functionalClass, fundId, form1099, ...more }, position) => ({
        expenseId: id,
        position,
        subCategoryId,
        accountId,
        ministryId,
        functionalClass,
        fundId,
        form1099,
        inUse: more.inUse ? (1 as const) : (0 as const),
        release: more.release,
        inUseOn: more.inUseOn,
        amountMinor: amount,
      }),
    ),
  );
  return insertRows(db, 'expenseSplits', rows);
}

/** Replaces the parts of an expense. If `splits` is null, only removes the old ones. */
export async function replaceSplits(db: Db, expense: WithSplits): Promise<void> {
  await db.deleteFrom('expenseSplits').where('expenseId', '=', expense.id).execute();
  await insertSplits(db, [expense]);
}

/** A part with the names of its records, and whether it waits to be in use once the expense is approved. */
type NamedSplit = { split: ExpenseSplit; waits: boolean };

/** Returns the parts of expenses with the names of their records, by the id of the expense. */
export async function listNamedSplits(
  db: Db,
  expenseIds: readonly number[],
): Promise<ReadonlyMap<number, NamedSplit[]>> {
  const rows = splitsByExpense(expenseIds.length === 0 ? [] : await selectNamed(db, JSON.stringify(expenseIds)));
  return new Map([...rows].map(([id, parts]) => [id, parts.map(namedOf)]));
}

function namedOf(row: ExpenseSplit & Parameters<typeof isReleasedInUse>[0]): NamedSplit {
  const { accountKind: _kind, fundClass: _class, ...split } = row;
  return { split, waits: row.inUseOn === null && isReleasedInUse(row) };
}

const selectNamed = prepared((db, expenseIds: string) =>
  db
    .selectFrom('expenseSplits')
    .leftJoin('expenseSubCategories', 'expenseSubCategories.id', 'expenseSplits.subCategoryId')
    .leftJoin('expenseCategoryGroups', 'expenseCategoryGroups.id', 'expenseSubCategories.groupId')
    .leftJoin(accountNames(db), 'account.id', 'expenseSplits.accountId')
    .leftJoin(ministryNames(db), 'ministry.id', 'expenseSplits.ministryId')
    .innerJoin(fundNames(db), 'fund.id', 'expenseSplits.fundId')
    .select([
      'expenseSplits.expenseId',
      'expenseSplits.subCategoryId',
      'expenseSubCategories.name as subCategoryName',
      'expenseCategoryGroups.name as groupName',
      'expenseSubCategories.form990LineCode',
      'expenseSplits.accountId',
      'account.name as accountName',
      'account.kind as accountKind',
      'expenseSplits.ministryId',
      'ministry.name as ministryName',
      'expenseSplits.functionalClass',
      sql<FunctionalClass | null>`case when "expenseSplits"."subCategoryId" is not null
        then coalesce("expenseSplits"."functionalClass", ministry."defaultFunctionalClass") end`.as(
        'effectiveFunctionalClass',
      ),
      'expenseSplits.fundId',
      'fund.name as fundName',
      'fund.class as fundClass',
      'expenseSplits.form1099',
      'expenseSplits.inUse',
      'expenseSplits.release',
      'expenseSplits.inUseOn',
      'expenseSplits.amountMinor as amount',
    ])
    .where(isOneOf('expenseSplits.expenseId', expenseIds))
    .orderBy('expenseSplits.expenseId')
    .orderBy('expenseSplits.position'),
);

/** Returns the parts of all live reversals of an expense. Their amounts have the opposite signs. */
export async function listReversedSplits(db: Db, expenseId: number): Promise<Split[]> {
  const rows = await db
    .selectFrom('expenses')
    .innerJoin('expenseSplits', 'expenseSplits.expenseId', 'expenses.id')
    .select([
      'expenseSplits.subCategoryId',
      'expenseSplits.accountId',
      'expenseSplits.ministryId',
      'expenseSplits.functionalClass',
      'expenseSplits.fundId',
      'expenseSplits.form1099',
      'expenseSplits.inUse',
      'expenseSplits.release',
      'expenseSplits.inUseOn',
      'expenseSplits.amountMinor as amount',
    ])
    .where('expenses.reversalOf', '=', expenseId)
    .where('expenses.deletedAt', 'is', null)
    .execute();
  return rows.map((row) => ({ ...row, inUse: row.inUse === 1 }));
}
