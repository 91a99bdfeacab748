/** A bar that grows on a terminal during long work; nowhere else is anything shown. */
import type { Options } from './action.ts';

const WIDTH = 30;

export type Progress = {
  /** Shows how much is done. */
  update: (done: number, total: number) => void;
  /** Takes the bar away. */
  end: () => void;
};

/** Does work under a bar that it moves, and takes the bar away whatever happens. */
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

/** A bar on stderr with a label; silent for --quiet, for --json, and without a terminal. */
export function progressBar({ quiet, json }: Options, label: string): Progress {
  if (!process.stderr.isTTY || quiet || json) return { update: () => {}, end: () => {} };
  let shown = '';
  const update = (done: number, total: number) => {
    const count = `${done}/${total}`;
    // A bar that went on in a second line could not be written over.
    const width = Math.max(0, Math.min(WIDTH, (process.stderr.columns || 80) - label.length - count.length - 3));
    const filled = total === 0 ? width : Math.floor((done / total) * width);
    const bar = `${label} ${'#'.repeat(filled)}${'-'.repeat(width - filled)} ${count}`;
    if (bar !== shown) process.stderr.write(`\r${bar}`);
    shown = bar;
  };
  return { update, end: () => process.stderr.write(shown === '' ? '' : `\r${' '.repeat(shown.length)}\r`) };
}
