import { sumOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import { breathe } from '../../../lib/chunks.ts';
import { type DateRange, monthsOf } from '../../../lib/date.ts';
import { addMoney, type Minor, ZERO } from '../../../lib/money.ts';
import type { FunctionalClass } from '../../../books/functional-classes.ts';
import { type BookedSum, findSpan, listClasses, listSubCategories, sumBooked } from './queries.ts';
import type { ExpenseSum } from './rules.ts';

/**
 * Approved and Paid expenses booked in the range, by subcategory and effective functional class, in the order of both.
 * Reads month by month and lets others have the thread in between: a year may hold a hundred thousand expenses.
 */
export async function sumByClass(db: Db, range: DateRange): Promise<ExpenseSum[]> {
  const effective = await listClasses(db);
  const classes = new Map<FunctionalClass, Totals>();
  const span = await findSpan(db, range);
  for (const month of span ? monthsOf(span) : []) {
    for (const row of await sumBooked(db, month)) add(classes, row, existing(effective, row.classOrMinistry));
    await breathe();
  }
  const subCategories = await listSubCategories(db);
  return [...classes]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([functionalClass, totals]) =>
      [...totals].map(([subCategoryId, total]) => {
        return { subCategoryId, ...existing(subCategories, subCategoryId), functionalClass, ...total };
      }),
    )
    .toSorted((a, b) => a.subCategoryId - b.subCategoryId);
}

/** By subcategory. */
type Totals = Map<number, { amount: Minor; count: number }>;

/** Thousands of rows come by here, so nothing is made anew for each. */
function add(
  classes: Map<FunctionalClass, Totals>,
  { subCategoryId, sum, count }: BookedSum,
  effective: FunctionalClass,
): void {
  let totals = classes.get(effective);
  if (!totals) classes.set(effective, (totals = new Map()));
  let total = totals.get(subCategoryId);
  if (!total) totals.set(subCategoryId, (total = { amount: ZERO, count: 0 }));
  total.amount = addMoney(total.amount, sumOf(sum));
  total.count += count;
}

function existing<K, T>(rows: ReadonlyMap<K, T>, id: K): T {
  const row = rows.get(id);
  if (row === undefined) throw new Error(`An expense refers to ${String(id)}, which is not there.`);
  return row;
}
