import { sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import type { CalendarDate, DateRange } from '../../../lib/date.ts';
import type { Minor } from '../../../lib/money.ts';
import type { FunctionalClass } from '../../../books/functional-classes.ts';

/** An expense behind the report. */
export type ReportedExpense = {
  id: number;
  bookedOn: CalendarDate;
  subCategoryId: number;
  subCategoryName: string;
  lineCode: string;
  ministryName: string;
  functionalClass: FunctionalClass;
  vendor: string | null;
  description: string;
  amount: Minor;
};

/** The place in the list after which a page begins; id 0 is before the first of a day. */
export type Place = Pick<ReportedExpense, 'bookedOn' | 'id'>;

/** The next expenses up to the end of a range that its report counts, by the day of booking and id. */
export function listReported(
  db: Db,
  { to }: Pick<DateRange, 'to'>,
  after: Place,
  limit: number,
): Promise<ReportedExpense[]> {
  return db
    .selectFrom('expenses')
    .innerJoin('expenseSubCategories', 'expenseSubCategories.id', 'expenses.subCategoryId')
    .innerJoin('ministries', 'ministries.id', 'expenses.ministryId')
    .select([
      'expenses.id',
      sql<CalendarDate>`expenses."bookedOn"`.as('bookedOn'),
      'expenses.subCategoryId',
      'expenseSubCategories.name as subCategoryName',
      'expenseSubCategories.form990LineCode as lineCode',
      'ministries.name as ministryName',
      sql<FunctionalClass>`coalesce(expenses."functionalClass", ministries."defaultFunctionalClass")`.as(
        'functionalClass',
      ),
      'expenses.vendor',
      'expenses.description',
      'expenses.amountMinor as amount',
    ])
    .where('expenses.bookedOn', '>=', after.bookedOn)
    .where('expenses.bookedOn', '<=', to)
    .where((eb) => eb.or([eb('expenses.bookedOn', '>', after.bookedOn), eb('expenses.id', '>', after.id)]))
    .where('expenses.status', 'in', ['Approved', 'Paid'])
    .where('expenses.deletedAt', 'is', null)
    .orderBy('expenses.bookedOn')
    .orderBy('expenses.id')
    .limit(limit)
    .execute();
}
