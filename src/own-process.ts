import { spawn } from 'node:child_process';
import type { Background } from './background.ts';
import { program } from './package.ts';

const LONGEST_MESSAGE = 2000;

/**
 * Runs a command of this program in a process of its own, and waits for its end. The process is killed when the
 * background work ends. Throws if the command fails, with the message that it printed.
 */
export function runOwn(args: readonly string[], { ending }: Pick<Background, 'ending'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      // The end of its input tells the process that this one is gone, also if it was killed.
      stdio: ['pipe', 'ignore', 'pipe'],
      windowsHide: true,
    });
    const stop = () => void child.kill();
    ending.addEventListener('abort', stop, { once: true });
    let message = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (message = (message + text).slice(-LONGEST_MESSAGE)));
    child.once('error', reject);
    child.once('close', (code) => {
      ending.removeEventListener('abort', stop);
      if (code === 0) resolve();
      else reject(new Error(message.trim() || `vestry ${args[0]} ended with exit code ${code}.`));
    });
  });
}
