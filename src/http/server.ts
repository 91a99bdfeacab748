/** The HTTP service: the route table behind polka, on the addresses of the configuration. */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import polka, { type Router } from 'polka';
import type { App } from '../app.ts';
import { AppError, SetupError } from '../errors.ts';
import { routes } from '../routes.ts';
import { adapt, type Request } from './handle.ts';
import { prepareAnswer } from './headers.ts';
import type { Route } from './route.ts';

const LOOPBACK = '127.0.0.1';
const LOOPBACK_V6 = '::1';
const IN_THE_WAY = 5;
const USAGE = 2;
/** A body of 10 MiB arrives in this time even over a slow line. */
const REQUEST_MS = 120_000;
const HEADERS_MS = 20_000;
const HEADER_BYTES = 16 * 1024;
const DRAIN_MS = 10_000;

export type Service = {
  port: number;
  url: string;
  /** Stops taking requests, lets open ones finish for up to ten seconds, then cuts them off. */
  close: () => Promise<void>;
};

/** Starts listening. Raises a SetupError when the address cannot be had. */
export async function listen(app: App): Promise<Service> {
  const { config } = app;
  const first = createServer(app);
  await bind(first, config.port, config.host);
  const { port } = first.address() as AddressInfo;
  const servers = [first];
  if (config.host === LOOPBACK) {
    const second = createServer(app);
    if (await bindIfPossible(second, port, LOOPBACK_V6)) servers.push(second);
  }
  // Links name the port that was bound, also when it was picked.
  const handler = createHandler({ ...app, config: { ...config, port } }, routes);
  for (const server of servers) server.on('request', handler);
  const scheme = config.tlsCert ? 'https' : 'http';
  const host = config.host === LOOPBACK ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host;
  return {
    port,
    url: config.baseUrl ?? `${scheme}://${host}:${port}`,
    close: async () => {
      await Promise.all(servers.map(drain));
    },
  };
}

/** The request listener over a route table. */
export function createHandler(app: App, table: readonly Route[]): http.RequestListener {
  const router = polka({ onNoMatch: adapt(app, (request) => refuseUnrouted(router, request)) });
  // A parameter must not take the place of a word: /giving/summary is registered before /giving/:id.
  for (const route of table.toSorted((a, b) => a.path.split(':').length - b.path.split(':').length)) {
    const handler = adapt(app, route);
    router.add(route.method, route.path, handler);
    if (route.method === 'GET') router.add('HEAD', route.path, handler);
  }
  return (request, response) => {
    if (!prepareAnswer(app.config, request, response)) router.handler(request, response);
  };
}

function refuseUnrouted(router: Router, request: Request): AppError {
  const allowed = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'].filter((method) => router.find(method, request.path));
  if (allowed.length === 0) return new AppError('not_found', 'There is nothing at this address.');
  const allow = allowed.join(', ');
  return new AppError('method_not_allowed', `This address takes ${allow}.`, { extra: { allow } });
}

function createServer({ config }: App): http.Server {
  const options = { requestTimeout: REQUEST_MS, headersTimeout: HEADERS_MS, maxHeaderSize: HEADER_BYTES };
  if (!config.tlsCert || !config.tlsKey) return http.createServer(options);
  try {
    const [cert, key] = [readFileSync(config.tlsCert), readFileSync(config.tlsKey)];
    return https.createServer({ ...options, cert, key, minVersion: 'TLSv1.2' });
  } catch (error) {
    throw new SetupError(
      `The TLS certificate or key cannot be used (${(error as Error).message}). Check VESTRY_TLS_CERT and VESTRY_TLS_KEY.`,
      USAGE,
      error,
    );
  }
}

async function bind(server: http.Server, port: number, host: string): Promise<void> {
  try {
    await tryBind(server, port, host);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    if (code === 'EADDRINUSE') {
      throw new SetupError(
        `Port ${port} is taken by another program. Stop it, or choose another port with --port or VESTRY_PORT.`,
        IN_THE_WAY,
        error,
      );
    }
    throw new SetupError(`Cannot listen on ${host}:${port} (${code}). Check --host and --port.`, USAGE, error);
  }
}

/** The second loopback family is a convenience: a machine without it does without. */
async function bindIfPossible(server: http.Server, port: number, host: string): Promise<boolean> {
  try {
    await tryBind(server, port, host);
    return true;
  } catch {
    return false;
  }
}

function tryBind(server: http.Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function drain(server: http.Server): Promise<void> {
  const cutOff = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  clearTimeout(cutOff);
}
