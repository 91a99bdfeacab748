/** Pseudo-random numbers that are the same for the same seed. Never use them for secrets. */
export type Random = {
  /** Returns a number from 0 up to, but not including, 1. */
  next: () => number;
  /** Returns a whole number from 0 up to, but not including, the limit. */
  below: (limit: number) => number;
  /** Returns a whole number from `from` to `to`, both included. */
  between: (from: number, to: number) => number;
  /** Returns true with this probability. */
  chance: (probability: number) => boolean;
  /** Returns one of the items. The list must not be empty. */
  pick: <T>(items: readonly T[]) => T;
  /** Returns one of the keys. A key with a greater weight is more likely. */
  weighted: <K extends string>(weights: Readonly<Record<K, number>>) => K;
};

/** Returns a Mulberry32 generator that is seeded with a number or a text. */
export function generator(seed: number | string): Random {
  let state = typeof seed === 'number' ? seed : hashOf(seed);
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    between: (from, to) => from + below(to - from + 1),
    chance: (probability) => next() < probability,
    pick: <T>(items: readonly T[]) => items[below(items.length)] as T,
    weighted: (weights) => pickWeighted(weights, next()),
  };
}

function pickWeighted<K extends string>(weights: Readonly<Record<K, number>>, share: number): K {
  const entries = Object.entries(weights) as [K, number][];
  let left = share * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [key, weight] of entries) {
    left -= weight;
    if (left < 0) return key;
  }
  throw new RangeError('No key can be picked, because no weight is above zero.');
}

/** Returns the FNV-1a hash of a text. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93);
  return hash | 0;
}
