import { sql } from 'kysely';
import { sumOf } from '../../db/columns.ts';
import type { Db } from '../../db/connect.ts';
import type { DateRange } from '../../lib/date.ts';
import type { FunctionalClass } from '../ministries/schema.ts';
import type { ExpenseSum } from './rules.ts';
import type { Form990Line } from './schema.ts';

/** The catalog in the order of the form. */
export async function listLines(db: Db): Promise<Form990Line[]> {
  const rows = await db
    .selectFrom('form990Lines')
    .select(['code', 'description', 'allowedColumns'])
    .orderBy('sortOrder')
    .execute();
  return rows.map((row) => ({ ...row, allowedColumns: JSON.parse(row.allowedColumns) as FunctionalClass[] }));
}

/** Approved and Paid expenses booked in the range, by subcategory and effective functional class. */
export async function sumByClass(db: Db, { from, to }: DateRange): Promise<ExpenseSum[]> {
  const effectiveClass = sql<FunctionalClass>`coalesce(expenses."functionalClass", ministries."defaultFunctionalClass")`;
  const rows = await db
    .selectFrom('expenses')
    .innerJoin('expenseSubCategories', 'expenseSubCategories.id', 'expenses.subCategoryId')
    .innerJoin('ministries', 'ministries.id', 'expenses.ministryId')
    .select((eb) => [
      'expenses.subCategoryId',
      'expenseSubCategories.name',
      'expenseSubCategories.form990LineCode as lineCode',
      effectiveClass.as('functionalClass'),
      eb.fn.sum<number>('expenses.amountMinor').as('sum'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('expenses.bookedOn', '>=', from)
    .where('expenses.bookedOn', '<=', to)
    .where('expenses.bookedOn', 'is not', null)
    .where('expenses.status', 'in', ['Approved', 'Paid'])
    .where('expenses.deletedAt', 'is', null)
    .groupBy(['expenses.subCategoryId', effectiveClass])
    .orderBy('expenses.subCategoryId')
    .orderBy(effectiveClass)
    .execute();
  return rows.map(({ sum, ...row }) => ({ ...row, amount: sumOf(sum) }));
}
