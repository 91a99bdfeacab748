type Numbered = { accountId: number; method: string | null; reference: string | null };

/** The longest gap whose numbers are listed one by one. */
const LISTED = 50;

/**
 * Returns the check numbers that are missing between the lowest and the highest number of each account. A gap of more
 * than 50 numbers is one text with its first and its last number.
 */
export function missingNumbers(payments: readonly Numbered[]): string[] {
  const byAccount = new Map<number, Set<number>>();
  for (const { accountId, method, reference } of payments) {
    if (method !== 'Check' || reference === null || !/^\d{1,12}$/.test(reference)) continue;
    byAccount.set(accountId, (byAccount.get(accountId) ?? new Set()).add(Number(reference)));
  }
  return [...byAccount.values()].flatMap((numbers) => {
    const sorted = [...numbers].toSorted((a, b) => a - b);
    return sorted.slice(1).flatMap((number, index) => gapBetween(sorted[index] ?? number, number));
  });
}

function gapBetween(lower: number, upper: number): string[] {
  const count = upper - lower - 1;
  if (count > LISTED) return [`${lower + 1}-${upper - 1}`];
  return Array.from({ length: Math.max(0, count) }, (_, index) => String(lower + 1 + index));
}
