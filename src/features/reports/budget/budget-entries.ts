import { GENERAL_FUND } from '../../../books/fund-classes.ts';
import type { Minor } from '../../../lib/money.ts';
import type { LineOfBudget } from '../../accounting/budgets/versions.ts';
import type { Catalogs } from '../books/catalogs.ts';
import type { Entry } from './rows.ts';
import type { BudgetPart, BudgetReportQuery } from './schema.ts';

/** The ministry and the fund that a report is limited to. */
export type Wanted = Pick<BudgetReportQuery, 'ministryId' | 'fundId'>;

/** True if an amount is of the wanted ministry and fund. Income belongs to no ministry. */
export function isWanted(one: { ministryId: number | null; fundId: number }, { ministryId, fundId }: Wanted): boolean {
  return (ministryId === undefined || one.ministryId === ministryId) && (fundId === undefined || one.fundId === fundId);
}

/**
 * Returns a function that returns the entries of the wanted lines, each with an amount made from its months. A line for
 * depreciation is an expense that the cash bottom line adds again.
 */
export function budgetEntries(lines: readonly LineOfBudget[], wanted: Wanted, { fundOf, depreciation }: Catalogs) {
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
    chosen.flatMap(({ part, id, months }): Entry[] => {
      const entry = { part, id, amount: amountOf(months) };
      return part === 'Expenses' && depreciation.has(id) ? [entry, { ...entry, part: 'WithoutPayment' }] : [entry];
    });
}
