/** The figures of the chart of income and expenses by month. */
import { parseMonth } from '../../lib/date.ts';
import { addMoney, type Minor, ZERO } from '../../lib/money.ts';
import { minorOf } from '../kit/money.ts';
import type { IncomeStatement } from './queries.ts';

export type IncomeByMonth = {
  months: string[];
  income: Minor[];
  expenses: Minor[];
  allIncome: Minor;
  allExpenses: Minor;
};

/**
 * Returns the income and the expenses of each month of an income statement. Months after the last one with figures are
 * left out, because they are still to come. What was entered for the time before the books stands in no month.
 */
export function incomeByMonth({
  columns,
  columnTotals,
}: Pick<IncomeStatement, 'columns' | 'columnTotals'>): IncomeByMonth {
  const months = columns.filter(({ key }) => parseMonth(key) !== undefined);
  const all = months.map(({ key }) => {
    const { totalGiving = 0, totalOtherIncome = 0, totalExpenses = 0 } = columnTotals[key] ?? {};
    return {
      month: key,
      income: addMoney(minorOf(totalGiving), minorOf(totalOtherIncome)),
      expenses: minorOf(totalExpenses),
    };
  });
  const shown = all.slice(0, all.findLastIndex(({ income, expenses }) => income !== ZERO || expenses !== ZERO) + 1);
  const [income, expenses] = [shown.map((one) => one.income), shown.map((one) => one.expenses)];
  return {
    months: shown.map(({ month }) => month),
    income,
    expenses,
    allIncome: addMoney(...income),
    allExpenses: addMoney(...expenses),
  };
}
