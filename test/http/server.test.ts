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
  url = listener.serve(made.app);
  close = async () => {
    await listener.close();
    await made.close();
  };
});
afterAll(() => close());

const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;

test('a client that keeps its end open after a refusal reads the answer and is let go', async () => {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
  const answer = new Promise<string>((resolve) => {
    let received = '';
    socket.on('data', (chunk) => (received += String(chunk))).once('end', () => resolve(received));
  });
  socket.write('this is no request\r\n\r\n');
  expect(await answer).toMatch(/^HTTP\/1\.1 400 /);
  // Only the client's own end is left.
  await expect.poll(sockets).toBe(1);
  socket.destroy();
});
