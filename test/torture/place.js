/** The environment of a part: its directories, the program running in them, and the cleanup at the end. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Scratch } from '../support/scratch.js';

const PROGRAM = fileURLToPath(new URL('../../bin/vestry.js', import.meta.url));
const READY_MS = 60_000;
const WORDS_KEPT = 4000;

export class Place extends Scratch {
  #endings = [];

  constructor() {
    super('vestry-torture-');
  }

  /** Registers a function that runs at the end of the part. */
  atEnd(ending) {
    this.#endings.push(ending);
  }

  /**
   * Starts `vestry ...args`. If `under` is given, it is the command line of another program, such as strace, that runs
   * `vestry`. `ended` resolves with the exit code, the signal and the last output.
   */
  vestry(args, { under = [], env = {} } = {}) {
    const [program, ...all] = [...under, process.execPath, PROGRAM, ...args];
    const child = spawn(program, all, { env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] });
    this.keep(child);
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'])
      child[stream].setEncoding('utf8').on('data', (text) => (said[stream] = (said[stream] + text).slice(-WORDS_KEPT)));
    const ended = new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve({ code, signal, ...said }));
    });
    return { child, ended, said };
  }

  /** Starts `vestry serve` in the development environment on a free port. `ready` resolves with the port. */
  service(directory, { under, env, args = [] } = {}) {
    const all = ['serve', '--data-dir', directory, '--port', '0', '--env', 'development', '--json', ...args];
    const { child, ended, said } = this.vestry(all, { under, env: { VESTRY_LOG_LEVEL: 'warn', ...env } });
    const ready = new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('The service did not become ready.')), READY_MS);
      child.once('close', (code, signal) => {
        clearTimeout(late);
        reject(new Error(`The service ended with ${code ?? signal}: ${said.stderr}`));
      });
      let line = '';
      child.stdout.on('data', (text) => {
        line += text;
        if (!line.includes('\n')) return;
        clearTimeout(late);
        resolve(Number(new URL(JSON.parse(line.split('\n', 1)[0]).url).port));
      });
    });
    // A caller that kills the service during its start does not wait for `ready`.
    ready.catch(() => {});
    const end = (signal) => {
      child.kill(signal);
      return ended;
    };
    return { child, ready, ended, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
  }

  /** Ends the running processes, runs the registered functions, and removes every directory. */
  remove() {
    // A disk can be unmounted only when no process uses it.
    this.endProcesses();
    for (const ending of this.#endings.splice(0)) ending();
    super.remove();
  }
}

/** Returns an environment without the caller's settings, which could affect the result. */
function environment(extra) {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('VESTRY_') && name !== 'NODE_OPTIONS');
  return { ...Object.fromEntries(own), NO_COLOR: '1', ...extra };
}
