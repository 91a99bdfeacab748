import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { uploadOf } from '../../src/http/upload.ts';

/** Sends a file, and returns the upload in the service and the request of the client. */
async function sending() {
  const server = createServer();
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', method: 'POST' });
  client.on('error', () => {});
  client.end('a,b');
  const [arrived] = (await once(server, 'request')) as [IncomingMessage];
  const upload = uploadOf(arrived, { limit: 100 });
  return { client, socket: arrived.socket, upload, file: await upload.open() };
}

test('a file whose client leaves is no longer waited for', async () => {
  const { client, file } = await sending();
  expect(file.gone?.aborted).toBe(false);
  client.destroy();
  await once(file.gone as AbortSignal, 'abort');
  expect(file.gone?.reason).toMatchObject({ code: 'validation_failed' });
});

test('the connection may end after the upload is closed', async () => {
  const { client, socket, upload, file } = await sending();
  upload.close();
  client.destroy();
  await once(socket, 'close');
  expect(file.gone?.aborted).toBe(false);
});
