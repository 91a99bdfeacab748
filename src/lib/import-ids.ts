/**
 * The largest id of a file that an import keeps. New ids continue after the highest one, so a larger id would make all
 * of them awkwardly long.
 */
const LARGEST_KEPT_ID = 999_999_999;

/**
 * Gives an id to every row; before this, the `id` of each row must be 0. `wanted` returns the id that a row had in the
 * file. The row keeps it if it is above `last` (the highest id ever used), is at most `LARGEST_KEPT_ID`, and was not
 * kept for an earlier row. Every other row gets the next free id.
 */
export function giveIds<T extends { id: number }>(
  rows: readonly T[],
  wanted: (row: T) => number | null,
  last: number,
): void {
  const kept = new Set<number>();
  for (const row of rows) {
    const own = wanted(row);
    if (own === null || own <= last || own > LARGEST_KEPT_ID || kept.has(own)) continue;
    kept.add(own);
    row.id = own;
  }
  let next = last;
  for (const id of kept) next = Math.max(next, id);
  for (const row of rows) if (row.id === 0) row.id = next += 1;
}
