/** Keeps the keys that a quick person types before the next question appears. */
import { Readable } from 'node:stream';

let kept: Readable | undefined;

/** The input of questions: the keys that are kept, or the terminal itself. */
export function questionInput(): NodeJS.ReadableStream {
  return kept ?? process.stdin;
}

/**
 * Runs work that asks many questions. A key that is typed between two of them goes to the next one. Without this, the
 * library drops it.
 */
export async function keepingKeys<T>(work: () => Promise<T>): Promise<T> {
  const { stdin } = process;
  const waiting: (string | null)[] = [];
  let isWanted = false;
  // One line at a time, each in a turn of its own: the rest must wait until the question after it listens.
  const pass = () =>
    setImmediate(() => {
      const next = isWanted ? waiting.shift() : undefined;
      if (next === undefined) return;
      isWanted = false;
      keys.push(next);
    });
  const keys = new Readable({
    highWaterMark: 1,
    read: () => {
      isWanted = true;
      pass();
    },
  });
  const take = (text: string) => {
    waiting.push(...text.split(/(?<=[\r\n])/));
    pass();
  };
  const end = () => {
    waiting.push(null);
    pass();
  };
  stdin.setEncoding('utf8').setRawMode(true).on('data', take).once('end', end).resume();
  kept = keys;
  try {
    return await work();
  } finally {
    kept = undefined;
    stdin.off('data', take).off('end', end).setRawMode(false).pause();
  }
}
