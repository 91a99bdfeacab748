import { type ClassSum, findBookedSpan, sumByClassOrMinistry } from '../../../books/class-sums.ts';
import { sumEntriesByClass } from '../../../books/entry-sums.ts';
import { FUNCTIONAL_CLASSES, type FunctionalClass } from '../../../books/functional-classes.ts';
import type { App } from '../../../app.ts';
import { sumOf } from '../../../db/columns.ts';
import { breathe } from '../../../lib/chunks.ts';
import { type DateRange, monthsOf } from '../../../lib/date.ts';
import { addMoney, type Minor, ZERO } from '../../../lib/money.ts';
import { heldForOthers } from '../../giving/categories/service.ts';
import { listMinistries } from '../../church/ministries/service.ts';
import { subCategoriesById } from './subcategories.ts';
import { existing, type ExpenseSum } from './rules.ts';

/**
 * Returns the sums of the approved and paid expenses that are booked in the range: one for each subcategory and
 * effective functional class, ordered by both. Posted adjusting entries are included. Expenses from money that the church holds for others are left out. Reads
 * one month at a time and lets other requests run in between, because a year may have a hundred thousand expenses.
 */
export async function sumByClass(app: App, range: DateRange): Promise<ExpenseSum[]> {
  const effective = await effectiveClasses(app);
  const classes = new Map<FunctionalClass, Totals>();
  const span = await findBookedSpan(app.db, range);
  const held = await heldForOthers(app);
  for (const month of span ? monthsOf(span) : []) {
    for (const row of await sumByClassOrMinistry(app.db, month, held)) {
      add(classes, row, existing(effective, row.classOrMinistry));
    }
    await breathe();
  }
  for (const row of await sumEntriesByClass(app.db, range, held)) {
    add(classes, row, existing(effective, row.classOrMinistry));
  }
  const subCategories = await subCategoriesById(app);
  return [...classes]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([functionalClass, totals]) =>
      [...totals].map(([subCategoryId, total]) => {
        const { name, form990LineCode: lineCode } = existing(subCategories, subCategoryId);
        return { subCategoryId, name, lineCode, functionalClass, ...total };
      }),
    )
    .toSorted((a, b) => a.subCategoryId - b.subCategoryId);
}

/**
 * Returns the effective functional class for every value of `classOrMinistry`. A value is either a functional class,
 * which is the effective class itself, or the id of a ministry, whose default class applies.
 */
async function effectiveClasses(app: App): Promise<ReadonlyMap<string, FunctionalClass>> {
  const { items: ministries } = await listMinistries(app);
  return new Map([
    ...FUNCTIONAL_CLASSES.map((one) => [one, one] as const),
    ...ministries.map(({ id, defaultFunctionalClass }) => [String(id), defaultFunctionalClass] as const),
  ]);
}

/** The sum and number of expenses, by subcategory. */
type Totals = Map<number, { amount: Minor; count: number }>;

/** Adds a row to the totals. Changes them in place, because it is called for thousands of rows. */
function add(
  classes: Map<FunctionalClass, Totals>,
  { subCategoryId, sum, count }: ClassSum,
  effective: FunctionalClass,
): void {
  let totals = classes.get(effective);
  if (!totals) classes.set(effective, (totals = new Map()));
  let total = totals.get(subCategoryId);
  if (!total) totals.set(subCategoryId, (total = { amount: ZERO, count: 0 }));
  total.amount = addMoney(total.amount, sumOf(sum));
  total.count += count;
}
