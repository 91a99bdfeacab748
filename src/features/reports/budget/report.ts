import { type App, inSnapshot } from '../../../app.ts';
import { fundOfSum } from '../../../books/balances.ts';
import type { CapitalSum } from '../../../books/capital-sums.ts';
import { GENERAL_FUND } from '../../../books/fund-classes.ts';
import type { FundSum } from '../../../books/posted-sums.ts';
import { badField, type FieldError, missingReference, unknownReferences } from '../../../errors.ts';
import {
  type DateRange,
  fiscalYear,
  formatMonth,
  monthOf,
  monthRange,
  monthsOf,
  parseMonth,
} from '../../../lib/date.ts';
import { addMoney, type Minor, negateMoney, ZERO } from '../../../lib/money.ts';
import { type LineOfBudget, latestBudget } from '../../accounting/budgets/versions.ts';
import { today } from '../../church/profile/service.ts';
import { type Catalogs, readCatalogs } from '../books/catalogs.ts';
import { periodSums } from '../books/income-statement.ts';
import { capitalSums } from './capital.ts';
import { type Entry, rowsOf, totalsOf } from './rows.ts';
import type { BudgetPart, BudgetReport, BudgetReportQuery } from './schema.ts';

/**
 * Compares the latest budget of a fiscal year with the actual amounts of a month and of the year to date. The actual
 * amounts are those of the income statement. What has no budget is compared with zero. Raises `validation_failed` for a
 * month of another year, and `unknown_reference`.
 */
export function budgetReport(app: App, query: BudgetReportQuery): Promise<BudgetReport> {
  return inSnapshot(app, async (app) => {
    const catalogs = await readCatalogs(app);
    refuseUnknown(query, catalogs);
    const year = fiscalYear(query.year, catalogs.fiscalYearStartMonth);
    const months = monthsOf(year);
    const index = monthIndex(months, query, await today(app));
    const month = months[index] ?? year;
    const yearToDate = { from: year.from, to: month.to };
    const { lines, version } = await latestBudget(app, query.year);
    const budgeted = budgetEntries(lines, query, catalogs);
    const total = await actualEntries(app, yearToDate, { query, catalogs });
    const latest = index === 0 ? total : await actualEntries(app, month, { query, catalogs });
    const rows = rowsOf(
      {
        monthBudget: budgeted((amounts) => amounts[index] ?? ZERO),
        monthActual: latest.entries,
        yearBudget: budgeted((amounts) => addMoney(...amounts.slice(0, index + 1))),
        yearActual: total.entries,
        annual: budgeted((amounts) => addMoney(...amounts)),
      },
      catalogs,
    );
    return {
      year: query.year,
      ...yearToDate,
      through: formatMonth(monthOf(month.from)),
      basis: query.basis,
      isUnaudited: true,
      ministryId: query.ministryId ?? null,
      fundId: query.fundId ?? null,
      budget: version,
      rows,
      totals: totalsOf(rows),
      includesHistory: total.includesHistory,
    };
  });
}

function refuseUnknown({ ministryId, fundId }: BudgetReportQuery, { ministries, funds }: Catalogs): void {
  const isIn = (rows: readonly { id: number }[], id: number | undefined) =>
    id === undefined || rows.some((row) => row.id === id);
  const missing: FieldError[] = [
    ...(isIn(ministries, ministryId) ? [] : [missingReference('ministryId', 'ministry')]),
    ...(isIn(funds, fundId) ? [] : [missingReference('fundId', 'fund')]),
  ];
  if (missing.length > 0) throw unknownReferences(missing);
}

/** Returns the place of the month of the report within the fiscal year, from 0. */
function monthIndex(months: readonly DateRange[], { through }: BudgetReportQuery, day: string): number {
  if (through === undefined) return Math.max(0, months.filter(({ to }) => to < day).length - 1);
  const month = parseMonth(through);
  const found = months.findIndex(({ from }) => month !== undefined && monthRange(month).from === from);
  if (found >= 0) return found;
  const [first, last] = [months[0]?.from.slice(0, 7), months.at(-1)?.from.slice(0, 7)];
  throw badField('through', 'other_year', `must be a month of the fiscal year, from ${first} to ${last}`);
}

type Wanted = Pick<BudgetReportQuery, 'ministryId' | 'fundId'>;

/** Returns a function that returns the entries of the wanted lines, each with an amount made from its months. */
function budgetEntries(lines: readonly LineOfBudget[], wanted: Wanted, { fundOf }: Catalogs) {
  const chosen = lines.flatMap(({ categoryId, incomeCategoryId, subCategoryId, accountId, ...line }) => {
    const fundId = fundOf.get(categoryId ?? 0) ?? line.fundId ?? GENERAL_FUND;
    if (!isWanted({ ministryId: line.ministryId, fundId }, wanted)) return [];
    const [part, id]: [BudgetPart, number | null] =
      categoryId !== null
        ? ['Giving', categoryId]
        : incomeCategoryId !== null
          ? ['OtherIncome', incomeCategoryId]
          : subCategoryId !== null
            ? ['Expenses', subCategoryId]
            : ['Capital', accountId];
    return id === null ? [] : [{ part, id, months: line.months }];
  });
  return (amountOf: (months: readonly Minor[]) => Minor): Entry[] =>
    chosen.map(({ part, id, months }) => ({ part, id, amount: amountOf(months) }));
}

/** True if an amount is of the wanted ministry and fund. Income belongs to no ministry. */
function isWanted(one: { ministryId: number | null; fundId: number }, { ministryId, fundId }: Wanted): boolean {
  return (ministryId === undefined || one.ministryId === ministryId) && (fundId === undefined || one.fundId === fundId);
}

const PARTS: Partial<Record<FundSum['part'], BudgetPart>> = {
  giving: 'Giving',
  otherIncome: 'OtherIncome',
  expense: 'Expenses',
};

/** Returns the actual amounts of a range of days. Expenses are positive. */
async function actualEntries(
  app: App,
  range: DateRange,
  { query, catalogs }: { query: BudgetReportQuery; catalogs: Catalogs },
): Promise<{ entries: Entry[]; includesHistory: boolean }> {
  const { sums, includesHistory } = await periodSums(app, range, { basis: query.basis, columns: undefined }, catalogs);
  const capital = await capitalSums(app, range, { basis: query.basis, catalogs });
  const posted = sums.filter((sum) =>
    isWanted({ ministryId: sum.ministryId, fundId: fundOfSum(sum, catalogs.fundOf) }, query),
  );
  return {
    entries: [...posted.flatMap(entryOf), ...capital.filter((sum) => isWanted(sum, query)).map(capitalEntry)],
    includesHistory,
  };
}

function entryOf({ part, categoryId, amount }: FundSum): Entry[] {
  const found = PARTS[part];
  if (found === undefined || categoryId === null) return [];
  return [{ part: found, id: categoryId, amount: part === 'expense' ? negateMoney(amount) : amount }];
}

const capitalEntry = ({ accountId, amount }: CapitalSum): Entry => ({ part: 'Capital', id: accountId, amount });
