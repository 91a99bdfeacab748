/** What a power cut would take: of the books and receipts of a data directory, everything written and not synced since. */
import path from 'node:path';

/** A line of strace: the process, and what it asks; a call that another process interrupts is told in two lines. */
const LINE = /^(\d+)\s+(?:<\.\.\. (\w+) resumed>|(\w+)\()(.*)$/;
const HANDLE = /^\d+<([^>]*)>/;
const PATHS = /"([^"]*)"/g;
const ANSWER = /"HTTP\/1\.1 2\d\d /;
/** The offset is the last argument of a pwrite. */
const AT_START = /, 0(\)| <)/;

export class Unsynced {
  #log;
  #database;
  #receipts;
  #dirty = new Set();
  /** What a process has asked for and has not yet got. */
  #waiting = new Map();
  faults = [];
  acknowledgements = 0;
  syncs = 0;
  /** How often the log was begun anew or removed. */
  logsGivenUp = 0;

  constructor(directory) {
    this.#database = path.join(directory, 'vestry.db');
    this.#log = `${this.#database}-wal`;
    this.#receipts = path.join(directory, 'receipts');
  }

  /** Follows one line. Writing counts from its beginning, syncing from its end. */
  read(line) {
    const [, pid, resumed, begun, rest = ''] = LINE.exec(line) ?? [];
    const isOver = !rest.includes('<unfinished ...>');
    if (begun) this.#begin(begun, rest);
    const asked = resumed ? this.#waiting.get(pid) : rest;
    if (!isOver) this.#waiting.set(pid, rest);
    else if (asked !== undefined && / = 0\b/.test(rest)) this.#end(resumed ?? begun, asked);
  }

  #begin(name, rest) {
    const [, file] = HANDLE.exec(rest) ?? [];
    if (name === 'pwrite64') this.#writeBooks(file, rest);
    else if (ANSWER.test(rest)) this.#acknowledge('an answer');
    else if (name === 'exit_group' && rest.startsWith('0)')) this.#acknowledge('the end of the command');
    else if (name === 'write' && this.#isReceipt(file)) this.#dirty.add(file);
    else if (name === 'unlink' && rest.includes(`"${this.#log}"`)) this.#giveUpLog('was removed');
  }

  #end(name, asked) {
    const [, file] = HANDLE.exec(asked) ?? [];
    if (name === 'fsync' || name === 'fdatasync') {
      this.syncs += 1;
      this.#dirty.delete(file);
    }
    if (name === 'rename') this.#rename(...[...asked.matchAll(PATHS)].map(([, one]) => one));
  }

  #writeBooks(file, rest) {
    if (file === this.#log && AT_START.test(rest)) this.#giveUpLog('was begun anew');
    if (file === this.#log || file === this.#database) this.#dirty.add(file);
  }

  /** What is in the log and not in the database is nowhere, once the log is written over. */
  #giveUpLog(how) {
    this.logsGivenUp += 1;
    if (this.#dirty.has(this.#database)) this.faults.push(`the log ${how} before the database was synced`);
    this.#dirty.delete(this.#log);
  }

  /** A new name is lost as long as its folder is not synced. */
  #rename(from, to) {
    if (!this.#isReceipt(to)) return;
    if (this.#dirty.delete(from)) this.faults.push('a receipt got its name before it was synced');
    this.#dirty.add(path.dirname(to));
  }

  #isReceipt(file) {
    return file?.startsWith(`${this.#receipts}${path.sep}`) ?? false;
  }

  /** The database is synced when the log is given up; until then the log has everything. */
  #acknowledge(what) {
    this.acknowledgements += 1;
    const lost = [...this.#dirty].filter((file) => file !== this.#database);
    if (lost.length > 0) this.faults.push(`${what} went out before ${lost.join(', ')} was synced`);
  }
}
