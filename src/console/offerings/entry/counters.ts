/** The names of those who counted. Each laptop has one's own; the others stay in the list. */
import { remember, remembered } from '../../kit/tab-memory.ts';

/** The counters after one name of the list was typed differently: an empty one leaves the list, a new one joins it. */
export function withCounter(counters: readonly string[], before: string, after: string): string[] {
  const name = after.trim();
  const names = counters.includes(before)
    ? counters.map((counter) => (counter === before ? name : counter))
    : [...counters, name];
  return Array.from(new Set(names.filter((counter) => counter !== '')));
}

/** The name that a counter's own box shows: the own one of the list, and the account's where nobody is named yet. */
export function ownCounter(counters: readonly string[], own: string): string {
  return counters.includes(own) || counters.length === 0 ? own : '';
}

/** Who is named first at the end, and who is asked for: whoever submits need not be one of those who counted. */
export function pairOfCounters(counters: readonly string[], own: string): { first: string; second: string } {
  const first = ownCounter(counters, own) || (counters[0] ?? '');
  return { first, second: counters.find((name) => name !== first) ?? '' };
}

type Place = { ownerId: number; offeringId: number };

/** The name under which somebody counts in an offering, if it is not the account's. The tab keeps it; signing out empties that. */
export function ownNameIn({ ownerId, offeringId }: Place, accountName: string): string {
  return String(remembered(keyOf(ownerId, offeringId), accountName));
}

/** Remembers the name under which somebody counts in an offering. */
export function keepOwnName({ ownerId, offeringId }: Place, name: string): void {
  remember(keyOf(ownerId, offeringId), name);
}

function keyOf(ownerId: number, offeringId: number): string {
  return `vestry-counter-${ownerId}-${offeringId}`;
}
