import { createHash } from 'node:crypto';

/** Numbers drawn from a seed: the same seed gives the same ones. */
export class Random {
  #seed;
  #drawn = 0;

  constructor(seed) {
    this.#seed = seed;
  }

  /** A whole number from the least to the most, both included. */
  between(least, most) {
    const digest = createHash('sha256')
      .update(`${this.#seed} ${(this.#drawn += 1)}`)
      .digest();
    return least + (digest.readUInt32BE(0) % (most - least + 1));
  }

  /** Whether something happens that happens once in so many times. */
  once(inSoMany) {
    return this.between(1, inSoMany) === 1;
  }

  pick(list) {
    return list[this.between(0, list.length - 1)];
  }
}
