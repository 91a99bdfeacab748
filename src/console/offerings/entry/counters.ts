/** The names of the counters. Each laptop has its own counter; the others stay in the list. */
import { remember, remembered } from '../../kit/tab-memory.ts';

/** Returns the counters after one name was changed: an empty name leaves the list, and a new one joins it. */
export function withCounter(counters: readonly string[], before: string, after: string): string[] {
  const name = after.trim();
  const names = counters.includes(before)
    ? counters.map((counter) => (counter === before ? name : counter))
    : [...counters, name];
  return Array.from(new Set(names.filter((counter) => counter !== '')));
}

/** Returns the name in the counter's own box: theirs in the list, or that of the account if nobody is named yet. */
export function ownCounter(counters: readonly string[], own: string): string {
  return counters.includes(own) || counters.length === 0 ? own : '';
}

/** Returns the first counter, and the one to ask for at the end. Who submits need not be a counter. */
export function pairOfCounters(counters: readonly string[], own: string): { first: string; second: string } {
  const first = ownCounter(counters, own) || (counters[0] ?? '');
  return { first, second: counters.find((name) => name !== first) ?? '' };
}

type Place = { ownerId: number; offeringId: number };

/**
 * Returns the name of the counter in an offering, if it differs from that of the account. The tab stores it; signing
 * out deletes it.
 */
export function ownNameIn({ ownerId, offeringId }: Place, accountName: string): string {
  return String(remembered(keyOf(ownerId, offeringId), accountName));
}

/** Stores the name under which somebody counts in an offering. */
export function keepOwnName({ ownerId, offeringId }: Place, name: string): void {
  remember(keyOf(ownerId, offeringId), name);
}

function keyOf(ownerId: number, offeringId: number): string {
  return `vestry-counter-${ownerId}-${offeringId}`;
}
