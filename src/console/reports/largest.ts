/** Chooses what a chart with few colours can show: the largest parts, and the sum of the others. */
import { addMoney, type Minor, ZERO } from '../../lib/money.ts';

/** A part of a chart, such as a category, with its amount at each point. */
export type Part = { name: string; values: readonly Minor[] };
export type Sized = Part & { all: Minor };

/**
 * Returns the parts with amounts, the largest first. If there are more than `limit`, the last one stands for all others
 * and has the name `others`. Parts of the same name are added up.
 */
export function largestParts(parts: readonly Part[], limit: number, others: string): Sized[] {
  const byName = new Map<string, Part[]>();
  for (const part of parts) byName.set(part.name, [...(byName.get(part.name) ?? []), part]);
  const sized = Array.from(byName, ([name, same]) => merged(name, same))
    .filter(({ values }) => values.some((value) => value !== ZERO))
    .toSorted((a, b) => b.all - a.all);
  if (sized.length <= limit) return sized;
  return [...sized.slice(0, limit - 1), merged(others, sized.slice(limit - 1))];
}

function merged(name: string, parts: readonly Part[]): Sized {
  const points = parts[0]?.values ?? [];
  const values = points.map((_, point) => addMoney(...parts.map((part) => part.values[point] ?? ZERO)));
  return { name, values, all: addMoney(...values) };
}
