import { addMoney, type Minor, subtractMoney, ZERO } from '../../lib/money.ts';
import { sha256Hex } from '../../lib/secret.ts';
import type { Gift, Giver } from './queries.ts';

export type CategorySum = { categoryId: number; name: string; isTaxDeductible: boolean; amount: Minor; count: number };

/** A giver's year. */
export type Year = {
  gifts: Gift[];
  inKind: Gift[];
  byCategory: CategorySum[];
  total: Minor;
  benefit: Minor;
  deductible: Minor;
  notDeductible: Minor;
};

/**
 * Sums a giver's gifts as IRS Publication 1771 asks for: gifts in kind by description only; of a gift for which the giver
 * got something, only what exceeds its value is deductible, and never less than nothing.
 */
export function yearOf(all: readonly Gift[]): Year {
  const gifts = all.filter(({ nonCashDescription }) => nonCashDescription === null);
  const inKind = all.filter(({ nonCashDescription }) => nonCashDescription !== null);
  const deductibles = gifts.filter(({ isTaxDeductible }) => isTaxDeductible);
  const total = sum(gifts);
  return {
    gifts,
    inKind,
    byCategory: byCategory(gifts),
    total,
    benefit: addMoney(...deductibles.map(({ benefit }) => benefit ?? ZERO)),
    deductible: addMoney(...[...byRoot(deductibles).values()].map(exceeding)),
    notDeductible: subtractMoney(total, sum(deductibles)),
  };
}

function sum(gifts: readonly Gift[]): Minor {
  return addMoney(...gifts.map(({ amount }) => amount));
}

/** A gift together with what takes it back. */
function byRoot(gifts: readonly Gift[]): Map<number, Gift[]> {
  const groups = new Map<number, Gift[]>();
  for (const gift of gifts) {
    const root = gift.reversalOf ?? gift.id;
    groups.set(root, [...(groups.get(root) ?? []), gift]);
  }
  return groups;
}

function exceeding(gifts: readonly Gift[]): Minor {
  const net = subtractMoney(sum(gifts), addMoney(...gifts.map(({ benefit }) => benefit ?? ZERO)));
  // What is taken back of a gift that stands on another statement lowers this one.
  return net > 0 || gifts.every(({ reversalOf }) => reversalOf !== null) ? net : ZERO;
}

function byCategory(gifts: readonly Gift[]): CategorySum[] {
  const sums = new Map<number, CategorySum>();
  for (const { categoryId, categoryName: name, isTaxDeductible, amount } of gifts) {
    const one = sums.get(categoryId) ?? { categoryId, name, isTaxDeductible, amount: ZERO, count: 0 };
    sums.set(categoryId, { ...one, amount: addMoney(one.amount, amount), count: one.count + 1 });
  }
  return [...sums.values()].toSorted((a, b) => a.categoryId - b.categoryId);
}

/** What makes two statements the same: who gave what when, in the words that are printed. */
export function contentHash({ people, address }: Giver, { gifts, inKind }: Year): string {
  const names = people.map(({ name, chineseName }) => [name, chineseName]);
  return sha256Hex(JSON.stringify([names, address, gifts, inKind]));
}

/** A statement's number as it is printed: `2026-0012`. */
export function statementNumber(year: number, number: number): string {
  return `${year}-${String(number).padStart(4, '0')}`;
}
