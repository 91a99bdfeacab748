import http, { type RequestListener } from 'node:http';
import https from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { limitConnections, mostConnections } from '../../src/http/connections.ts';
import { inTurn } from '../../src/http/in-turn.ts';
import { CERTIFICATE, CERTIFICATE_KEY } from '../support/certificate.ts';

const MOST = 4;
/** After so many milliseconds, a connection that did nothing counts as quiet. */
const LONG = 3000;
let now = 0;
/** Answers every request, once its body has arrived. */
const answering: RequestListener = (request, response) => void request.resume().on('end', () => response.end('done'));

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

type Kind = { handle?: RequestListener; isTls?: boolean };

/** Serves on a free port with room for four connections, and returns a function that opens one. */
async function serve({ handle = answering, isTls = false }: Kind = {}) {
  const reports: number[] = [];
  const connections = limitConnections(
    MOST,
    (closed) => reports.push(closed),
    () => now,
  );
  const listener = inTurn(connections.noting(handle));
  const server = isTls
    ? https.createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, listener)
    : http.createServer(listener);
  connections.watch(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const opened: Socket[] = [];
  endings.push(() => {
    server.closeAllConnections();
    server.close();
    for (const socket of opened) socket.destroy();
  });
  const open = async (): Promise<Socket> => {
    const to = { port, host: '127.0.0.1' };
    const socket = isTls ? connectTls({ ...to, rejectUnauthorized: false }) : connect(to);
    opened.push(socket);
    socket.on('error', () => {});
    const known = new Promise<void>((resolve) => {
      server.once('connection', () => resolve());
    });
    await known;
    return socket;
  };
  return { open, reports };
}

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const POST = (length: number, sent: string) => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${sent}`;

/** Sends a text and returns the first part of the answer. Returns an empty text if the connection is closed instead. */
function say(socket: Socket, text: string): Promise<string> {
  socket.write(text);
  return new Promise((resolve) => {
    socket.once('data', (part) => resolve(String(part)));
    socket.once('close', () => resolve(''));
  });
}

const isClosed = (socket: Socket) =>
  new Promise<boolean>((resolve) => {
    socket.resume();
    if (socket.destroyed) resolve(true);
    else socket.once('close', () => resolve(true));
  });

test.each([
  ['in plain text', false],
  ['over TLS', true],
])('at the limit, a connection that asked for nothing gives way to a new one, %s', async (_, isTls) => {
  const { open, reports } = await serve({ isTls });
  const person = await open();
  expect(await say(person, GET)).toContain(' 200 ');
  const silent = [await open(), await open(), await open()];
  now += LONG;
  const flood = [await open(), await open(), await open()];
  await Promise.all(silent.map(isClosed));
  for (const one of [person, ...flood]) expect(await say(one, GET)).toContain(' 200 ');
  // Only the first is reported at once.
  expect(reports).toEqual([1]);
});

test('a connection that was served gives way after the silent ones, and then one that sends a body too slowly', async () => {
  let bytes = 0;
  const { open } = await serve({
    handle: (request, response) => {
      request.on('data', (part: Buffer) => (bytes += part.length));
      answering(request, response);
    },
  });
  const [fast, slow, served] = [await open(), await open(), await open()];
  const [saved, lost] = [say(fast, POST(4000, 'x'.repeat(3999))), say(slow, POST(4000, 'x'))];
  await expect.poll(() => bytes).toBe(4000);
  expect(await say(served, GET)).toContain(' 200 ');
  const silent = await open();
  now += LONG;
  await open();
  await isClosed(silent);
  await open();
  await isClosed(served);
  await open();
  expect(await lost).toBe('');
  fast.write('x');
  expect(await saved).toContain(' 200 ');
});

test('of many connections that come at once, the latest wait for their requests, and an upload goes on', async () => {
  const { open } = await serve();
  const sending = await open();
  const saved = say(sending, POST(4000, 'x'.repeat(3999)));
  const first = [await open(), await open(), await open()];
  const latest = [await open(), await open(), await open()];
  await Promise.all(first.map(isClosed));
  for (const one of latest) expect(await say(one, GET)).toContain(' 200 ');
  sending.write('x');
  expect(await saved).toContain(' 200 ');
});

test('a client that does not read its answer gives way, and a request that is being answered never does', async () => {
  const waiting: (() => void)[] = [];
  const { open } = await serve({
    handle: ({ url }, response) => {
      if (url === '/large') response.end(Buffer.alloc(64 * 1024 * 1024));
      else waiting.push(() => response.end('done'));
    },
  });
  const deaf = (await open()).pause();
  deaf.write(GET.replace('/', '/large'));
  const busy = [await open(), await open(), await open()];
  const answers = busy.map((one) => say(one, GET));
  await expect.poll(() => waiting.length).toBe(3);
  const next = await open();
  answers.push(say(next, GET));
  await expect.poll(() => waiting.length).toBe(4);
  await isClosed(deaf);
  expect(await say(await open(), GET)).toBe('');
  for (const finish of waiting) finish();
  for (const answer of await Promise.all(answers)) expect(answer).toContain(' 200 ');
});

test.each([
  [Infinity, 1000],
  [20_000, 1000],
  [1024, 768],
  [256, 64],
])('with %d open files, there are at most %d connections', (files, most) => {
  expect(mostConnections(files)).toBe(most);
});
