import { AREAS } from '../../src/routes.ts';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bind, type Listener } from '../../src/http/server.ts';
import { fileApp } from '../support/app.ts';

let listener: Listener;
let url: string;
let close: () => Promise<void>;
beforeAll(async () => {
  const made = await fileApp();
  listener = await bind({ ...made.app.config, port: 0 });
  url = listener.serve(made.app, AREAS);
  close = async () => {
    await listener.close();
    await made.close();
  };
});
afterAll(() => close());

/** Sends this text, and returns everything that the service sends before it closes its side of the connection. */
function answerTo(text: string): Promise<string> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' });
  return new Promise((resolve, reject) => {
    let received = '';
    socket.on('data', (chunk) => (received += String(chunk))).once('close', () => resolve(received));
    socket.once('error', reject);
    socket.write(text);
  });
}

test.each([
  ['this is no request\r\n\r\n', 400],
  [`GET /api/health HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 413],
  ['GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['GET /api/health HTTP/1.1\r\nHost: x\r\nExpect: the-unexpected\r\nConnection: close\r\n\r\n', 200],
])('the response to the unusual request %.30j has a request id and the usual headers', async (text, status) => {
  const answer = await answerTo(text);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  const [, requestId] = /^X-Request-Id: (\S+)\r$/m.exec(answer) ?? [];
  expect(requestId).toMatch(/^[\w-]{36}$/);
  expect(answer).toMatch(/^X-Content-Type-Options: nosniff\r$/m);
  const said = status === 200 ? '"status":"ok"' : `"requestId":"${requestId}"`;
  expect(answer).toContain(said);
});

const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;

test('a client that leaves its side of the connection open receives the refusal and is disconnected', async () => {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
  const answer = new Promise<string>((resolve) => {
    let received = '';
    socket.on('data', (chunk) => (received += String(chunk))).once('end', () => resolve(received));
  });
  socket.write('this is no request\r\n\r\n');
  expect(await answer).toMatch(/^HTTP\/1\.1 400 /);
  // Only the client’s side is still open.
  await expect.poll(sockets).toBe(1);
  socket.destroy();
});
