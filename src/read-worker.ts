/** The thread that reads files for the service, one after another. */
import { parentPort } from 'node:worker_threads';
import { knownRefusal } from './errors.ts';
import type { Read, Reading, Request, Response } from './read-thread.ts';

const READINGS: Record<Reading, () => Promise<(...args: never[]) => Promise<Read<unknown, unknown>>>> = {
  sheet: async () => (await import('./features/imports/sheet-thread.ts')).readSheetRows,
  damage: async () => (await import('./features/upkeep/health/damage-thread.ts')).readDamagedParts,
  statement: async () => (await import('./features/bank/files/statement-thread.ts')).readStatementRows,
};

/** How many rows are one text. */
const PART = 200;

parentPort?.on('message', (request: Request) => {
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  void answerTo(request).then((response) => parentPort?.postMessage(response));
});

async function answerTo({ reading, args }: Request): Promise<Response> {
  try {
    const read = await READINGS[reading]();
    const { head, rows } = await read(...(args as never[]));
    const starts = Array.from({ length: Math.ceil(rows.length / PART) }, (_, index) => index * PART);
    return { head, parts: starts.map((start) => JSON.stringify(rows.slice(start, start + PART))) };
  } catch (error) {
    // Errors do not keep their class on the way from one thread to another.
    const refusal = knownRefusal(error);
    if (!refusal) throw error;
    const { cause: _cause, ...details } = refusal.details;
    return { refused: { code: refusal.code, message: refusal.message, details } };
  }
}
