import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { inTurn } from '../../src/http/in-turn.ts';

/** Starts a server that handles the requests of a connection one at a time, and connects to it. */
async function talk(handle: RequestListener) {
  const server = createServer(inTurn(handle)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  const ask = (paths: readonly string[]) =>
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(''));
  return { socket, ask };
}

const PATHS = Array.from({ length: 50 }, (_, index) => `/${index}`);

test('requests that arrive together on one connection are handled one at a time and answered in order', async () => {
  let open = 0;
  let most = 0;
  const { socket, ask } = await talk((request, response) => {
    open += 1;
    most = Math.max(most, open);
    setImmediate(() => {
      response.once('finish', () => (open -= 1)).end(`<${request.url}>`);
    });
  });
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => (received += text));
  ask(PATHS);
  await expect.poll(() => received).toContain('</49>');
  expect(received.match(/<[^>]*>/g)).toEqual(PATHS.map((path) => `<${path}>`));
  expect(most).toBe(1);
});

test('a client that sends too many requests during its first request is disconnected, and no other request is handled', async () => {
  const begun: ServerResponse[] = [];
  const { socket, ask } = await talk((_request, response) => void begun.push(response));
  ask([...PATHS, ...PATHS, ...PATHS]);
  await once(socket, 'close');
  expect(begun).toHaveLength(1);
});
