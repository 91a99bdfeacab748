/**
 * Runs work with a signal that aborts after `limitMs` milliseconds, or when `stop` aborts. `AbortSignal.any` with
 * `AbortSignal.timeout` would be shorter, but on Node 20 the timeout can be garbage collected and then never fires
 * (nodejs/node issue 57736).
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
