/**
 * Defines how much was spent on which subcategory, ministry, functional class and fund. If the `subCategoryId` of an
 * expense is null, its parts are in `expenseSplits`. Nothing else marks an expense with parts. A part that names an
 * account instead of a subcategory is not an expense, so it is not a line. The postings in `fund-postings.ts` divide
 * expenses in the same way.
 */
import { sql } from 'kysely';
import type { Flag } from '../db/columns.ts';
import type { Db } from '../db/connect.ts';
import { isOneOf, prepared } from '../db/prepared.ts';
import type { CalendarDate } from '../lib/date.ts';
import type { Minor } from '../lib/money.ts';
import { countedExpenses } from './counted.ts';
import type { Form1099Box } from './form1099.ts';
import type { FunctionalClass } from './functional-classes.ts';

/**
 * A part of an expense. Either `subCategoryId` or `accountId` is null. A part with a subcategory always has a ministry.
 */
export type Split = {
  subCategoryId: number | null;
  accountId: number | null;
  ministryId: number | null;
  functionalClass: FunctionalClass | null;
  fundId: number;
  /** The box of Form 1099, if it is not that of the subcategory. */
  form1099: Form1099Box | null;
  /** False for an asset under construction. */
  inUse: boolean;
  release: Release | null;
  /** With `InUse`, the day since which the asset is in use; null until then. */
  inUseOn: CalendarDate | null;
  amount: Minor;
};

/**
 * When a part with an account ends the restriction of its fund: on the day on which the expense counts, or when the
 * asset is placed in service (FASB ASC 958-205-45-12).
 */
export type Release = 'OnDate' | 'InUse';

/** The release of a part that ends no restriction. */
export const NO_RELEASE = { inUse: true, release: null, inUseOn: null } as const;

/** SQL for the day on which a part `s` of an expense `e` ends the restriction of its fund; null if it does not. */
export const releasedOn = sql<CalendarDate | null>`case s."release" when 'OnDate' then e."bookedOn" else s."inUseOn" end`;

/**
 * The fields of an expense that determine what the money was spent on. `splits` is null if the expense has no parts.
 */
type Spent = {
  subCategoryId: number | null;
  ministryId: number | null;
  functionalClass: FunctionalClass | null;
  fundId: number | null;
  amount: Minor;
  splits: readonly Split[] | null;
};

/**
 * Returns the parts of an expense. An expense without parts is returned as one part with the whole amount. Parts that
 * name an account are included.
 */
export function splitsOf({
  splits,
  subCategoryId,
  ministryId,
  functionalClass,
  fundId,
  amount,
}: Spent): readonly Split[] {
  if (splits || subCategoryId === null || fundId === null) return splits ?? [];
  return [
    { subCategoryId, accountId: null, ministryId, functionalClass, fundId, form1099: null, ...NO_RELEASE, amount },
  ];
}

/** Returns the parts of each expense, in their order, by the id of the expense. */
export async function listSplits(db: Db, expenseIds: readonly number[]): Promise<ReadonlyMap<number, Split[]>> {
  return splitsByExpense(expenseIds.length === 0 ? [] : await selectSplits(db, JSON.stringify(expenseIds)));
}

/** Groups rows of parts by the id of their expense. The parts of an expense keep the order of the rows. */
export function splitsByExpense<Row extends { expenseId: number; inUse: Flag }>(
  rows: readonly Row[],
): ReadonlyMap<number, (Omit<Row, 'expenseId' | 'inUse'> & { inUse: boolean })[]> {
  const found = new Map<number, (Omit<Row, 'expenseId' | 'inUse'> & { inUse: boolean })[]>();
  for (const { expenseId, inUse, ...rest } of rows) {
    const split = { ...rest, inUse: inUse === 1 };
    const known = found.get(expenseId);
    if (known) known.push(split);
    else found.set(expenseId, [split]);
  }
  return found;
}

const selectSplits = prepared((db, expenseIds: string) =>
  db
    .selectFrom('expenseSplits')
    .select([
      'expenseId',
      'subCategoryId',
      'accountId',
      'ministryId',
      'functionalClass',
      'fundId',
      'form1099',
      'inUse',
      'release',
      'inUseOn',
      'amountMinor as amount',
    ])
    .where(isOneOf('expenseId', expenseIds))
    .orderBy('expenseId')
    .orderBy('position'),
);

/** SQL for the parts of an expense as JSON, in their order, with amounts in cents. Null if the expense has no parts. */
export const SPLITS_AS_JSON = `(
  select json_group_array(
    case when "release" is null and "inUse" = 1 and "inUseOn" is null
      then json_array("subCategoryId", "accountId", "ministryId", "functionalClass", "fundId", "form1099", "amountMinor")
      else json_array("subCategoryId", "accountId", "ministryId", "functionalClass", "fundId", "form1099",
        json(iif("inUse" = 1, 'true', 'false')), "release", "inUseOn", "amountMinor") end order by "position"
  ) from "expenseSplits" where "expenseId" = "expenses"."id" having count(*) > 0
)`;

/** The columns of a line, except its amount. */
type LineColumns = {
  bookedOn: CalendarDate;
  subCategoryId: number;
  ministryId: number;
  functionalClass: FunctionalClass | null;
  fundId: number;
};

/** If an expense has parts, these columns are stored in its parts. */
const IN_SPLITS: ReadonlySet<string> = new Set(['subCategoryId', 'ministryId', 'functionalClass', 'fundId']);

/**
 * Selects the lines of all expenses that count, with their `amountMinor`. An expense without parts is one line. An
 * expense with parts has one line for each part that names a subcategory.
 *
 * SQLite applies a condition on a column to both halves of the union, so it can read each half through an index. The
 * index of booked expenses contains all of the columns in `LineColumns`. Expenses with parts have an index of their
 * own.
 */
export const expenseLines = <C extends keyof LineColumns>(db: Db, ...columns: readonly C[]) => {
  const ordinary = countedExpenses(db)
    .select(columns.map((column) => `expenses.${column}` as const))
    .select('expenses.amountMinor')
    .where('expenses.subCategoryId', 'is not', null);
  const split = countedExpenses(db)
    .innerJoin('expenseSplits', 'expenseSplits.expenseId', 'expenses.id')
    .select(
      columns.map(
        (column): `expenses.${C}` =>
          (IN_SPLITS.has(column) ? `expenseSplits.${column}` : `expenses.${column}`) as never,
      ),
    )
    .select('expenseSplits.amountMinor')
    .where('expenses.subCategoryId', 'is', null)
    .where('expenseSplits.subCategoryId', 'is not', null);
  return ordinary
    .unionAll(split as never)
    .$castTo<Pick<LineColumns, C> & { amountMinor: Minor }>()
    .as('lines');
};
