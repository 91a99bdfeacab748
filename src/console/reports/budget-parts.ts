/** The parts of the budget report that its chart shows. */
import { addMoney, type Minor, ZERO } from '../../lib/money.ts';
import { minorOf } from '../kit/money.ts';
import type { BudgetReport } from './queries.ts';

type Row = BudgetReport['rows'][number];
export type BudgetPart = { part: Row['part']; group: string | null; budget: Minor; actual: Minor };

/**
 * Returns the year to date of each part of the budget report, and of each group of the expenses, in the order of the
 * report. Parts without amounts are left out.
 */
export function budgetParts({ rows }: Pick<BudgetReport, 'rows'>): BudgetPart[] {
  const parts = new Map<string, BudgetPart>();
  for (const { part, group, yearToDate } of rows) {
    const key = JSON.stringify([part, group]);
    const { budget, actual } = parts.get(key) ?? { budget: ZERO, actual: ZERO };
    parts.set(key, {
      part,
      group,
      budget: addMoney(budget, minorOf(yearToDate.budget)),
      actual: addMoney(actual, minorOf(yearToDate.actual)),
    });
  }
  return [...parts.values()].filter(({ budget, actual }) => budget !== ZERO || actual !== ZERO);
}
