/** The state that every operation needs: the service, the model's books, random choices, and the faults found. */
import { Books } from './books.js';
import { dayAfter, dayIn, firstOf, lastOf, latest, monthAfter, monthOf, monthsBetween } from './money-and-days.js';
import { NOW } from './service.js';

const MONTHS_BACK = 29;
const MOST_FAULTS = 8;

/** This error stops the run, for example because the model no longer knows what the service has stored. */
export class Stop extends Error {}

export class Run {
  faults = [];
  /** How often each operation was carried out, by name. `refusals` counts the refusals of requests by error code. */
  counts = new Map();
  refusals = new Map();
  missing = new Set();
  operation = 0;
  mostFaults = MOST_FAULTS;
  name = 'setup';
  #serial = 0;

  constructor({ service, random, zone, fiscalStart, operations, ignore }) {
    const today = dayIn(zone, NOW);
    const firstMonth = monthAfter(monthOf(today), -MONTHS_BACK);
    Object.assign(this, { service, random, zone, fiscalStart, operations, ignore, today });
    this.books = new Books({ today, firstMonth, fiscalStart });
  }

  /** Returns true if the service has the route, such as `POST /api/transfers`. Otherwise notes that it is missing. */
  has(route) {
    if (this.service.routes.has(route)) return true;
    this.missing.add(`${this.name}: no ${route}`);
    return false;
  }

  /** Returns true if the body of a request may have the field. Otherwise notes that it is missing. */
  knows(schema, field) {
    const known = this.service.document.components.schemas[schema];
    if (known?.properties?.[field] !== undefined) return true;
    this.missing.add(`${schema}: no field ${field}`);
    return false;
  }

  fault(text) {
    const known = this.ignore.find((one) => new RegExp(one).test(text));
    if (known) {
      this.missing.add(`known: ${known}`);
      return;
    }
    this.faults.push(`operation ${this.operation} (${this.name}): ${text}`);
    if (this.faults.length >= this.mostFaults) throw new Stop('Too many faults.');
  }

  /**
   * Sends a request and returns the body of its response, or undefined if it was refused. With `refuse`, the request
   * must be refused with a code in `refuse` or `may`. With `may` alone, it may succeed or be refused with such a code.
   * `onRefusal` checks what the refusal says.
   */
  async send({ as = 'treasurer', method = 'POST', path, body, refuse, may = [], onRefusal }) {
    const answer = await this.service.ask(as, method, path, body);
    const { status } = answer;
    const code = answer.body?.code;
    const said = () =>
      `${as} ${method} ${path} ${JSON.stringify(body) ?? ''} -> ${status} ${JSON.stringify(answer.body)}`;
    if (status < 300) {
      if (refuse) {
        this.fault(`accepted a request that must be refused with ${[refuse].flat().join(' or ')}: ${said()}`);
        throw new Stop('The model does not know what was stored.');
      }
      return answer.body === '' ? {} : answer.body;
    }
    this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
    const wanted = refuse ? [refuse, may].flat() : may;
    // Once the books have an opening, changes to documents from before the opening may be refused.
    if (code === 'before_the_books' && this.books.opening) return undefined;
    if (status >= 500 || !wanted.includes(code))
      this.fault(`${refuse ? `expected ${wanted.join(' or ')}` : 'refused'}: ${said()}`);
    onRefusal?.(this, answer.body);
    return undefined;
  }

  /** Sends a GET request that must succeed, and returns the body of the response. */
  async read(path, as = 'treasurer') {
    const { status, body } = await this.service.ask(as, 'GET', path);
    if (status !== 200) throw new Stop(`GET ${path} returned status ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** Compares a field of a document, such as its account, with the value that the model expects. */
  expect(what, found, expected) {
    if (JSON.stringify(found) === JSON.stringify(expected)) return;
    this.fault(`${what} is ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
  }

  expectOneOf(what, found, expected) {
    if (!expected.includes(found)) this.fault(`${what} is ${found}, expected one of ${expected.join(', ')}`);
  }

  keep(kind, document) {
    return this.books.keep(kind, document, this.operation);
  }

  unique(word) {
    this.#serial += 1;
    return `${word} ${String(this.#serial).padStart(5, '0')}`;
  }

  chance(percent) {
    return this.random.between(1, 100) <= percent;
  }

  pick(list) {
    return this.random.pick(list);
  }

  /** Returns a random amount in cents, often small and sometimes large. */
  cents(most = 10 ** this.random.between(2, 7)) {
    return this.random.between(1, most);
  }

  /** Divides an amount into random parts. Returns undefined if the amount is too small. */
  divide(amount, count) {
    if (amount < count) return undefined;
    const cuts = new Set();
    while (cuts.size < count - 1) cuts.add(this.random.between(1, amount - 1));
    const bounds = [0, ...[...cuts].toSorted((a, b) => a - b), amount];
    return bounds.slice(1).map((bound, index) => bound - bounds[index]);
  }

  /** The month in which most documents of this part of the run are dated. */
  get currentMonth() {
    const months = monthsBetween(this.books.firstMonth, monthOf(this.today));
    const index = Math.floor((this.operation / (this.operations + 1)) * months.length);
    return months[Math.min(index, months.length - 1)];
  }

  /** Returns a random day of a month, but no day after today. */
  dayOf(month) {
    const last = lastOf(month) < this.today ? lastOf(month) : this.today;
    return dayAfter(firstOf(month), this.random.between(0, Number(last.slice(8)) - 1));
  }

  /** Returns a random day, usually in an open month, and rarely in a closed month or before the books. */
  anyDay() {
    const { books } = this;
    const dice = this.random.between(1, 100);
    if (dice <= 4 && books.lastClosed) return this.dayOf(this.pick(monthsBetween(books.firstMonth, books.lastClosed)));
    return this.openDay();
  }

  /** Returns a random day in an open month, but no day after today or before `from`. */
  openDay(from = '') {
    const { books, currentMonth, today } = this;
    const months = monthsBetween(books.firstOpenMonth, currentMonth);
    const month = months.length === 0 || this.chance(70) ? currentMonth : this.pick(months);
    const day = this.dayOf(month < books.firstOpenMonth ? monthOf(today) : month);
    const least = latest([from, books.firstOpenDate, books.opening?.date ?? '']);
    return day >= least ? day : least > today ? today : least;
  }

  /** Returns the code with which a document on these days is refused, or undefined if all days are open. */
  refusalOn(...days) {
    return days.some((day) => this.books.isClosed(day)) ? 'period_finalized' : undefined;
  }
}
