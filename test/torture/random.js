import { createHash } from 'node:crypto';

/** Draws random numbers. The same seed draws the same numbers. */
export class Random {
  #seed;
  #drawn = 0;

  constructor(seed) {
    this.#seed = seed;
  }

  /** Returns a whole number from `least` to `most`, both included. */
  between(least, most) {
    const digest = createHash('sha256')
      .update(`${this.#seed} ${(this.#drawn += 1)}`)
      .digest();
    return least + (digest.readUInt32BE(0) % (most - least + 1));
  }

  /** Returns true with a probability of one in `inSoMany`. */
  once(inSoMany) {
    return this.between(1, inSoMany) === 1;
  }

  pick(list) {
    return list[this.between(0, list.length - 1)];
  }
}
