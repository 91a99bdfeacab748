/** A pool of connections. A caller takes a free one, or waits until one is given back. */
export class Pool<T extends { close: () => void }> {
  readonly #all: readonly T[];
  readonly #free: T[];
  readonly #waiting: ((one: T) => void)[] = [];

  constructor(all: readonly T[]) {
    this.#all = all;
    // The connection that was given back last is taken first, so that the others are opened only when needed.
    this.#free = all.toReversed();
  }

  /** Returns a connection for one caller, and the function that gives it back. */
  async take(): Promise<{ taken: T; giveBack: () => void }> {
    const taken = this.#free.pop() ?? (await new Promise<T>((resolve) => this.#waiting.push(resolve)));
    const giveBack = () => {
      const next = this.#waiting.shift();
      if (next) next(taken);
      else this.#free.push(taken);
    };
    return { taken, giveBack };
  }

  close(): void {
    for (const one of this.#all) one.close();
  }
}
