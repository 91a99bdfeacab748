/** What a part has looked at, and what it found wrong. */
export class Findings {
  #part;
  #counts = new Map();
  #skipped = '';
  faults = 0;

  constructor(part) {
    this.#part = part;
  }

  /** Something that must not be; said at once. */
  complain(what) {
    this.faults += 1;
    console.error(`${this.#part}: VIOLATION ${what}`);
  }

  /** Complains unless it is so. */
  expect(isSo, what) {
    this.count('checks');
    if (!isSo) this.complain(what);
  }

  count(what, by = 1) {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + by);
  }

  total(what) {
    return this.#counts.get(what) ?? 0;
  }

  /** Says why something could not be looked at on this machine. */
  skip(why) {
    this.#skipped = why;
    console.error(`${this.#part}: skipped, ${why}`);
  }

  say(what) {
    console.error(`${this.#part}: ${what}`);
  }

  /** What is said at the end: how many faults, and below it what was looked at. */
  report(seconds) {
    const head = `${this.#part}: ${this.#skipped ? `skipped, ${this.#skipped}` : `${this.faults} faults in ${seconds} s`}`;
    const counts = [...this.#counts].map(([what, count]) => `${String(count).padStart(9)} ${what}`);
    return [head, ...counts].join('\n');
  }
}
