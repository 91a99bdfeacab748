/**
 * Runs work under a signal that aborts after so many milliseconds, or with the given one. `AbortSignal.any` around
 * `AbortSignal.timeout` would do it in a word, but on Node 20 nothing holds the timeout: collected as garbage, it never
 * fires (nodejs/node issue 57736).
 */
export async function withDeadline<T>(
  limitMs: number,
  stop: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort(stop.reason);
  const timer = setTimeout(() => controller.abort(new DOMException('It took too long.', 'TimeoutError')), limitMs);
  if (stop.aborted) abort();
  stop.addEventListener('abort', abort, { once: true });
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', abort);
  }
}
