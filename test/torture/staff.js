/**
 * People who work on the books over HTTP and on the command line at the same time. Each write is recorded in a ledger.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { adjust, moveMoney, payTogether, receiveIncome } from './bookkeeping.js';
import { call } from './call.js';
import { Ledger } from './ledger.js';

const CENTS = 100;
const FIRST_SUNDAY = Date.UTC(2001, 0, 7);
const WEEK_MS = 7 * 86_400_000;
const FIRST_YEAR = 1900;
const NO_CATEGORY = 999_999;
const MONTHS = 12;

export class Staff {
  ledger = new Ledger();
  /** Requests with an idempotency key, so that they can be repeated. */
  keyed = [];
  port = 0;
  token = '';
  #serial = 0;
  #months = 0;
  #isOver = false;

  /** `env` is the environment of commands. */
  constructor({ place, findings, random, directory, env = {} }) {
    Object.assign(this, { place, findings, random, directory, env });
  }

  /** Lets this many people send requests, and one more person run commands, without pauses until `stop` is called. */
  async work({ people, killsCommands = false }) {
    this.#isOver = false;
    const busy = async (deeds) => {
      while (!this.#isOver) await this.random.pick(deeds)(this);
    };
    const atTerminal = COMMANDS.map((deed) => () => deed(this, killsCommands));
    await Promise.all([...Array.from({ length: people }, () => busy(DEEDS)), busy(atTerminal)]);
  }

  /** Makes everybody stop after their current task. */
  stop() {
    this.#isOver = true;
  }

  nextMark(kind) {
    this.#serial += 1;
    return kind + String(this.#serial).padStart(6, '0');
  }

  /** Returns the serial number of a mark. */
  number(mark) {
    return Number(mark.slice(1));
  }

  /**
   * Returns the next month at each call, because months are closed in order. After a hundred years, returns the first
   * month again.
   */
  nextMonth() {
    const number = this.#months % (100 * MONTHS);
    this.#months += 1;
    return { year: FIRST_YEAR + Math.floor(number / MONTHS), month: (number % MONTHS) + 1 };
  }

  amount() {
    return this.random.between(1, 1_000_000);
  }

  /**
   * Sends one request. Without a response, the outcome is `unknown`, or `unasked` if no service was listening. An
   * unexpected error response counts as a fault.
   */
  async ask(method, route, options) {
    let answer;
    try {
      answer = await call(this.port, method, route, { token: this.token, ...options });
    } catch (error) {
      // If no service was listening, the request was not sent.
      await pause(5);
      return { outcome: error.code === 'ECONNREFUSED' ? 'unasked' : 'unknown' };
    }
    if (answer.status >= 500) this.findings.count(`answers ${answer.status}`);
    if (
      answer.status >= 500 &&
      !(answer.status === 503 && ['unavailable', 'books_unreadable', 'database_damaged'].includes(answer.body.code))
    )
      this.findings.complain(`${method} ${route} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return { ...answer, outcome: answer.status < 300 ? 'done' : 'refused' };
  }

  /** Sends a request that creates a record. Two of three such requests have an idempotency key. */
  async create({ mark, state, route, body }) {
    const key = this.random.once(3) ? undefined : `key-${mark}`;
    const options = { body, ...(key && { headers: { 'idempotency-key': key } }) };
    const answer = await this.ledger.attempt(mark, state, () => this.ask('POST', route, options));
    if (key && (answer.outcome === 'done' || answer.outcome === 'unknown'))
      this.keyed.push({ mark, state, route, options, outcome: answer.outcome, id: answer.body?.id });
    return answer;
  }

  /** Sends a request that must be refused and have no effect. */
  async refused(method, route, options) {
    const answer = await this.ask(method, route, options);
    this.findings.expect(answer.outcome !== 'done', `${method} ${route} accepted ${JSON.stringify(options.body)}`);
    return answer;
  }

  /** Runs a command. With `mayBeKilled`, about one command in three is killed. */
  async command(args, mayBeKilled) {
    const { child, ended } = this.place.vestry([...args, '--data-dir', this.directory], { env: this.env });
    const isKilled = mayBeKilled && this.random.once(3);
    const kill = isKilled ? setTimeout(() => child.kill('SIGKILL'), this.random.between(100, 900)) : undefined;
    const { code, signal, stdout, stderr } = await ended;
    clearTimeout(kill);
    this.findings.count(signal ? 'commands killed' : 'commands');
    if (signal) return { outcome: 'unknown' };
    if (![0, 3, 4, 5].includes(code)) this.findings.complain(`vestry ${args.join(' ')} ended with ${code}: ${stderr}`);
    if (code !== 0 && stderr.trim() === '')
      this.findings.complain(`vestry ${args.join(' ')} ended with ${code}, silently`);
    return { outcome: code === 0 ? 'done' : 'refused', code, stdout, stderr };
  }

  /** Runs a command that must succeed. */
  async expectCommand(args) {
    const { code, stdout, stderr } = await this.command(args, false);
    this.findings.expect(code === 0, `vestry ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
  }

  /**
   * Checks that every file named like a backup is a valid backup. Then removes the file, so that the next check sees
   * only new backups.
   */
  async verifyBackups() {
    const folder = path.join(this.directory, 'backups');
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder).filter((one) => one.startsWith('vestry-'))) {
      await this.expectCommand(['backup', 'verify', path.join(folder, name)]);
      rmSync(path.join(folder, name));
      this.findings.count('backups verified');
    }
  }

  /** Records an offering with this many gifts and returns the response. */
  offer(lines) {
    return offer(this, lines);
  }

  /** Records one gift and returns the response. */
  give() {
    return giveOn(this, '2026-03-01');
  }

  /** Enters an expense, and returns a function that attaches a new receipt to the expense and returns the response. */
  async replacedReceipt() {
    const { mark, route, state } = await enter(this);
    const put = (receipt, options) =>
      this.ledger.attempt(mark, { ...state, receipt }, () => this.ask('PUT', `${route}/receipt`, options));
    return () => attach(this, mark, put);
  }

  /** Records and pays one expense with a receipt. Returns true if all steps succeeded. */
  spend() {
    return spend(this);
  }

  /** Records an expense up to its approval. Returns its id, mark and state, or undefined if a step failed. */
  owe() {
    return owe(this);
  }
}

