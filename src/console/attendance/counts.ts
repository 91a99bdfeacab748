/** Combines the numbers that were typed for a meal with the counts that the service has for that day. */
import type { MealCounts } from './queries.ts';

export const GROUPS = ['adults', 'youth', 'children'] as const;
export type Group = (typeof GROUPS)[number];
export const FIELDS = { adults: 'adultCount', youth: 'youthCount', children: 'childCount' } as const;

/** The text that was typed into the box of each group. A group is missing if nobody changed its box. */
export type Typed = Readonly<Partial<Record<Group, string>>>;

/** Returns the text of a group's box: the typed text, or else the stored count, or else an empty text. */
export function textOfGroup(group: Group, typed: Typed, known: MealCounts | null): string {
  return typed[group] ?? (known ? String(known[FIELDS[group]]) : '');
}

/** Returns the groups whose box does not contain a whole number. */
export function badGroups(typed: Typed, known: MealCounts | null): Group[] {
  return GROUPS.filter((group) => !/^\d{1,6}$/.test(plain(textOfGroup(group, typed, known))));
}

/**
 * Returns the counts to save: for each group the typed number, or else the count that the service has now, or else 0.
 */
export function mergedMeal(typed: Typed, now: MealCounts | null): MealCounts {
  const numberOf = (group: Group) => Number(plain(textOfGroup(group, typed, now)) || '0');
  return { adultCount: numberOf('adults'), youthCount: numberOf('youth'), childCount: numberOf('children') };
}

function plain(text: string): string {
  return text.normalize('NFKC').trim();
}

/** The counts of a day. */
export type Meal = MealCounts & { date: string };

/** Returns how many people ate on average, rounded to a whole number, or 0 without meals. */
export function averageOf(meals: readonly MealCounts[]): number {
  const all = meals.reduce(
    (sum, { adultCount, youthCount, childCount }) => sum + adultCount + youthCount + childCount,
    0,
  );
  return Math.round(all / Math.max(1, meals.length));
}
