/** The resources that the parts of the benchmark (`parts/*.js`) share: processes, temporary directories, and a church. */
import { cpSync } from 'node:fs';
import { Scratch } from '../support/scratch.js';
import { fillChurch } from './church.js';
import { daemonArguments, start } from './process.js';

export class Workspace extends Scratch {
  #church;

  constructor() {
    super('vestry-bench-');
  }

  /** Returns a copy of a directory, in the folder for temporary files or in another one. */
  copy(directory, folder) {
    const copy = this.directory(folder);
    cpSync(directory, copy, { recursive: true });
    return copy;
  }

  /** Returns the data directory of a church with a year of givings. It is created for the first part that needs it. */
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

  /** Starts a service. If the part does not stop the service, the workspace stops it at the end. */
  start(args, options) {
    return start(args, { ...options, onSpawn: (child) => this.keep(child) });
  }
}
