/** The names of the counters of an offering. Each laptop changes only the name of its own counter. */
import { remember, remembered } from '../../kit/tab-memory.ts';

/**
 * Returns the counters with the name `before` replaced by `after`. If `before` is not listed, adds `after`. If `after`
 * is empty, removes `before`.
 */
export function withCounter(counters: readonly string[], before: string, after: string): string[] {
  const name = after.trim();
  const names = counters.includes(before)
    ? counters.map((counter) => (counter === before ? name : counter))
    : [...counters, name];
  return Array.from(new Set(names.filter((counter) => counter !== '')));
}

/** Returns the text of the box `Counted by`: `own` if `counters` contains it or is empty, otherwise an empty text. */
export function ownCounter(counters: readonly string[], own: string): string {
  return counters.includes(own) || counters.length === 0 ? own : '';
}

/**
 * Returns the first two counters, with an empty text if there is no second counter. If the person at this laptop is
 * listed, this person is the first counter. The person who submits need not be a counter.
 */
export function pairOfCounters(counters: readonly string[], own: string): { first: string; second: string } {
  const first = ownCounter(counters, own) || (counters[0] ?? '');
  return { first, second: counters.find((name) => name !== first) ?? '' };
}

type Place = { ownerId: number; offeringId: number };

/**
 * Returns the name by which a person is listed as a counter of an offering: the name that this tab remembers, or else
 * the name of the account. Signing out deletes the remembered name.
 */
export function ownNameIn({ ownerId, offeringId }: Place, accountName: string): string {
  return String(remembered(keyOf(ownerId, offeringId), accountName));
}

/** Stores the name by which a person is listed as a counter of an offering. */
export function keepOwnName({ ownerId, offeringId }: Place, name: string): void {
  remember(keyOf(ownerId, offeringId), name);
}

function keyOf(ownerId: number, offeringId: number): string {
  return `vestry-counter-${ownerId}-${offeringId}`;
}
