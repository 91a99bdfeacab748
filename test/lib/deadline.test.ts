import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { withDeadline } from '../../src/lib/deadline.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const never = new AbortController().signal;
const untilAborted = async (signal: AbortSignal) => {
  if (!signal.aborted) await once(signal, 'abort');
  return (signal.reason as Error).name;
};

describe('work with a deadline', () => {
  test('is aborted at the deadline, even if garbage is collected in the meantime', async () => {
    const collecting = setInterval(collectGarbage, 5);
    try {
      expect(await withDeadline(100, never, untilAborted)).toBe('TimeoutError');
    } finally {
      clearInterval(collecting);
    }
  });

  test('stops waiting for a server that never responds, even if garbage is collected in the meantime', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const collecting = setInterval(collectGarbage, 5);
    try {
      const call = withDeadline(200, never, (signal) => fetch(`http://127.0.0.1:${port}/`, { signal }));
      await expect(call).rejects.toThrow('It took too long.');
    } finally {
      clearInterval(collecting);
      server.closeAllConnections();
      server.close();
    }
  });

  test('is aborted by a stop signal at once, even if the signal came before the work began', async () => {
    const stop = new AbortController();
    const work = withDeadline(60_000, stop.signal, untilAborted);
    stop.abort();
    expect(await work).toBe('AbortError');
    expect(await withDeadline(60_000, stop.signal, untilAborted)).toBe('AbortError');
  });

  test('returns its result or throws its error', async () => {
    expect(await withDeadline(60_000, never, async () => 7)).toBe(7);
    await expect(withDeadline(60_000, never, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
});
