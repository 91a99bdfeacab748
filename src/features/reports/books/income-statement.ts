import { type App, inSnapshot } from '../../../app.ts';
import { activityOf, byCategory, netOf } from '../../../books/activity.ts';
import type { FundSum } from '../../../books/posted-sums.ts';
import { addYears, type DateRange, daysInMonth, fiscalYearOf, monthOf, monthRange } from '../../../lib/date.ts';
import { addMoney, type Minor, negateMoney, ZERO } from '../../../lib/money.ts';
import { firstDayOfBooks } from '../../accounting/prior-figures/checks.ts';
import { rangeOf } from '../period-schema.ts';
import { type Catalogs, readCatalogs } from './catalogs.ts';
import { addBudget } from './income-budget.ts';
import { columnsOf, RELEASED } from './income-columns.ts';
import { hasWholeGroup, inCatalogOrder } from './income-lines.ts';
import { listOpeningAmounts } from './opening-amounts.ts';
import { type EarlierStatement, enteredFor, enteredStatement } from './prior-figures.ts';
import {
  Basis,
  COLUMNS,
  type IncomeLine,
  type IncomeStatement,
  type IncomeStatementQuery,
  type Totals,
} from './schema.ts';
import { storedOr } from '../fiscal-years/stored.ts';
import { inBooks, isOwn, sumsOf } from './sums.ts';

/**
 * Returns the income statement of a fiscal year or a range of dates. For a closed fiscal year, returns the stored
 * statement. If the books began within the fiscal year, a statement from the first day of that year also covers the
 * time before the books: it includes the amounts that the church entered with the opening or, if there are none, the
 * documents of that time.
 */
export function incomeStatement(app: App, { compare, ...query }: IncomeStatementQuery): Promise<IncomeStatement> {
  return inSnapshot(app, async (app) => {
    const catalogs = await readCatalogs(app);
    const range = rangeOf(query, catalogs.fiscalYearStartMonth);
    const wanted = { basis: query.basis, columns: query.columns };
    const statement = await storedOr(app, query.year, storedKey(wanted), () => compute(app, range, wanted, catalogs));
    const withPrior = compare?.includes('prior')
      ? await comparePrior(app, statement, { query, range, catalogs })
      : statement;
    return compare?.includes('budget') ? addBudget(app, withPrior, catalogs) : withPrior;
  });
}

type Compared = { query: Omit<IncomeStatementQuery, 'compare'>; range: DateRange; catalogs: Catalogs };

/** Adds the amounts of the same days one year before, which the church may have entered for a year before its books. */
async function comparePrior(
  app: App,
  statement: IncomeStatement,
  { query, range, catalogs }: Compared,
): Promise<IncomeStatement> {
  const earlier = { basis: query.basis, columns: undefined };
  const days = yearBefore(range);
  const entered = await enteredFor(app, days, catalogs);
  const before = entered && enteredStatement(entered, catalogs);
  if (before) return { ...inOrder(addPrior(statement, before), catalogs), priorIsEntered: true };
  if (!(await coversBooks(app, days, catalogs))) return withoutPrior(statement, PARTS);
  const year = query.year === undefined ? undefined : query.year - 1;
  return addPrior(
    statement,
    await storedOr(app, year, storedKey(earlier), () => compute(app, days, earlier, catalogs)),
  );
}

function inOrder(statement: IncomeStatement, catalogs: Catalogs): IncomeStatement {
  return {
    ...statement,
    giving: inCatalogOrder(statement.giving, catalogs.categories),
    otherIncome: inCatalogOrder(statement.otherIncome, catalogs.incomeCategories),
    expenses: inCatalogOrder(statement.expenses, catalogs.subCategories),
  };
}

type Wanted = { basis: Basis; columns: IncomeStatementQuery['columns'] };

const storedKey = ({ basis, columns }: Wanted) => `income-statement/${basis}/${columns ?? 'none'}` as const;

async function compute(app: App, range: DateRange, wanted: Wanted, catalogs: Catalogs): Promise<IncomeStatement> {
  return statementOf(await periodSums(app, range, wanted, catalogs), { range, wanted, catalogs });
}

