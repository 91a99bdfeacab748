/** Counts what a part has checked, and reports the faults that it found. */
export class Findings {
  #part;
  #counts = new Map();
  #skipped = '';
  faults = 0;

  constructor(part) {
    this.#part = part;
  }

  /** Counts a fault and prints it at once. */
  complain(what) {
    this.faults += 1;
    console.error(`${this.#part}: VIOLATION ${what}`);
  }

  /** Counts a check, and a fault if the condition is false. */
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

  /** Prints why a part cannot run on this machine. */
  skip(why) {
    this.#skipped = why;
    console.error(`${this.#part}: skipped, ${why}`);
  }

  say(what) {
    console.error(`${this.#part}: ${what}`);
  }

  /** Returns the summary of a part: the number of faults, and the counts of what was checked. */
  report(seconds) {
    const head = `${this.#part}: ${this.#skipped ? `skipped, ${this.#skipped}` : `${this.faults} faults in ${seconds} s`}`;
    const counts = [...this.#counts].map(([what, count]) => `${String(count).padStart(9)} ${what}`);
    return [head, ...counts].join('\n');
  }
}
