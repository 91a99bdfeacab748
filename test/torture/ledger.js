const ABSENT = 'absent';

/**
 * The expected content of the books: for each record, its possible states. A unique text in the record, its mark,
 * identifies the record. An acknowledged write leaves one state. A refused write leaves the earlier states. A write
 * without a response adds its state to the earlier states.
 */
export class Ledger {
  #possible = new Map();
  /**
   * How many writes were acknowledged, were refused, got no response, or never reached the service. `unknown but done`
   * counts the writes without a response that were carried out.
   */
  counts = { done: 0, refused: 0, unknown: 0, unasked: 0, 'unknown but done': 0 };

  /**
   * Calls `act`, which tries to bring a record into a state, and updates the possible states of the record by its
   * `outcome`: `done`, `refused`, `unknown`, or `unasked` if the service was not reached.
   */
  async attempt(mark, state, act) {
    const before = this.states(mark);
    const wanted = written(state);
    this.#possible.set(mark, new Set([...before, wanted]));
    const answer = await act();
    this.counts[answer.outcome] += 1;
    if (answer.outcome === 'done') this.#possible.set(mark, new Set([wanted]));
    if (answer.outcome === 'refused' || answer.outcome === 'unasked') this.#possible.set(mark, before);
    return answer;
  }

  /** Returns the possible states of a record. */
  states(mark) {
    return this.#possible.get(mark) ?? new Set([ABSENT]);
  }

  /** Compares the existing records with the expected records. Afterwards, each record must keep its existing state. */
  settle(records) {
    const faults = this.compare(this.#possible, records);
    for (const [mark, possible] of this.#possible) {
      const actual = actualOf(records.get(mark));
      if (possible.size > 1 && actual !== [...possible][0]) this.counts['unknown but done'] += 1;
      this.#possible.set(mark, new Set([actual]));
    }
    return faults;
  }

  /** Returns how the existing records differ from the expected ones: the possible states of each mark. */
  compare(expected, records) {
    const faults = [];
    for (const [mark, possible] of expected) {
      const record = records.get(mark);
      const actual = actualOf(record);
      if (!possible.has(actual)) faults.push(`${mark} is ${actual}, but should be ${[...possible].join(' or ')}`);
      if (record && record.times !== 1) faults.push(`${mark} was found ${record.times} times`);
    }
    for (const mark of records.keys()) if (!expected.has(mark)) faults.push(`${mark} was found, but nobody wrote it`);
    return faults;
  }

  /** Returns how many search hits a record in a known state has: none if the record is deleted, and otherwise one. */
  visible(mark) {
    const [state] = this.#possible.get(mark);
    return JSON.parse(state).gone === 1 ? 0 : 1;
  }

  /** Returns the marks of the records of one kind that certainly exist. */
  present(kind) {
    const isThere = ([mark, possible]) => mark.startsWith(kind) && possible.size === 1 && !possible.has(ABSENT);
    return [...this.#possible].filter(isThere).map(([mark]) => mark);
  }
}

const actualOf = (record) => (record ? written(record.state) : ABSENT);

/** Returns a text that is equal for equal states. */
function written(state) {
  return JSON.stringify(Object.fromEntries(Object.entries(state).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}
