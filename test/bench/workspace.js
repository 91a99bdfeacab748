/** What the parts share: processes, temporary directories, and a church in one of them. */
import { cpSync } from 'node:fs';
import { Scratch } from '../support/scratch.js';
import { fillChurch } from './church.js';
import { daemonArguments, start } from './process.js';

export class Workspace extends Scratch {
  #church;

  constructor() {
    super('vestry-bench-');
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
    return start(args, { ...options, onSpawn: (child) => this.keep(child) });
  }
}
