import { Ledger } from './ledger.js';

/** A ledger that also knows what was expected at earlier moments. `now` returns the present moment, a number. */
export class DatedLedger extends Ledger {
  #history = [];
  #now;

  constructor(now) {
    super();
    this.#now = now;
  }

  async attempt(mark, state, act) {
    const note = () => this.#history.push({ at: this.#now(), mark, possible: this.states(mark) });
    const answer = await super.attempt(mark, state, () => {
      note();
      return act();
    });
    note();
    return answer;
  }

  /** Compares the records that existed at a moment with those that were expected then. */
  settleAt(moment, records) {
    const expected = new Map();
    for (const { at, mark, possible } of this.#history) if (at <= moment) expected.set(mark, possible);
    return this.compare(expected, records);
  }
}
