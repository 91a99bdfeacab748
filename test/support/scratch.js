import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Temporary directories and processes of a test tool. All are removed when the tool ends, even after an error. */
export class Scratch {
  #prefix;
  #directories = [];
  #processes = new Set();

  /** Every directory name begins with `prefix`. */
  constructor(prefix) {
    this.#prefix = prefix;
    process.once('exit', () => this.remove());
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  }

  /** Creates an empty directory in this folder. */
  directory(folder = tmpdir()) {
    const directory = mkdtempSync(path.join(folder, this.#prefix));
    this.#directories.push(directory);
    return directory;
  }

  /** Registers a process, so that `endProcesses` ends it if it is still running. */
  keep(child) {
    this.#processes.add(child);
    child.once('exit', () => this.#processes.delete(child));
  }

  /** Ends the processes that are still running. */
  endProcesses() {
    for (const child of this.#processes) child.kill('SIGKILL');
  }

  /** Ends the processes that are still running and removes every directory. */
  remove() {
    this.endProcesses();
    for (const directory of this.#directories.splice(0)) rmSync(directory, { recursive: true, force: true });
  }
}