/** Computes the income statements that are stored when a fiscal year is closed, by key. `range` is the year. */
export async function allIncomeStatements(
  app: App,
  range: DateRange,
  catalogs: Catalogs,
): Promise<Record<string, IncomeStatement>> {
  const stored: Record<string, IncomeStatement> = {};
  for (const basis of Basis.options) {
    const byMonth = await periodSums(app, range, { basis, columns: 'month' }, catalogs);
    // On the paid basis, two months may have amounts that cancel each other out. The statement of the year has no line
    // for them.
    const whole = basis === 'paid' ? await periodSums(app, range, { basis, columns: undefined }, catalogs) : byMonth;
    for (const columns of [undefined, ...COLUMNS]) {
      const sums = columns === 'month' ? byMonth : whole;
      stored[storedKey({ basis, columns })] = statementOf(sums, { range, wanted: { basis, columns }, catalogs });
    }
  }
  return stored;
}

export type PeriodSums = {
  sums: FundSum[];
  /** Those of the sums that the church entered with the opening. */
  entered: FundSum[];
  /** The days whose documents are in the sums. If there are none, the range ends before it begins. */
  days: DateRange;
  /** Whether the sums include the time before the books. */
  includesHistory: boolean;
};
type Report = { range: DateRange; wanted: Wanted; catalogs: Catalogs };

function statementOf({ sums, includesHistory }: PeriodSums, { range, wanted, catalogs }: Report): IncomeStatement {
  const columns = columnsOf(wanted.columns, { catalogs, range, sums });
  const byKey = new Map<string, FundSum[]>(columns.columns.map(({ key }) => [key, []]));
  for (const sum of sums) byKey.get(columns.keyOf(sum))?.push(sum);
  const shown = [...byKey];
  return {
    ...range,
    basis: wanted.basis,
    isUnaudited: true,
    columns: [...columns.columns],
    giving: lines('giving', catalogs.categories, { sums, shown }),
    otherIncome: lines('otherIncome', catalogs.incomeCategories, { sums, shown }),
    expenses: lines('expense', catalogs.subCategories, { sums, shown }),
    ...totalsOf(sums),
    columnTotals: Object.fromEntries(shown.map(([key, part]) => [key, totalsOf(part)])),
    released: wanted.columns === 'restriction' ? releasedIn(shown) : null,
    includesHistory,
  };
}

/**
 * True if the books have figures for all days of a range: they had begun, or the church entered the year so far. Books
 * without an opening have none of the years before that of their first document.
 */
export async function coversBooks(app: App, days: DateRange, catalogs: Catalogs): Promise<boolean> {
  const { begin, fiscalYearStartMonth } = catalogs;
  if (begin !== undefined) return days.from >= begin || (isAnnual(days, catalogs) && begin <= days.to);
  const first = await firstDayOfBooks(app, fiscalYearStartMonth);
  return first !== undefined && first <= days.to;
}

const PARTS = ['giving', 'otherIncome', 'expenses'] as const;

/** Says that a report and the lines of its parts have no amounts of the year before. */
export function withoutPrior<Part extends string, R extends Readonly<Record<Part, readonly object[]>>>(
  report: R,
  parts: readonly Part[],
) {
  const lines = parts.map((part) => [part, report[part].map((line) => ({ ...line, prior: null }))] as const);
  return { ...report, ...Object.fromEntries(lines), prior: null };
}

/**
 * Adds the amounts of an earlier statement to the lines of a statement. Lines that only the earlier statement has come
 * last in their part. A subcategory of which the earlier statement has only the whole group has null.
 */
function addPrior(statement: IncomeStatement, earlier: EarlierStatement): IncomeStatement {
  const none = Object.fromEntries(statement.columns.map(({ key }) => [key, ZERO]));
  const added = PARTS.map((part) => {
    const before = new Map(earlier[part].map((line) => [line.id, line]));
    const now = statement[part].map((line) => {
      const unnamed = hasWholeGroup(earlier[part], line.group) ? null : ZERO;
      return { ...line, prior: before.get(line.id)?.amount ?? unnamed };
    });
    const known = new Set<number | null>(now.map(({ id }) => id));
    const only = earlier[part]
      .filter(({ id }) => !known.has(id))
      .map((line) => ({ ...line, amount: ZERO, amounts: none, prior: line.amount }));
    return [part, [...now, ...only]] as const;
  });
  const { totalGiving, totalOtherIncome, totalExpenses, adjustments, netChange } = earlier;
  const prior = { totalGiving, totalOtherIncome, totalExpenses, adjustments, netChange };
  return { ...statement, ...Object.fromEntries(added), prior };
}

