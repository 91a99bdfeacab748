/** Finds what a power cut would lose: data of the books and receipts that was written but not yet synced. */
import path from 'node:path';

/** A line of strace with the process and the system call. An interrupted call has two lines. */
const LINE = /^(\d+)\s+(?:<\.\.\. (\w+) resumed>|(\w+)\()(.*)$/;
const HANDLE = /^\d+<([^>]*)>/;
const PATHS = /"([^"]*)"/g;
const ANSWER = /"HTTP\/1\.1 2\d\d /;
/** Matches a pwrite at the beginning of a file. The offset is the last argument. */
const AT_START = /, 0(\)| <)/;

export class Unsynced {
  #log;
  #database;
  #receipts;
  #dirty = new Set();
  /** The unfinished system call of each process. */
  #waiting = new Map();
  faults = [];
  acknowledgements = 0;
  syncs = 0;
  /** How often the write-ahead log was restarted or removed. */
  logsGivenUp = 0;

  constructor(directory) {
    this.#database = path.join(directory, 'vestry.db');
    this.#log = `${this.#database}-wal`;
    this.#receipts = path.join(directory, 'receipts');
  }

  /** Processes one line. A write counts from its beginning, and a sync from its end. */
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
    else if (ANSWER.test(rest)) this.#acknowledge('a response');
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
    if (file === this.#log && AT_START.test(rest)) this.#giveUpLog('was restarted');
    if (file === this.#log || file === this.#database) this.#dirty.add(file);
  }

  /** Checks that the database was synced before the log is overwritten, because the data may be nowhere else. */
  #giveUpLog(how) {
    this.logsGivenUp += 1;
    if (this.#dirty.has(this.#database)) this.faults.push(`the log ${how} before the database was synced`);
    this.#dirty.delete(this.#log);
  }

  /** Marks the folder of a renamed receipt as unsynced, because a power cut could still lose the new name. */
  #rename(from, to) {
    if (!this.#isReceipt(to)) return;
    if (this.#dirty.delete(from)) this.faults.push('a receipt was renamed before it was synced');
    this.#dirty.add(path.dirname(to));
  }

  #isReceipt(file) {
    return file?.startsWith(`${this.#receipts}${path.sep}`) ?? false;
  }

  /**
   * Checks that the log and the receipts are synced. The database itself need not be synced, because the log
   * contains all data until it is restarted or removed.
   */
  #acknowledge(what) {
    this.acknowledgements += 1;
    const lost = [...this.#dirty].filter((file) => file !== this.#database);
    if (lost.length > 0) this.faults.push(`${what} went out before ${lost.join(', ')} was synced`);
  }
}
