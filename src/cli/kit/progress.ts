/** Shows a progress bar for long work at a terminal. */
import type { Options } from './action.ts';

const WIDTH = 30;

export type Progress = {
  /** Shows the progress. */
  update: (done: number, total: number) => void;
  /** Removes the bar. */
  end: () => void;
};

/** Runs work that updates a progress bar. Removes the bar when the work ends or fails. */
export async function withBar<T>(
  options: Options,
  label: string,
  work: (update: Progress['update']) => Promise<T>,
): Promise<T> {
  const bar = progressBar(options, label);
  try {
    return await work(bar.update);
  } finally {
    bar.end();
  }
}

/** Returns a progress bar on stderr. It shows nothing with --quiet, with --json, or without a terminal. */
export function progressBar({ quiet, json }: Options, label: string): Progress {
  if (!process.stderr.isTTY || quiet || json) return { update: () => {}, end: () => {} };
  let shown = '';
  const update = (done: number, total: number) => {
    const count = `${done}/${total}`;
    // A bar longer than one line could not be overwritten.
    const width = Math.max(0, Math.min(WIDTH, (process.stderr.columns || 80) - label.length - count.length - 3));
    const filled = total === 0 ? width : Math.floor((done / total) * width);
    const bar = `${label} ${'#'.repeat(filled)}${'-'.repeat(width - filled)} ${count}`;
    if (bar !== shown) process.stderr.write(`\r${bar}`);
    shown = bar;
  };
  return { update, end: () => process.stderr.write(shown === '' ? '' : `\r${' '.repeat(shown.length)}\r`) };
}
