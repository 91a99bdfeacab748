import { type App, inSnapshot } from '../../../app.ts';
import { allocate } from '../../../books/allocation.ts';
import { GENERAL_FUND } from '../../../books/fund-classes.ts';
import type { FundSum } from '../../../books/posted-sums.ts';
import { fiscalYear, formatMonth, monthOf, monthsOf } from '../../../lib/date.ts';
import { addMoney, type Minor, negateMoney, ZERO } from '../../../lib/money.ts';
import type { ActualLine } from '../../accounting/budgets/actuals.ts';
import { spread } from '../../../lib/spread.ts';
import { readCatalogs } from '../books/catalogs.ts';
import { periodSums } from '../books/income-statement.ts';
import { bookedCapital, movedToExpenses } from './capital.ts';

type Key = ActualLine['key'];
type Sum = { month: string; key: Key; amount: Minor };

const NONE: Key = {
  categoryId: null,
  incomeCategoryId: null,
  subCategoryId: null,
  accountId: null,
  ministryId: null,
  fundId: null,
};

/**
 * Returns what was given, received and spent in a fiscal year, by category, ministry and fund. If the books began
 * within the year, the months of the time before are not known, so all amounts are spread evenly. What was prepaid or
 * advanced and became an expense in the year is only in the line of the expense, so that a budget has it once.
 */
export function actualsOfYear(app: App, year: number): Promise<ActualLine[]> {
  return inSnapshot(app, async (app) => {
    const catalogs = await readCatalogs(app);
    const range = fiscalYear(year, catalogs.fiscalYearStartMonth);
    const booked = { basis: 'booked', columns: 'month' } as const;
    const { sums, days, includesHistory } = await periodSums(app, range, booked, catalogs);
    const capital = await bookedCapital(app, days, catalogs);
    const all = [
      ...sums.flatMap(sumOf),
      ...capital.map(({ month, accountId, ministryId, fundId, amount }) => {
        return { month, key: { ...NONE, accountId, ministryId, fundId: fundFor(fundId) }, amount };
      }),
    ];
    const months = monthsOf(range).map(({ from }) => formatMonth(monthOf(from)));
    const lines = lessMoved(linesOf(all, months), await movedToExpenses(app, days, catalogs));
    return includesHistory ? lines.map(({ key, months }) => ({ key, months: evenly(months) })) : lines;
  });
}

/** A line without a fund is for the General fund. */
const fundFor = (fundId: number | null) => (fundId === GENERAL_FUND ? null : fundId);

function sumOf({ month, part, categoryId, fundId, ministryId, amount }: FundSum): Sum[] {
  if (categoryId === null) return [];
  const fund = fundFor(fundId);
  if (part === 'giving') return [{ month, key: { ...NONE, categoryId }, amount }];
  if (part === 'otherIncome') {
    return [{ month, key: { ...NONE, incomeCategoryId: categoryId, fundId: fund }, amount }];
  }
  if (part !== 'expense') return [];
  return [
    { month, key: { ...NONE, subCategoryId: categoryId, ministryId, fundId: fund }, amount: negateMoney(amount) },
  ];
}

function linesOf(sums: readonly Sum[], months: readonly string[]): ActualLine[] {
  const lines = new Map<string, { key: Key; months: Minor[] }>();
  for (const { month, key, amount } of sums) {
    const text = Object.values(key).join('/');
    const line = lines.get(text) ?? { key, months: months.map(() => ZERO) };
    const at = months.indexOf(month);
    line.months[at] = addMoney(line.months[at] ?? ZERO, amount);
    lines.set(text, line);
  }
  return [...lines.values()];
}

/**
 * Returns lines with those of each account changed by what adjusting entries moved. The amount that is left is divided
 * among the lines of the account and spread over the months, because no month of a budget is negative.
 */
function lessMoved(lines: readonly ActualLine[], moved: ReadonlyMap<number, Minor>): ActualLine[] {
  const isChanged = ({ key }: ActualLine) => key.accountId !== null && (moved.get(key.accountId) ?? ZERO) !== ZERO;
  const changed = [...moved].flatMap(([accountId, amount]): ActualLine[] => {
    const own = lines.filter(({ key }) => key.accountId === accountId);
    const totals = own.map(({ months }) => addMoney(...months));
    const left = addMoney(...totals, amount);
    if (amount === ZERO || left <= 0) return [];
    const keys = own.length === 0 ? [{ ...NONE, accountId }] : own.map(({ key }) => key);
    const shares = allocate(left, own.length === 0 ? [left] : totals);
    return keys.map((key, index) => ({ key, months: spread(shares[index] ?? ZERO) }));
  });
  return [...lines.filter((line) => !isChanged(line)), ...changed];
}

function evenly(months: readonly Minor[]): readonly Minor[] {
  const total = addMoney(...months);
  return total > 0 ? spread(total) : months;
}
