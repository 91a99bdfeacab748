/** Combines sums of postings into the totals that reports show. */
import { addMoney, type Minor, negateMoney, ZERO } from '../lib/money.ts';
import type { HeldForOthers } from './counted.ts';
import type { FundSum } from './posted-sums.ts';
import type { Sum } from './sums.ts';

/**
 * The totals of a period. Expenses are positive. Adjustments are all other changes of net assets: adjusting entries,
 * releases from and to funds, and transfers between the church's own funds and money that it holds for others.
 */
export type Activity = { giving: Minor; otherIncome: Minor; expenses: Minor; adjustments: Minor };

/** Leaves out the sums of openings and of money that the church holds for others. Returns all other sums. */
export function ownSums(sums: readonly FundSum[], { categoryIds, fundIds }: HeldForOthers): FundSum[] {
  return sums.filter(({ part, categoryId, fundId }) => {
    if (part === 'opening') return false;
    return part === 'giving' ? !categoryIds.includes(categoryId ?? 0) : !fundIds.includes(fundId ?? 0);
  });
}

/** Adds up sums of postings and returns the totals of their period. */
export function activityOf(sums: readonly FundSum[]): Activity {
  const total = (...parts: readonly FundSum['part'][]) =>
    addMoney(...sums.filter(({ part }) => parts.includes(part)).map(({ amount }) => amount));
  return {
    giving: total('giving'),
    otherIncome: total('otherIncome'),
    expenses: negateMoney(total('expense')),
    adjustments: total('adjustment', 'transfer', 'release'),
  };
}

/** Returns the change of net assets: giving and other income, less expenses, plus adjustments. */
export function netOf({ giving, otherIncome, expenses, adjustments }: Activity): Minor {
  return addMoney(giving, otherIncome, negateMoney(expenses), adjustments);
}

/** Returns the total amount and count of each category, by its id, in one part of the sums. Expenses are positive. */
export function byCategory(
  sums: readonly FundSum[],
  part: 'giving' | 'otherIncome' | 'expense',
): ReadonlyMap<number, Sum> {
  const found = new Map<number, Sum>();
  for (const sum of sums) {
    if (sum.part !== part || sum.categoryId === null) continue;
    const { amount, count } = found.get(sum.categoryId) ?? { amount: ZERO, count: 0 };
    const added = part === 'expense' ? negateMoney(sum.amount) : sum.amount;
    found.set(sum.categoryId, { amount: addMoney(amount, added), count: count + sum.count });
  }
  return found;
}