/** Records a gift, often changes it, and sometimes deletes it. */
async function give(staff) {
  const { ledger, random } = staff;
  const mark = staff.nextMark('g');
  let amount = staff.amount();
  const gift = () => ({ categoryId: 1, amount: amount / CENTS, date: '2026-03-01', method: 'Cash', note: mark });
  const created = await staff.create({ mark, state: { amount, gone: 0 }, route: '/api/givings', body: gift() });
  if (created.outcome !== 'done') return;
  const route = `/api/givings/${created.body.id}`;
  if (random.once(2)) {
    amount = staff.amount();
    const changed = await ledger.attempt(mark, { amount, gone: 0 }, () => staff.ask('PUT', route, { body: gift() }));
    if (changed.outcome !== 'done') return;
  }
  if (random.once(4)) await ledger.attempt(mark, { amount, gone: 1 }, () => staff.ask('DELETE', route));
}

/** Records the offering of a Sunday with all its gifts in one request. */
async function offer(staff, lines) {
  const mark = staff.nextMark('o');
  const amounts = Array.from({ length: lines }, () => staff.amount());
  const givings = amounts.map((amount) => ({ categoryId: 2, amount: amount / CENTS, method: 'Cash' }));
  const date = new Date(FIRST_SUNDAY + (staff.number(mark) % 1300) * WEEK_MS).toISOString().slice(0, 10);
  const state = { status: 'Draft', lines: amounts.join(',') };
  const body = { date, notes: mark, givings };
  const route = '/api/offering-sessions';
  // With one invalid line, none of the other lines may be stored.
  if (staff.random.once(6)) {
    givings.at(-1).categoryId = NO_CATEGORY;
    return { mark, state, ...(await staff.refused('POST', route, { body })) };
  }
  return { mark, state, ...(await staff.create({ mark, state, route, body })) };
}

