/** The service in the test's own process, on a free port. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App } from '../../src/app.ts';
import { createHandler } from '../../src/http/server.ts';
import { routes } from '../../src/routes.ts';

/** Serves the app until it is closed. */
export async function serveApp(app: App): Promise<{ url: string; close: () => void }> {
  const server = http.createServer(createHandler(app, routes));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
