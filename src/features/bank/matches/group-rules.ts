/**
 * Finds two to five entries near a day whose amounts add up to an amount: the gifts of one transfer, the deposits of one
 * trip to the bank, or the lines of one payment.
 */
import { breathe } from '../../../lib/chunks.ts';
import type { Minor } from '../../../lib/money.ts';

/** A document or a line. */
export type Entry = { day: number; amount: Minor };

/** All entries of a group are within this many days of the wanted day. */
export const DAYS = 10;
/** The largest number of entries of a group. */
const MOST = 5;
/** How many of the nearest entries are tried for a group of each size. Larger groups have far more combinations. */
const TRIED: Readonly<Record<number, number>> = { 2: 200, 3: 30, 4: 14, 5: 12 };
/** How many groups are returned. */
const SHOWN = 3;
/** After how many combinations other requests may run. */
const PORTION = 5000;

export type Meter = { count: () => void; pause: () => Promise<void> };

/** Counts the combinations that are tried. `pause` lets other requests run after many of them. */
export function newMeter(): Meter {
  let tried = 0;
  return {
    count: () => {
      tried++;
    },
    pause: async () => {
      if (tried++ < PORTION) return;
      tried = 0;
      await breathe();
    },
  };
}

type Options<T> = { meter: Meter; fits: (entry: T) => boolean };

/**
 * Returns groups of entries that add up to the wanted amount: the smallest groups, those of the fewest days first.
 * `sorted` is ordered by day.
 */
export function groupsOf<T extends Entry>(
  wanted: { day: number; amount: Minor },
  sorted: readonly T[],
  { meter, fits }: Options<T>,
): T[][] {
  const near = nearest(wanted.day, sorted, (entry) => entry.amount > 0 === wanted.amount > 0 && fits(entry));
  for (let size = 2; size <= Math.min(MOST, near.length); size++) {
    const found = combinations(near.slice(0, TRIED[size]), { size, wanted: wanted.amount, meter });
    if (found.length > 0) return found.toSorted((a, b) => spanOf(a) - spanOf(b)).slice(0, SHOWN);
  }
  return [];
}

const spanOf = (group: readonly Entry[]) =>
  Math.max(...group.map(({ day }) => day)) - Math.min(...group.map(({ day }) => day));

/** The largest number of groups of one size that are compared. */
const COMPARED = 20;

type Wanted = { size: number; wanted: number; meter: Meter };

/**
 * Returns combinations of entries that add up, which all have the sign of the wanted amount. The last entry of each is
 * looked up by its amount, so a combination of three costs as much as one of two.
 */
function combinations<T extends Entry>(entries: readonly T[], { size, wanted, meter }: Wanted): T[][] {
  const sizes = entries.map(({ amount }) => Math.abs(amount));
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const isFar = (left: number, rest: number) => Math.abs(rest) > left * most || Math.abs(rest) < left * least;
  if (isFar(size, wanted)) return [];
  const places = new Map<number, number>();
  for (const [index, { amount }] of entries.entries()) places.set(amount, index);
  const found: T[][] = [];
  const chosen: number[] = [];
  const choose = (from: number, left: number, rest: number): void => {
    meter.count();
    if (isFar(left, rest)) return;
    if (left === 1) {
      const place = places.get(rest) ?? -1;
      if (place >= from) found.push([...chosen, place].flatMap((index) => entries[index] ?? []));
      return;
    }
    for (let index = from; index <= entries.length - left && found.length < COMPARED; index++) {
      chosen.push(index);
      choose(index + 1, left - 1, rest - (entries[index]?.amount ?? 0));
      chosen.pop();
    }
  };
  choose(0, size, wanted);
  return found;
}

/** How many of the next lines are tried together with a line. */
const NEXT = 12;

/**
 * Calls `take` with groups of two to five entries, of a list ordered by day, that add up to one of the wanted amounts.
 * `take` returns whether it took the group; a group does not contain entries that were taken before.
 */
export async function eachGroup<T extends Entry>(
  sorted: readonly T[],
  wanted: { has: (sum: number) => boolean; keys: () => Iterable<number> },
  take: (group: readonly T[]) => boolean,
): Promise<void> {
  const meter = newMeter();
  const used = new Set<T>();
  let most = 0;
  for (const amount of wanted.keys()) most = Math.max(most, Math.abs(amount));
  for (const [first, entry] of sorted.entries()) {
    if (used.has(entry)) continue;
    const next = sorted
      .slice(first + 1, first + 1 + NEXT)
      .filter((one) => one.day - entry.day <= DAYS && one.amount > 0 === entry.amount > 0 && !used.has(one));
    for (const group of groupsWith(entry, next, { wanted, most, meter })) {
      if (group.some((one) => used.has(one)) || !take(group)) continue;
      for (const one of group) used.add(one);
    }
    await meter.pause();
  }
}

type Search = { wanted: { has: (sum: number) => boolean }; most: number; meter: Meter };

/**
 * Returns the groups of an entry and the next ones whose sum is wanted, the smallest first. All amounts have one sign,
 * and `most` is the largest wanted sum without its sign.
 */
function groupsWith<T extends Entry>(first: T, next: readonly T[], { wanted, most, meter }: Search): T[][] {
  const found: T[][] = [];
  const chosen: T[] = [first];
  const choose = (from: number, sum: number): void => {
    for (let index = from; index < next.length; index++) {
      const entry = next[index];
      if (!entry) return;
      meter.count();
      if (Math.abs(sum + entry.amount) > most) continue;
      chosen.push(entry);
      if (wanted.has(sum + entry.amount)) found.push([...chosen]);
      if (chosen.length < MOST) choose(index + 1, sum + entry.amount);
      chosen.pop();
    }
  };
  choose(0, first.amount);
  return found.toSorted((a, b) => a.length - b.length);
}

/** Returns the entries, of a list ordered by day, that are nearest to a day. */
function nearest<T extends Entry>(day: number, sorted: readonly T[], fits: (entry: T) => boolean): T[] {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.day ?? Infinity) < day) low = middle + 1;
    else high = middle;
  }
  const near: T[] = [];
  let [before, after] = [low - 1, low];
  while (near.length < (TRIED[2] ?? 0)) {
    const back = day - (sorted[before]?.day ?? -Infinity);
    const ahead = (sorted[after]?.day ?? Infinity) - day;
    if (!(Math.min(back, ahead) <= DAYS)) break;
    const one = sorted[back < ahead ? before-- : after++];
    if (one && fits(one)) near.push(one);
  }
  return near;
}
