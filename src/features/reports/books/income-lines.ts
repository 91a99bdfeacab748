/** The order of the lines of an income statement. */
type Line = { id: number | null; group: string | null };
type Row = { id: number; group?: string };

/**
 * Returns lines in the order of their catalog. The sum of a whole group follows the subcategories of the group; lines
 * that are in no catalog come last.
 */
export function inCatalogOrder<L extends Line>(lines: readonly L[], rows: readonly Row[]): L[] {
  const place = new Map(rows.map(({ id }, index) => [id, index]));
  const placeOf = ({ id, group }: Line) => {
    if (id !== null) return place.get(id) ?? rows.length;
    const last = rows.findLastIndex((row) => row.group === group && group !== null);
    return last < 0 ? rows.length : last + 0.5;
  };
  return lines.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** True if the lines have the sum of this group in place of those of its subcategories. */
export function hasWholeGroup(lines: readonly Line[], group: string | null): boolean {
  return group !== null && lines.some((line) => line.id === null && line.group === group);
}
