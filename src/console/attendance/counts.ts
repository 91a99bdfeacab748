/** The typed numbers of a meal, combined with those that the service has for the day. */
import type { MealCounts } from './queries.ts';

export const GROUPS = ['adults', 'youth', 'children'] as const;
export type Group = (typeof GROUPS)[number];
export const FIELDS = { adults: 'adultCount', youth: 'youthCount', children: 'childCount' } as const;

/** What was typed on this page. A missing group was not touched. */
export type Typed = Readonly<Partial<Record<Group, string>>>;

/** Returns the text of a group's box: what was typed, or else the stored count. */
export function textOfGroup(group: Group, typed: Typed, known: MealCounts | null): string {
  return typed[group] ?? (known ? String(known[FIELDS[group]]) : '');
}

/** Returns the groups whose box has no whole number. */
export function badGroups(typed: Typed, known: MealCounts | null): Group[] {
  return GROUPS.filter((group) => !/^\d{1,6}$/.test(plain(textOfGroup(group, typed, known))));
}

/** Returns the counts to save: what was typed here, over what the service has now. A group without a count is 0. */
export function mergedMeal(typed: Typed, now: MealCounts | null): MealCounts {
  const numberOf = (group: Group) => Number(plain(textOfGroup(group, typed, now)) || '0');
  return { adultCount: numberOf('adults'), youthCount: numberOf('youth'), childCount: numberOf('children') };
}

function plain(text: string): string {
  return text.normalize('NFKC').trim();
}
