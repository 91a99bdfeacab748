/**
 * Draws PDFs outside the event loop, because a page may take longer than the 20 ms that other requests should wait at most,
 * and the first Chinese one opens large fonts. The thread starts at first use and ends after a minute without work.
 */
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** What the thread can draw. `pdf-worker.ts` has the function for each. */
export type Drawing = 'contributionStatement' | 'depositSlip';
export type Request = { id: number; drawing: Drawing; args: readonly unknown[] };
export type Response = { id: number } & ({ value: unknown } | { error: unknown });

const IDLE_MS = 60_000;
const WORKER = new URL('pdf-worker.js', import.meta.url);

type Waiting = { resolve: (value: unknown) => void; reject: (error: unknown) => void };
type Thread = { worker: Worker; waiting: Map<number, Waiting>; idle: NodeJS.Timeout };

let thread: Thread | undefined;
let last = 0;

/**
 * Calls a drawing function in the thread, with arguments that can be cloned. When the program runs from its sources,
 * where the thread is not built, the function runs in this thread.
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
  const idle = setTimeout(() => {
    if (waiting.size > 0) {
      idle.refresh();
      return;
    }
    thread = undefined;
    void worker.terminate();
  }, IDLE_MS);
  const started = { worker, waiting, idle };
  idle.unref();
  worker.on('message', ({ id, ...outcome }: Response) => {
    const one = waiting.get(id);
    waiting.delete(id);
    // Only a waiting caller keeps the process alive; a listener alone would do so, too.
    if (waiting.size === 0) worker.unref();
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
