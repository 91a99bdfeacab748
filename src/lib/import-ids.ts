/** Larger ids are not counted by anybody, and the ids that follow them would stay awkward for ever. */
const LARGEST_KEPT_ID = 999_999_999;

/** Gives every row an id: its own if it was never used and no earlier row has it, otherwise the next free one. */
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