/** Records an offering, submits it and reconciles it. */
async function holdService(staff) {
  const { mark, state, ...created } = await offer(staff, staff.random.between(1, 40));
  if (created.outcome !== 'done') return;
  const route = `/api/offering-sessions/${created.body.id}`;
  for (const [move, status] of [
    ['submit', 'Submitted'],
    ['reconcile', 'Reconciled'],
  ]) {
    const moved = await staff.ledger.attempt(mark, { ...state, status }, () => staff.ask('POST', `${route}/${move}`));
    if (moved.outcome !== 'done') return;
  }
}

/** Enters an expense without submitting it. */
async function enter(staff) {
  const mark = staff.nextMark('e');
  const amount = staff.amount();
  const bill = { subCategoryId: 1, ministryId: 1, expenseDate: '2026-03-02' };
  const body = { ...bill, amount: amount / CENTS, description: mark };
  const state = { amount, status: 'Draft', receipt: null };
  const { outcome, body: made } = await staff.create({ mark, state, route: '/api/expenses', body });
  return { mark, state, outcome, id: made?.id, route: `/api/expenses/${made?.id}` };
}

/** Records an expense up to its approval. Returns its id, mark and state, or undefined if a step failed. */
async function owe(staff) {
  const { mark, id, route, outcome, state: draft } = await enter(staff);
  if (outcome !== 'done') return undefined;
  for (const [move, status] of [
    ['submit', 'PendingApproval'],
    ['approve', 'Approved'],
  ]) {
    const moved = await staff.ledger.attempt(mark, { ...draft, status }, () => staff.ask('POST', `${route}/${move}`));
    if (moved.outcome !== 'done') return undefined;
  }
  return { id, mark, state: { ...draft, status: 'Approved' } };
}

/** Takes an expense with a receipt through all its steps. Returns true if it was paid. */
async function spend(staff) {
  const { mark, route, outcome, ...entered } = await enter(staff);
  if (outcome !== 'done') return false;
  let { state } = entered;
  const step = async (change, method, path, options) => {
    const moved = await staff.ledger.attempt(mark, { ...state, ...change }, () => staff.ask(method, path, options));
    if (moved.outcome === 'done') state = { ...state, ...change };
    return moved.outcome === 'done';
  };
  const steps = [
    () => attach(staff, mark, (receipt, options) => step({ receipt }, 'PUT', `${route}/receipt`, options)),
    () => step({ status: 'PendingApproval' }, 'POST', `${route}/submit`),
    () => attach(staff, mark, (receipt, options) => step({ receipt }, 'PUT', `${route}/receipt`, options)),
    () => step({ status: 'Approved' }, 'POST', `${route}/approve`),
    () => step({ status: 'Paid' }, 'POST', `${route}/pay`),
  ];
  for (const next of steps) if (!(await next())) return false;
  return true;
}

/** Attaches a new receipt of up to 200 KB. */
function attach(staff, mark, put) {
  const bytes = Buffer.alloc(staff.random.between(100, 200_000), `${mark} ${staff.random.between(0, 1e9)} `);
  bytes.write('%PDF-1.7\n');
  const receipt = createHash('sha256').update(bytes).digest('hex');
  return put(receipt, { body: bytes, headers: { 'content-type': 'application/pdf', 'content-length': bytes.length } });
}

async function welcome(staff) {
  const mark = staff.nextMark('m');
  const state = { firstName: 'Grace', gone: 0 };
  const body = { firstName: 'Grace', lastName: mark };
  const created = await staff.create({ mark, state, route: '/api/members', body });
  if (created.outcome !== 'done' || !staff.random.once(3)) return;
  const route = `/api/members/${created.body.id}`;
  await staff.ledger.attempt(mark, { ...state, gone: 1 }, () => staff.ask('DELETE', route));
}

