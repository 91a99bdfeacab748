/**
 * Makes PDFs and other files in a separate thread. Drawing a page may take longer than 20 ms, the longest time that
 * other requests should wait, and the first Chinese page loads large fonts. The thread starts at first use and ends
 * after a minute without work.
 */
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** What the thread can draw. `pdf-worker.ts` has the function for each. */
export type Drawing =
  | 'contributionStatements'
  | 'countSheet'
  | 'depositSlip'
  | 'monthlyStatement'
  | 'reportFile'
  | 'workbook';
export type Request = { id: number; drawing: Drawing; args: readonly unknown[] };
export type Response = { id: number } & ({ value: unknown } | { error: unknown });

const IDLE_MS = 60_000;
const WORKER = new URL('pdf-worker.js', import.meta.url);

type Waiting = { resolve: (value: unknown) => void; reject: (error: unknown) => void };
type Thread = { worker: Worker; waiting: Map<number, Waiting>; idle: NodeJS.Timeout };

let thread: Thread | undefined;
let last = 0;

/**
 * Calls a drawing function in the thread. The arguments must be cloneable. When the program runs from its sources, the
 * file of the thread has not been built, so the function runs in the calling thread.
 */
export async function drawInThread<A extends readonly unknown[], R>(
  drawing: Drawing,
  load: () => Promise<(...args: A) => Promise<R>>,
  ...args: A
): Promise<R> {
  if (!existsSync(WORKER)) return (await load())(...args);
  thread ??= start();
  const { worker, waiting, idle } = thread;
  idle.refresh();
  last += 1;
  const id = last;
  return new Promise<unknown>((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.ref();
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage({ id, drawing, args } satisfies Request);
  }) as Promise<R>;
}

function start(): Thread {
  const worker = new Worker(WORKER);
  const waiting: Thread['waiting'] = new Map();
  const retire = () => {
    if (thread === started) thread = undefined;
    if (waiting.size === 0) void worker.terminate();
  };
  const idle = setTimeout(() => {
    if (waiting.size > 0) idle.refresh();
    else retire();
  }, IDLE_MS);
  const started = { worker, waiting, idle };
  idle.unref();
  worker.on('message', ({ id, ...outcome }: Response) => {
    const one = waiting.get(id);
    waiting.delete(id);
    // Without this, the listener would keep the process alive even when no caller waits.
    if (waiting.size === 0) worker.unref();
    // This thread may remember forever that something could not be loaded. A new one tries again.
    if ('error' in outcome || thread !== started) retire();
    if ('error' in outcome) one?.reject(outcome.error);
    else one?.resolve(outcome.value);
  });
  const fail = (error: unknown) => {
    if (thread === started) thread = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The thread that draws PDFs ended.')));
  return started;
}
