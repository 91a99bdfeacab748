/**
 * Reads files in threads of their own, so that a file that takes long delays neither other requests nor PDFs: files that
 * people import, and the database when it is checked for damage. Reading ends after 20 seconds unless the caller allows more
 * time, and when nobody waits for it any more.
 */
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { AppError, type ErrorCode } from './errors.ts';
import { breathe } from './lib/chunks.ts';
import { withDeadline } from './lib/deadline.ts';

/** What a thread can read. `read-worker.ts` has the function for each. */
export type Reading = 'sheet' | 'statement' | 'damage';
export type Request = { reading: Reading; args: readonly unknown[] };

/** What was read: its rows, and all else. */
export type Read<H, R> = { head: H; rows: readonly R[] };

/** The answer of a thread. Its rows are texts of JSON, because reading them all at once takes more than 20 ms. */
export type Response =
  | { head: unknown; parts: readonly string[] }
  | { refused: { code: ErrorCode; message: string; details: AppError['details'] } };

/** How long reading may take, and the file of the thread, which only a test names. */
export type ReadOptions = { signal?: AbortSignal | undefined; limitMs?: number; worker?: URL };

const LIMIT_MS = 20_000;
const WORKER = new URL('read-worker.js', import.meta.url);
/** How many files are read at the same time. Others wait, and their time does not count yet. */
const MOST_AT_ONCE = 2;
/** A file that needs more memory ends its thread only. */
const MEMORY_MB = 1024;

const IDLE_MS = 60_000;

const NEVER = new AbortController().signal;

/**
 * Calls a function in a thread. The arguments must be cloneable. Raises the refusals of the function, `file_refused` with the
 * reason `too_slow` if it takes longer than the limit or too much memory, and the reason of the signal once it is aborted.
 * When the program runs from its sources, the file of the thread has not been built, so the function runs in the calling
 * thread and without an end.
 */
export async function readInThread<A extends readonly unknown[], H, R>(
  reading: Reading,
  load: () => Promise<(...args: A) => Promise<Read<H, R>>>,
  args: A,
  { signal = NEVER, limitMs = LIMIT_MS, worker = WORKER }: ReadOptions = {},
): Promise<Read<H, R>> {
  if (!existsSync(worker)) return (await load())(...args);
  const response = await inTurn(() =>
    withDeadline(limitMs, signal, (ending) => answerOf(worker, { reading, args }, ending)),
  ).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : endedBy(error, limitMs);
  });
  if ('refused' in response) {
    const { code, message, details } = response.refused;
    throw new AppError(code, message, details);
  }
  const rows: R[] = [];
  for (const part of response.parts) {
    rows.push(...(JSON.parse(part) as R[]));
    await breathe();
  }
  return { head: response.head as H, rows };
}

const waiting: (() => void)[] = [];
let running = 0;

/** Waits until fewer than `MOST_AT_ONCE` files are being read, and then does the work. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < MOST_AT_ONCE) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Sends a request to a thread, and returns its answer. A thread that fails, or that the signal ends, is not used again. */
async function answerOf(worker: URL, request: Request, ending: AbortSignal): Promise<Response> {
  ending.throwIfAborted();
  const thread = idleThread(worker) ?? start(worker);
  try {
    const response = await new Promise<Response>((resolve, reject) => {
      ending.addEventListener('abort', () => reject(ending.reason as Error), { once: true });
      thread.once('message', resolve);
      thread.once('error', reject);
      thread.once('exit', () => reject(new Error('The thread that reads files ended.')));
      // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage(request);
    });
    // The database is checked once a day, so its thread need not wait for the next time.
    if (request.reading === 'damage') await thread.terminate();
    else keep(worker, thread);
    return response;
  } catch (error) {
    await thread.terminate();
    throw error;
  }
}

function start(worker: URL): Worker {
  return new Worker(worker, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
}

/** A thread that waits for the next file, because starting one takes a tenth of a second. It ends after a minute. */
let idle: { worker: URL; thread: Worker; timer: NodeJS.Timeout } | undefined;

function idleThread(worker: URL): Worker | undefined {
  if (idle?.worker.href !== worker.href) return undefined;
  const { thread, timer } = idle;
  idle = undefined;
  clearTimeout(timer);
  thread.ref();
  return thread;
}

function keep(worker: URL, thread: Worker): void {
  // Only these: others of Node.js begin and stop the messages.
  for (const event of ['error', 'exit']) thread.removeAllListeners(event);
  if (idle) {
    void thread.terminate();
    return;
  }
  thread.unref();
  const timer = setTimeout(() => {
    idle = undefined;
    void thread.terminate();
  }, IDLE_MS).unref();
  idle = { worker, thread, timer };
}

/** Returns the refusal of a file that took too long or too much memory, or else the error itself. */
function endedBy(error: unknown, limitMs: number): unknown {
  const isSlow = error instanceof DOMException && error.name === 'TimeoutError';
  const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (!isSlow && !isLarge) return error;
  const what = isSlow ? `takes longer than ${limitMs / 1000} seconds to read` : 'takes too much memory to read';
  return new AppError(
    'file_refused',
    `The file ${what}, so it may be damaged. Nothing was read. Save it again as CSV, or divide it into smaller files.`,
    { extra: { reason: 'too_slow' } },
  );
}
