/** A range of consecutive ids: the first and the last. */
export type IdRange = [first: number, last: number];

/** Turns ids into ranges, so that ten thousand consecutive ids become two numbers. */
export function rangesOf(ids: readonly number[]): IdRange[] {
  const ranges: IdRange[] = [];
  for (const id of ids.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && id <= last[1] + 1) last[1] = id;
    else ranges.push([id, id]);
  }
  return ranges;
}

/** Returns all ids in the ranges. */
export function idsOf(ranges: readonly IdRange[]): number[] {
  return ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index));
}

/** Returns how many ids the ranges contain. */
export function countOf(ranges: readonly IdRange[]): number {
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}
