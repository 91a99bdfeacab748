import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Temporary directories and processes, all of which are gone at the end, however it ends. */
export class Scratch {
  #prefix;
  #directories = [];
  #processes = new Set();

  /** `prefix` begins the name of every directory. */
  constructor(prefix) {
    this.#prefix = prefix;
    process.once('exit', () => this.remove());
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  }

  /** A new, empty directory. */
  directory() {
    const directory = mkdtempSync(path.join(tmpdir(), this.#prefix));
    this.#directories.push(directory);
    return directory;
  }

  /** Has a process end with everything else, if it has not ended by itself. */
  keep(child) {
    this.#processes.add(child);
    child.once('exit', () => this.#processes.delete(child));
  }

  /** Ends what still runs. */
  endProcesses() {
    for (const child of this.#processes) child.kill('SIGKILL');
  }

  /** Ends what still runs and removes every directory. */
  remove() {
    this.endProcesses();
    for (const directory of this.#directories.splice(0)) rmSync(directory, { recursive: true, force: true });
  }
}
