/** Adds the budget to an income statement. */
import type { App } from '../../../app.ts';
import { type DateRange, fiscalYear, fiscalYearOf, monthOf, monthRange, monthsOf } from '../../../lib/date.ts';
import { addMoney, addTo, type Minor, ZERO } from '../../../lib/money.ts';
import { type LineOfBudget, latestLines } from '../../accounting/budgets/versions.ts';
import type { Catalogs } from './catalogs.ts';
import { hasWholeGroup, inCatalogOrder } from './income-lines.ts';
import type { IncomeLine, IncomeStatement } from './schema.ts';

const PARTS = [
  { part: 'giving', field: 'categoryId', rows: 'categories' },
  { part: 'otherIncome', field: 'incomeCategoryId', rows: 'incomeCategories' },
  { part: 'expenses', field: 'subCategoryId', rows: 'subCategories' },
] as const;

/**
 * Adds the budget to every line of a statement, and adds a line for every category that has only a budget. A line
 * without a budget has null. So has every line if the range does not consist of whole months.
 */
export async function addBudget(app: App, statement: IncomeStatement, catalogs: Catalogs): Promise<IncomeStatement> {
  const lines = await linesIn(app, statement, catalogs);
  const added = PARTS.map(({ part, field, rows }) => {
    const budgets = new Map<number, Minor>();
    for (const { line, amount } of lines) {
      const id = line[field];
      if (id !== null) addTo(budgets, id, amount);
    }
    return [part, withBudgets(statement, statement[part], { budgets, rows: catalogs[rows] })] as const;
  });
  return { ...statement, ...Object.fromEntries(added) };
}

type Budgeted = {
  budgets: ReadonlyMap<number, Minor>;
  rows: readonly { id: number; name: string; group?: string }[];
};

/** Returns the lines of a part with their budgets. A line that has only a budget is at its place in the catalog. */
function withBudgets(statement: IncomeStatement, lines: readonly IncomeLine[], { budgets, rows }: Budgeted) {
  const known = new Set(lines.map(({ id }) => id));
  const priorOf = (group: string | null) => (hasWholeGroup(lines, group) ? null : statement.prior && ZERO);
  const amounts = Object.fromEntries(statement.columns.map(({ key }) => [key, ZERO]));
  const only = rows
    .filter(({ id }) => budgets.has(id) && !known.has(id))
    .map(({ id, name, group = null }) => ({ id, name, group, amount: ZERO, amounts, prior: priorOf(group) }));
  const all = only.length === 0 ? lines : inCatalogOrder([...lines, ...only], rows);
  return all.map((line) => ({ ...line, budget: budgets.get(line.id ?? 0) ?? null }));
}

/** Returns the budget lines of the fiscal years in a range of whole months, each with its amount in the range. */
async function linesIn(
  app: App,
  { from, to }: DateRange,
  { fiscalYearStartMonth }: Catalogs,
): Promise<{ line: LineOfBudget; amount: Minor }[]> {
  const isWhole = from === monthRange(monthOf(from)).from && to === monthRange(monthOf(to)).to;
  if (!isWhole) return [];
  const yearOf = (day: string) => monthOf(fiscalYearOf(day, fiscalYearStartMonth).from).year;
  const budgets = await latestLines(app, yearOf(from), yearOf(to));
  return [...budgets].flatMap(([year, lines]) => {
    const months = monthsOf(fiscalYear(year, fiscalYearStartMonth));
    const isIn = months.map((month) => month.from >= from && month.to <= to);
    return lines.map((line) => ({ line, amount: addMoney(...line.months.filter((_, index) => isIn[index])) }));
  });
}
