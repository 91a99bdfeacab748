/** What the parts share: processes and temporary directories, all of which are gone at the end, however it ends. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fillChurch } from './church.js';
import { daemonArguments, start } from './process.js';

export class Workspace {
  #directories = [];
  #processes = new Set();
  #church;

  constructor() {
    process.once('exit', () => this.remove());
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  }

  /** A new, empty directory. */
  directory() {
    const directory = mkdtempSync(path.join(tmpdir(), 'vestry-bench-'));
    this.#directories.push(directory);
    return directory;
  }

  /** A copy of a directory. */
  copy(directory) {
    const copy = this.directory();
    cpSync(directory, copy, { recursive: true });
    return copy;
  }

  /** The data directory of a church with a year of givings, made when the first part asks for it. */
  church() {
    this.#church ??= this.#makeChurch();
    return this.#church;
  }

  async #makeChurch() {
    const directory = this.directory();
    const daemon = await this.start(daemonArguments(directory, 'development'));
    await fillChurch(daemon.port);
    await daemon.stop();
    return directory;
  }

  /** Starts a service, and stops it at the end if its part did not. */
  start(args, options) {
    const onSpawn = (child) => {
      this.#processes.add(child);
      child.once('exit', () => this.#processes.delete(child));
    };
    return start(args, { ...options, onSpawn });
  }

  /** Ends what still runs and removes every directory. */
  remove() {
    for (const child of this.#processes) child.kill('SIGKILL');
    for (const directory of this.#directories.splice(0)) rmSync(directory, { recursive: true, force: true });
  }
}
