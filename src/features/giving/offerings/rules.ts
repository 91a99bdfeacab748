import { addMoney, formatMoney, type Minor, toDecimal, ZERO } from '../../../lib/money.ts';
import type { Giving } from '../givings/schema.ts';
import type { Method } from '../../../books/payment-methods.ts';
import type { OfferingCount, Session, SessionHeader, Totals } from './schema.ts';

/**
 * Returns the totals of the givings of a session. A gift in kind is counted, but adds no money. A gift that is split
 * over several categories counts in each of these categories.
 */
export function totalsOf(givings: readonly Giving[]): Totals {
  const byCategory = new Map<number, Totals['byCategory'][number]>();
  const byMethod = new Map<Method, Totals['byMethod'][number]>();
  let totalAmount = ZERO;
  for (const giving of givings) {
    const { method, nonCashDescription } = giving;
    const moneyOf = (amount: Minor) => (nonCashDescription === null ? amount : ZERO);
    const amount = moneyOf(giving.amount);
    totalAmount = addMoney(totalAmount, amount);
    for (const { categoryId, name, amount } of namedLinesOf(giving)) {
      const category = byCategory.get(categoryId) ?? { categoryId, name, amount: ZERO, count: 0 };
      const sum = addMoney(category.amount, moneyOf(amount));
      byCategory.set(categoryId, { ...category, amount: sum, count: category.count + 1 });
    }
    const way = byMethod.get(method) ?? { method, amount: ZERO, count: 0 };
    byMethod.set(method, { ...way, amount: addMoney(way.amount, amount), count: way.count + 1 });
  }
  return {
    totalAmount,
    givingCount: givings.length,
    byCategory: [...byCategory.values()].toSorted((a, b) => a.categoryId - b.categoryId),
    byMethod: [...byMethod.values()].toSorted((a, b) => a.method.localeCompare(b.method)),
  };
}

/** Returns the categories of a giving, with their names and amounts. */
function namedLinesOf({ categoryId, categoryName, amount, parts }: Giving) {
  if (parts) return parts.map((part) => ({ ...part, name: part.categoryName }));
  return categoryId === null ? [] : [{ categoryId, name: categoryName ?? '', amount }];
}

/** Returns the count of a session that somebody submits. */
export function countOf(
  { countedBy, countedCash, countedChecks, totals }: Session,
  { at, by, name }: { at: string; by: number | null; name: string },
): OfferingCount {
  return {
    at,
    countedBy,
    countedCash,
    countedChecks,
    total: totals.totalAmount,
    submittedBy: by,
    submittedByName: name,
    reopenedAt: null,
    reopenedBy: null,
    reopenedByName: null,
    reason: null,
  };
}

type Mismatch = { facts: Record<string, number>; sentences: string[] };

/**
 * Compares the recorded counts of a session with the totals of its givings. Returns undefined if they are equal.
 * Otherwise, returns the figures that differ, for the response, and one sentence about each difference.
 */
export function countMismatch(session: SessionHeader, totals: Totals): Mismatch | undefined {
  const sumOf = (method: Method) => totals.byMethod.find((one) => one.method === method)?.amount ?? ZERO;
  const pairs = [
    {
      what: 'in all',
      counted: session.controlTotal,
      entered: totals.totalAmount,
      names: ['controlTotal', 'totalAmount'],
    },
    { what: 'in cash', counted: session.countedCash, entered: sumOf('Cash'), names: ['countedCash', 'cashTotal'] },
    {
      what: 'in checks',
      counted: session.countedChecks,
      entered: sumOf('Check'),
      names: ['countedChecks', 'checkTotal'],
    },
  ] as const;
  const mismatch: Mismatch = { facts: {}, sentences: [] };
  for (const { what, counted, entered, names } of pairs) {
    if (counted === null || counted === entered) continue;
    mismatch.facts[names[0]] = toDecimal(counted);
    mismatch.facts[names[1]] = toDecimal(entered);
    mismatch.sentences.push(`Counted ${what}: ${formatMoney(counted)}; entered: ${formatMoney(entered)}.`);
  }
  return mismatch.sentences.length > 0 ? mismatch : undefined;
}
