/** The service in the test's own process, on a free port. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import type { App } from '../../src/app.ts';
import { createListener } from '../../src/http/router.ts';
import { AREAS } from '../../src/routes.ts';
import { fileApp } from './app.ts';

/** Serves the app on a free port until `close` is called. */
export async function serveApp(app: App, areas = AREAS): Promise<{ url: string; close: () => void }> {
  const server = http.createServer(createListener(app, areas));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** Starts a service on a database of its own for a whole test file. A hook sets `url` before the tests. */
export function serviceOfFile(): { url: string } {
  const service = { url: '' };
  let end = async () => {};
  beforeAll(async () => {
    const { app, close } = await fileApp();
    const server = await serveApp(app);
    service.url = server.url;
    end = async () => {
      server.close();
      await close();
    };
  });
  afterAll(() => end());
  return service;
}
