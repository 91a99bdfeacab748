/** Waits for the given time, or until the signal is aborted. */
export function sleep(ms: number, until?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (until?.aborted) return resolve();
    setTimeout(resolve, ms);
    until?.addEventListener('abort', () => resolve(), { once: true });
  });
}