/** Returns the sums of the church's own money in a period, and where they are from. */
export async function periodSums(
  app: App,
  range: DateRange,
  { basis, columns }: Wanted,
  catalogs: Catalogs,
): Promise<PeriodSums> {
  const { entered: amounts, days, includesHistory } = await historyOf(app, range, catalogs);
  const wanted = { basis, begin: catalogs.begin, byMonth: columns === 'month' };
  const posted = days.from > days.to ? [] : await sumsOf(app, days, wanted);
  const own = (sums: readonly FundSum[]) => sums.filter((sum) => isOwn(sum, catalogs));
  const entered = own(amounts);
  return { sums: [...entered, ...own(posted)], entered, days, includesHistory };
}

/**
 * Returns what a report of a range includes of the time before the books: the amounts that were entered with the opening
 * or, if there are none, the documents of those days. Only a report that begins with the fiscal year includes it.
 */
export async function historyOf(
  app: App,
  range: DateRange,
  catalogs: Catalogs,
): Promise<Pick<PeriodSums, 'entered' | 'days' | 'includesHistory'>> {
  const { begin } = catalogs;
  const includesHistory = begin !== undefined && isAnnual(range, catalogs) && range.from < begin && begin <= range.to;
  const entered = includesHistory ? await listOpeningAmounts(app) : [];
  const days = includesHistory && entered.length === 0 ? range : inBooks(range, catalogs);
  return { entered, days, includesHistory };
}

/** True for a range that begins on the first day of a fiscal year and ends within that year. */
function isAnnual({ from, to }: DateRange, { fiscalYearStartMonth }: Catalogs): boolean {
  const year = fiscalYearOf(from, fiscalYearStartMonth);
  return from === year.from && to <= year.to;
}

/** Returns the same days one year before. The end of February stays the end of February. */
export function yearBefore({ from, to }: DateRange): DateRange {
  const day = addYears(to, -1);
  const isLastDay = to.endsWith(String(daysInMonth(monthOf(to))));
  return { from: addYears(from, -1), to: isLastDay ? monthRange(monthOf(day)).to : day };
}

type Part = 'giving' | 'otherIncome' | 'expense';
type Row = { id: number; name: string; group?: string };
type Shown = { sums: readonly FundSum[]; shown: readonly (readonly [string, readonly FundSum[]])[] };

/** Returns the lines of one part: one for each category that has a sum. */
function lines(part: Part, rows: readonly Row[], { sums, shown }: Shown): IncomeLine[] {
  const total = byCategory(sums, part);
  const byColumn = shown.map(([key, own]) => [key, byCategory(own, part)] as const);
  return rows.flatMap(({ id, name, group = null }) => {
    const found = total.get(id);
    if (!found) return [];
    const amounts = byColumn.map(([key, sums]): [string, Minor] => [key, sums.get(id)?.amount ?? ZERO]);
    return [{ id, name, group, amount: found.amount, amounts: Object.fromEntries(amounts) }];
  });
}

function totalsOf(sums: readonly FundSum[]): Totals {
  const activity = activityOf(sums);
  return {
    totalGiving: activity.giving,
    totalOtherIncome: activity.otherIncome,
    totalExpenses: activity.expenses,
    adjustments: activity.adjustments,
    netChange: netOf(activity),
  };
}

/** Returns how much was released from restrictions: the sum of the column `released`, with the opposite sign. */
function releasedIn(shown: readonly (readonly [string, readonly FundSum[]])[]): Minor {
  const [, released = []] = shown.find(([key]) => key === RELEASED) ?? [];
  return negateMoney(addMoney(...released.map(({ amount }) => amount)));
}
