/** Beyond this an id is no count of anything, and ids that follow it would be awkward for ever. */
const LARGEST_KEPT_ID = 999_999_999;

/** Gives every row an id: its own if that was never given and no row before has it, else the next that is free. */
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
