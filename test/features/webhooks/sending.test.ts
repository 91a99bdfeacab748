import net from 'node:net';
import type Dns from 'node:dns';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { App } from '../../../src/app.ts';
import { makeBackground } from '../../../src/background.ts';
import { failureOfCode } from '../../../src/features/webhooks/failures.ts';
import { send } from '../../../src/features/webhooks/sending.ts';
import { serveLoopback } from '../../support/loopback.ts';

vi.mock('node:dns', async (importOriginal) => {
  const dns = await importOriginal<typeof Dns>();
  const lookup = (name: string, options: object, done: (failure: null, found: unknown) => void) =>
    name === 'inside.example'
      ? done(null, [{ address: '10.1.2.3', family: 4 }])
      : dns.lookup(name, options, done as never);
  return { ...dns, lookup };
});

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
/** What the app logged, with the text. */
let logged: unknown[] = [];
const app = (webhookAddresses: 'public' | 'network' = 'network') =>
  ({
    log: { warn: (...entry: unknown[]) => logged.push(entry) },
    config: { webhookAddresses },
    clock: { now: () => new Date('2026-11-18T18:00:00.000Z') },
    background: makeBackground(),
  }) as unknown as App;

const message = (url: string) => ({ url, eventId: 'msg_1', body: '{"type":"endpoint.test"}', secrets: [SECRET] });

/** Starts a server that answers each connection with raw bytes, and returns its address. */
async function rawServer(answer: (socket: net.Socket) => void): Promise<string> {
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as net.AddressInfo).port}/`;
}

beforeEach(() => {
  logged = [];
});
afterEach(() => vi.restoreAllMocks());

describe('an endpoint', () => {
  test('that accepts gets the headers of Standard Webhooks', async () => {
    const calls: Record<string, unknown>[] = [];
    const server = await serveLoopback(async ({ headers, raw }) => {
      calls.push({ ...headers, raw: raw.toString() });
      return { status: 204, body: '' };
    });
    onTestFinished(server.close);
    expect(await send(app(), message(server.url))).toMatchObject({ status: 204, failure: null, retryAfterMs: 0 });
    expect(calls).toMatchObject([
      {
        'webhook-id': 'msg_1',
        'webhook-timestamp': '1795024800',
        'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
        raw: '{"type":"endpoint.test"}',
      },
    ]);
  });

  test.each([
    [
      'a redirect',
      'HTTP/1.1 307 Moved\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n',
      307,
      'Redirect',
    ],
    ['an error', 'HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n', 500, 'Status'],
  ])('that answers with %s has not accepted', async (_, bytes, status, failure) => {
    const url = await rawServer((socket) => socket.end(bytes));
    expect(await send(app(), message(url))).toMatchObject({ status, failure });
  });

  test.each([
    ['60', 60_000],
    ['Wed, 18 Nov 2026 18:02:00 GMT', 120_000],
    ['Wed, 18 Nov 2020 18:02:00 GMT', 0],
    ['soon', 0],
  ])('that is busy asks for a pause: %s', async (text, retryAfterMs) => {
    const url = await rawServer((socket) =>
      socket.end(`HTTP/1.1 429 Busy\r\nRetry-After: ${text}\r\nContent-Length: 0\r\n\r\n`),
    );
    expect(await send(app(), message(url))).toMatchObject({ status: 429, retryAfterMs });
  });

  test('that floods is cut off, although it accepted', async () => {
    let sent = 0;
    const chunk = 'x'.repeat(16_384);
    const url = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      const more = () => {
        while (!socket.destroyed && socket.write(`4000\r\n${chunk}\r\n`)) sent += chunk.length;
      };
      socket.on('drain', more);
      more();
    });
    expect(await send(app(), message(url))).toMatchObject({ status: 200, failure: null });
    expect(sent).toBeLessThan(50_000_000);
  });

  test.each([
    ['never answers', () => {}],
    ['sends its head byte by byte', (socket: net.Socket) => void drip(socket)],
  ])('that %s is given up after the time limit', async (_, answer) => {
    const url = await rawServer(answer);
    expect(await send(app(), message(url), 200)).toMatchObject({
      status: null,
      failure: 'TooSlow',
    });
  });

  test.each([
    ['closes the connection', 'BrokenOff', (socket: net.Socket) => void socket.destroy()],
    ['answers nonsense', 'NotHttp', (socket: net.Socket) => void socket.end('nonsense\r\n\r\n')],
    [
      'switches to another protocol',
      'NotHttp',
      (socket: net.Socket) => void socket.write('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    ],
    [
      'sends interim responses without an end',
      'NotHttp',
      (socket: net.Socket) => void socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50)),
    ],
    [
      'sends huge headers',
      'NotHttp',
      (socket: net.Socket) => void socket.end(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`),
    ],
  ])('that %s has failed', async (_, failure, answer) => {
    const url = await rawServer(answer);
    expect(await send(app(), message(url), 5000)).toMatchObject({ status: null, failure });
  });

  test('that fails in a way that nobody foresaw is logged, without the query of its address', async () => {
    const url = await rawServer(
      (socket) => void socket.write('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    );
    await send(app(), message(`${url}?token=abc`));
    expect(JSON.stringify(logged)).toContain('The connection was closed without a response.');
    expect(JSON.stringify(logged)).not.toContain('token');

    const nonsense = await rawServer((socket) => void socket.end('nonsense\r\n\r\n'));
    await send(app(), message(nonsense));
    expect(logged).toHaveLength(1);
  });

  test.each([
    ['EPIPE', 'BrokenOff'],
    ['ECONNRESET', 'BrokenOff'],
    ['ENOTFOUND', 'NameNotFound'],
    ['CERT_HAS_EXPIRED', 'NotTrusted'],
    ['HPE_INVALID_CONSTANT', 'NotHttp'],
    ['ENOBODY', undefined],
  ])('that fails with the code %s has a reason of its own', (code, failure) => {
    expect(failureOfCode(code)).toBe(failure);
  });

  test('whose name resolves to an address of this network is not called', async () => {
    expect(await send(app('public'), message('https://inside.example/'))).toMatchObject({
      status: null,
      failure: 'AddressNotAllowed',
    });
    const server = await serveLoopback(async () => {
      throw new Error('The endpoint was called.');
    });
    onTestFinished(server.close);
    expect(await send(app('public'), message(server.url))).toMatchObject({
      status: null,
      failure: 'AddressNotAllowed',
    });
  });

  test('that is slow is broken off when the service stops', async () => {
    const url = await rawServer(() => {});
    const own = app();
    const done = send(own, message(url), 60_000);
    await own.background.end(0);
    expect(await done).toMatchObject({ status: null });
  });
});

/** Sends a byte of a header every few milliseconds. */
async function drip(socket: net.Socket): Promise<void> {
  socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
  const timer = setInterval(() => socket.write('x'), 20);
  socket.once('close', () => clearInterval(timer));
}
