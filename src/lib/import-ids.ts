/** The largest id that is taken over from a file. After a larger one, all new ids would be awkwardly long. */
const LARGEST_KEPT_ID = 999_999_999;

/**
 * Gives every row an id. A row gets the id that it wants if the id is above `last`, the highest id ever used, and no
 * earlier row has it. Every other row gets the next free id.
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
