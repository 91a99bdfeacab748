/** Listens for HTTP requests at the configured addresses. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { App, Log } from '../app.ts';
import type { Config } from '../config.ts';
import { AppError, SetupError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { grantedFiles } from '../open-files.ts';
import { type Connections, limitConnections, mostConnections } from './connections.ts';
import { commonHeaders } from './headers.ts';
import { inTurn } from './in-turn.ts';
import { toProblem } from './problem.ts';
import { type Area, createListener } from './router.ts';

const LOOPBACK = '127.0.0.1';
const LOOPBACK_V6 = '::1';
/** The error codes on a computer without IPv6. The service then listens on IPv4 only. */
const NO_IPV6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);
/** Long enough for a body of 10 MiB over a slow connection. */
const REQUEST_MS = 120_000;
const HEADERS_MS = 20_000;
/** How often Node looks for requests that took too long. */
const LOOK_MS = 5000;
const HEADER_BYTES = 16 * 1024;
const DRAIN_MS = 10_000;
const SWEEP_MS = 50;
const LINGER_MS = 1000;
const TLS_VERSIONS = { minVersion: 'TLSv1.2' } as const;

/** The listening sockets. Requests wait until `serve` is called. */
export type Listener = {
  /** The address at which this computer can reach the service, whatever the base URL is. */
  localUrl: string;
  /** Starts to serve the routes of these areas. Returns the address that people use. */
  serve: (app: App, areas: readonly Area[]) => string;
  /** Uses another certificate, with its key in the same text, for new connections. */
  useCertificate: (pem: string) => void;
  /** Stops accepting requests, gives open requests up to ten seconds to finish, then cuts off the rest. */
  close: () => Promise<void>;
};

/**
 * Starts to listen at the configured addresses. The caller does this before it writes to the data directory, so a start
 * that fails changes nothing there. Raises a SetupError if an address cannot be used.
 */
export async function bind(config: Config): Promise<Listener> {
  let isServing = false;
  let open: (handler: http.RequestListener) => void = () => {};
  const opened = new Promise<http.RequestListener>((resolve) => {
    open = resolve;
  });
  const handler: http.RequestListener = (request, response) => {
    void opened.then((handle) => handle(request, response));
  };
  let log: Log | undefined;
  const most = mostConnections(grantedFiles());
  const connections = limitConnections(most, (closed) => log?.warn({ closed, most }, 'connections closed: too many'));
  const { servers, port } = await takeAddresses(config, { handler, connections });
  return {
    localUrl: localUrlOf(config, port),
    serve: (app, areas) => {
      isServing = true;
      ({ log } = app);
      // Links must contain the actual port, even if the operating system picked it.
      open(createListener({ ...app, config: { ...config, port } }, areas));
      return urlOf(config, port);
    },
    useCertificate: (pem) => {
      for (const server of servers) {
        if (server instanceof https.Server) server.setSecureContext({ ...TLS_VERSIONS, cert: pem, key: pem });
      }
    },
    close: async () => {
      // If `serve` was never called, waiting requests will never get a response.
      if (!isServing) for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map(drain));
    },
  };
}

function localUrlOf({ tlsCert, host }: Config, port: number): string {
  const name = host === '0.0.0.0' ? LOOPBACK : host === '::' ? LOOPBACK_V6 : host;
  return `${tlsCert ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

function urlOf({ baseUrl, tlsCert, host }: Config, port: number): string {
  // A service that listens on all addresses can be reached at the name that this computer has for itself.
  const isOpen = host === LOOPBACK || host === '0.0.0.0' || host === '::';
  const name = isOpen ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return baseUrl ?? `${tlsCert ? 'https' : 'http'}://${name}:${port}`;
}

/** What all servers share. */
type Shared = { handler: http.RequestListener; connections: Connections };

function createServer(config: Config, { handler, connections }: Shared): http.Server {
  const listener = inTurn(connections.noting(handler));
  const server = bareServer(config, listener);
  connections.watch(server);
  return (
    server
      .on('clientError', (error, socket) => refuseUnreadable(config, error, socket))
      // Without this listener, Node would refuse an unknown Expect header with 417. A server may ignore this header.
      .on('checkExpectation', listener)
  );
}

/** Answers a request that Node could not parse, with a refusal in the usual form. */
function refuseUnreadable(config: Config, error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const reason = unreadable(error.code);
  const requestId = randomUUID();
  const { status, headers, body } = toProblem(reason, requestId);
  const own = { ...headers, 'X-Request-Id': requestId, 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = [...commonHeaders(config, { headers: {} }), ...Object.entries(own).flat(), 'Connection', 'close'];
  const head = lines.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
  socket.end(`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${head}\r\n${body}`);
  // A client may keep sending slowly. It gets a moment to read the response before the connection is closed.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function unreadable(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new AppError('payload_too_large', `The headers are over ${HEADER_BYTES / 1024} KiB.`);
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('request_timeout', 'The request did not arrive in time.');
  return new AppError('malformed_request', 'This is not a request in HTTP/1.1.');
}

function bareServer(config: Config, handler: http.RequestListener): http.Server {
  const times = { requestTimeout: REQUEST_MS, headersTimeout: HEADERS_MS, connectionsCheckingInterval: LOOK_MS };
  // Node would refuse a request without a Host header in a form of its own, so this check of Node is off. `hosts.ts`
  // refuses such a request in the usual form.
  const options = { ...times, maxHeaderSize: HEADER_BYTES, requireHostHeader: false };
  if (!config.tlsCert || !config.tlsKey) return http.createServer(options, handler);
  try {
    const [cert, key] = [readFileSync(config.tlsCert), readFileSync(config.tlsKey)];
    return https.createServer({ ...options, ...TLS_VERSIONS, cert, key }, handler);
  } catch (error) {
    throw new SetupError(
      `The TLS certificate or key cannot be used (${(error as Error).message}). Check VESTRY_TLS_CERT and VESTRY_TLS_KEY, or let Vestry make a certificate: vestry https`,
      EXIT.usage,
      error,
    );
  }
}

async function take(server: http.Server, port: number, host: string): Promise<void> {
  try {
    await tryTake(server, port, host);
  } catch (error) {
    throw addressRefusal(error, port, host);
  }
}

function addressRefusal(error: unknown, port: number, host: string): SetupError {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  if (code !== 'EADDRINUSE') {
    return new SetupError(`Cannot listen on ${host}:${port} (${code}). Check --host and --port.`, EXIT.usage, error);
  }
  const message = `Port ${port} is taken by another program. Stop that program, or choose another port with --port or VESTRY_PORT.`;
  return new SetupError(message, EXIT.inTheWay, error);
}

/**
 * Listens at the configured address. If that is the IPv4 loopback address, also listens at the IPv6 loopback address,
 * because some programs resolve `localhost` to it.
 */
async function takeAddresses(config: Config, shared: Shared) {
  const first = createServer(config, shared);
  await take(first, config.port, config.host);
  const { port } = first.address() as AddressInfo;
  if (config.host !== LOOPBACK) return { servers: [first], port };
  const second = createServer(config, shared);
  try {
    await tryTake(second, port, LOOPBACK_V6);
    return { servers: [first, second], port };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (NO_IPV6.has(code)) return { servers: [first], port };
    first.close();
    throw addressRefusal(error, port, LOOPBACK_V6);
  }
}

function tryTake(server: http.Server, port: number, host: string): Promise<void> {
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
  // Connections that clients keep alive become idle one by one. Each is closed then, so that no further request arrives
  // on it.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  clearInterval(sweep);
  clearTimeout(cutOff);
}
