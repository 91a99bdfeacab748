const ABSENT = 'absent';

/**
 * What the books must say: for each mark, under which a record is known, the states that it may be in. An acknowledged
 * write leaves one; a refused one leaves what was possible before; one without an answer may have been done or not.
 */
export class Ledger {
  #possible = new Map();
  /** How many writes were acknowledged, refused and left without an answer; and how many of the last were done. */
  counts = { done: 0, refused: 0, unknown: 0, unasked: 0, 'unknown but there': 0 };

  /** Tries to bring a record into a state; `act` says in its `outcome` whether that was done, refused or is unknown. */
  async attempt(mark, state, act) {
    const before = this.#possible.get(mark) ?? new Set([ABSENT]);
    const wanted = written(state);
    this.#possible.set(mark, new Set([...before, wanted]));
    const answer = await act();
    this.counts[answer.outcome] += 1;
    if (answer.outcome === 'done') this.#possible.set(mark, new Set([wanted]));
    if (answer.outcome === 'refused' || answer.outcome === 'unasked') this.#possible.set(mark, before);
    return answer;
  }

  /** Compares the records that there are with what was promised; what is there from now on has to stay. */
  settle(records) {
    const faults = [];
    for (const [mark, possible] of this.#possible) {
      const record = records.get(mark);
      const actual = record ? written(record.state) : ABSENT;
      if (!possible.has(actual)) faults.push(`${mark} is ${actual}, but was promised as ${[...possible].join(' or ')}`);
      if (record && record.times !== 1) faults.push(`${mark} is there ${record.times} times`);
      if (possible.size > 1 && actual !== [...possible][0]) this.counts['unknown but there'] += 1;
      this.#possible.set(mark, new Set([actual]));
    }
    for (const mark of records.keys())
      if (!this.#possible.has(mark)) faults.push(`${mark} is there, and nobody wrote it`);
    return faults;
  }

  /** In how many places a list shows a record that is there for certain: one that was deleted in none. */
  visible(mark) {
    const [state] = this.#possible.get(mark);
    return JSON.parse(state).gone === 1 ? 0 : 1;
  }

  /** The marks of records that are there for certain, of one kind. */
  present(kind) {
    const isThere = ([mark, possible]) => mark.startsWith(kind) && possible.size === 1 && !possible.has(ABSENT);
    return [...this.#possible].filter(isThere).map(([mark]) => mark);
  }
}

/** A state in a form that is the same for the same state. */
function written(state) {
  return JSON.stringify(Object.fromEntries(Object.entries(state).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}
