import { type App, inSnapshot } from '../../../app.ts';
import { activityOf, byCategory, netOf } from '../../../books/activity.ts';
import type { FundSum } from '../../../books/posted-sums.ts';
import { addYears, type DateRange, daysInMonth, fiscalYearOf, monthOf, monthRange } from '../../../lib/date.ts';
import { addMoney, type Minor, negateMoney, ZERO } from '../../../lib/money.ts';
import { rangeOf } from '../period-schema.ts';
import { type Catalogs, readCatalogs } from './catalogs.ts';
import { type Columns, columnsOf, RELEASED } from './income-columns.ts';
import { listOpeningAmounts } from './opening-amounts.ts';
import type { IncomeLine, IncomeStatement, IncomeStatementQuery, Totals } from './schema.ts';
import { inBooks, isOwn, sumsOf } from './sums.ts';

/**
 * Returns the income statement of a fiscal year or a range of dates. In the fiscal year in which the books began, the
 * statement of the whole year includes what the church entered with the opening for the time before, or else the
 * documents from before the books.
 */
export function incomeStatement(app: App, query: IncomeStatementQuery): Promise<IncomeStatement> {
  return inSnapshot(app, async (app) => {
    const catalogs = await readCatalogs(app);
    const range = rangeOf(query, catalogs.fiscalYearStartMonth);
    const { sums, includesHistory } = await periodSums(app, range, query, catalogs);
    const columns = columnsOf(query.columns, { catalogs, range, sums });
    const wantsPrior = query.compare?.includes('prior') === true;
    const earlier = wantsPrior ? (await periodSums(app, yearBefore(range), query, catalogs)).sums : undefined;
    const hasBudget = query.compare?.includes('budget') === true;
    const linesOf = (part: Part, rows: readonly Row[]) => lines(part, rows, { sums, earlier, columns, hasBudget });
    const shown = columns.columns.map(({ key }) => [key, sums.filter((sum) => columns.keyOf(sum) === key)] as const);
    return {
      ...range,
      basis: query.basis,
      isUnaudited: true,
      columns: [...columns.columns],
      giving: linesOf('giving', catalogs.categories),
      otherIncome: linesOf('otherIncome', catalogs.incomeCategories),
      expenses: linesOf('expense', catalogs.subCategories),
      ...totalsOf(sums),
      columnTotals: Object.fromEntries(shown.map(([key, part]) => [key, totalsOf(part)])),
      released: query.columns === 'restriction' ? releasedIn(shown) : null,
      ...(earlier && { prior: totalsOf(earlier) }),
      includesHistory,
    };
  });
}

/** Returns the sums of the church's own money in a period, and whether they include the time before the books. */
async function periodSums(
  app: App,
  range: DateRange,
  { basis, columns }: IncomeStatementQuery,
  catalogs: Catalogs,
): Promise<{ sums: FundSum[]; includesHistory: boolean }> {
  const { begin } = catalogs;
  const includesHistory = begin !== undefined && isAnnual(range, catalogs) && range.from < begin && begin <= range.to;
  const entered = includesHistory ? await listOpeningAmounts(app, begin) : [];
  const days = includesHistory && entered.length === 0 ? range : inBooks(range, catalogs);
  const posted = days.from > days.to ? [] : await sumsOf(app, days, { basis, begin, byMonth: columns === 'month' });
  return { sums: [...entered, ...posted].filter((sum) => isOwn(sum, catalogs)), includesHistory };
}

/** True for a range that begins with a fiscal year and ends with it or earlier. */
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
type Shown = {
  sums: readonly FundSum[];
  earlier: readonly FundSum[] | undefined;
  columns: Columns;
  hasBudget: boolean;
};

/** Returns the lines of one part: one for each category that has a sum in the period or in the period before. */
function lines(part: Part, rows: readonly Row[], { sums, earlier, columns, hasBudget }: Shown): IncomeLine[] {
  const now = byCategory(sums, part);
  const before = earlier && byCategory(earlier, part);
  const byColumn = columns.columns.map(
    ({ key }) =>
      [
        key,
        byCategory(
          sums.filter((sum) => columns.keyOf(sum) === key),
          part,
        ),
      ] as const,
  );
  return rows.flatMap(({ id, name, group = null }) => {
    if (!now.has(id) && !before?.has(id)) return [];
    const amounts = byColumn.map(([key, found]): [string, Minor] => [key, found.get(id)?.amount ?? ZERO]);
    return [
      {
        id,
        name,
        group,
        amount: now.get(id)?.amount ?? ZERO,
        amounts: Object.fromEntries(amounts),
        ...(before && { prior: before.get(id)?.amount ?? ZERO }),
        ...(hasBudget && { budget: null }),
      },
    ];
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

/** Returns what restricted funds spent and gave up: the opposite of what the column of releases adds up to. */
function releasedIn(shown: readonly (readonly [string, readonly FundSum[]])[]): Minor {
  const [, released = []] = shown.find(([key]) => key === RELEASED) ?? [];
  return negateMoney(addMoney(...released.map(({ amount }) => amount)));
}