/** Creates the statement of a month long ago, closes the month while gifts in it are recorded, and often reopens it. */
async function closeMonth(staff) {
  const month = monthOf(staff);
  const [route, mark] = [`/api/monthly-statements/${month.route}`, `s${month.key}`];
  const { ledger } = staff;
  const state = { status: 'Draft', notes: mark };
  const saved = await ledger.attempt(mark, state, () =>
    staff.ask('PUT', route, { body: { openingBalance: 0, notes: mark } }),
  );
  if (saved.outcome !== 'done') return;
  const late = Promise.all([1, 2, 3].map((day) => giveOn(staff, `${month.key}-0${day}`)));
  const closed = await ledger.attempt(mark, { ...state, status: 'Finalized' }, () =>
    staff.ask('POST', `${route}/finalize?force=true`),
  );
  await late;
  if (closed.outcome !== 'done' || !staff.random.once(2)) return;
  await ledger.attempt(mark, state, () => staff.ask('POST', `${route}/reopen`, { body: { reason: 'Forgot one' } }));
}

function monthOf(staff) {
  const { year, month } = staff.nextMonth();
  return { route: `${year}/${month}`, key: `${year}-${String(month).padStart(2, '0')}` };
}

function giveOn(staff, date) {
  const mark = staff.nextMark('g');
  const amount = staff.amount();
  const body = { categoryId: 1, amount: amount / CENTS, date, method: 'Cash', note: mark };
  return staff.create({ mark, state: { amount, gone: 0 }, route: '/api/givings', body });
}

const BOOKKEEPING = [receiveIncome, moveMoney, adjust, payTogether];
const DEEDS = [give, give, give, holdService, spend, spend, welcome, closeMonth, ...BOOKKEEPING];

/** Imports a list of gifts. The list must be stored completely or not at all. */
async function importGifts(staff, mayBeKilled) {
  const mark = staff.nextMark('i');
  const { file, state } = writeList(staff, staff.random.between(20, 400), mark);
  await staff.ledger.attempt(mark, state, () => staff.command(['import', 'givings', file, '--no-givers'], mayBeKilled));
}

/**
 * Writes a file with this many gifts that all have the same note. Returns the file and the state of these gifts after
 * the import.
 */
export function writeList(staff, rows, note) {
  const amounts = Array.from({ length: rows }, () => staff.amount());
  const lines = amounts.map(
    (amount, row) => `2026-02-0${(row % 7) + 1},${(amount / CENTS).toFixed(2)},Cash,Tithe,${note}`,
  );
  const file = path.join(staff.place.directory(), 'gifts.csv');
  writeFileSync(file, ['date,amount,method,category,note', ...lines].join('\r\n'));
  return { file, state: { rows, total: amounts.reduce((sum, amount) => sum + amount, 0) } };
}

async function addMember(staff, mayBeKilled) {
  const mark = staff.nextMark('m');
  const args = ['member', 'create', '--first-name', 'Silas', '--last-name', mark];
  await staff.ledger.attempt(mark, { firstName: 'Silas', gone: 0 }, () => staff.command(args, mayBeKilled));
}

async function noteMonth(staff, mayBeKilled) {
  const { key } = monthOf(staff);
  const args = ['statement', 'update', key, '--opening-balance', '0', '--notes', `s${key}`];
  await staff.ledger.attempt(`s${key}`, { status: 'Draft', notes: `s${key}` }, () => staff.command(args, mayBeKilled));
}

/** Creates a backup, which `verifyBackups` checks later. */
async function backUp(staff, mayBeKilled) {
  await staff.command(['backup', 'create'], mayBeKilled);
}

const COMMANDS = [importGifts, addMember, noteMonth, backUp];
