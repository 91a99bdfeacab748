/** Gifts as clients send them. All gifts differ, because a repeated gift is answered with a warning, which takes longer. */

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2000, 0, 2);

/** Returns the gift with the number `n`. Its amount, member and category differ from those of the previous gift. */
export function gift(n, members) {
  return {
    categoryId: 1 + (n % 7),
    amount: 10 + n / 4,
    method: n % 3 === 0 ? 'Cash' : 'Zelle',
    memberId: 1 + (n % members),
  };
}

/** Returns the date of the day with the number `n`. */
export const dayOf = (n) => new Date(FIRST_DAY + n * DAY_MS).toISOString().slice(0, 10);
