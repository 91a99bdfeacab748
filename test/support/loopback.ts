/** The common base of the fake services: an HTTP server on loopback that passes each request to a function. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request to a fake service. `body` is the parsed JSON, or undefined if the body is not JSON. */
export type Call = {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  raw: Buffer;
  body: any; // eslint-disable-line typescript/no-explicit-any
  at: number;
};

/** The response of a fake service. `broken` closes the connection without a response. */
export type Reply = { status: number; body: unknown; headers?: Record<string, string> } | 'broken';

async function callOf(request: http.IncomingMessage): Promise<Call> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const raw = Buffer.concat(parts);
  let body: unknown;
  try {
    body = JSON.parse(raw.toString('utf8'));
  } catch {
    body = undefined;
  }
  const { method = '', url = '', headers } = request;
  return { method, path: url, headers, raw, body, at: Date.now() };
}

function send(response: http.ServerResponse, reply: Reply): void {
  if (reply === 'broken') {
    response.socket?.destroy();
    return;
  }
  const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
  response.end(text);
}

/** Serves the responses of `answer` on a free port of loopback. `close` ends the server and breaks open connections. */
export async function serveLoopback(
  answer: (call: Call) => Promise<Reply>,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = http.createServer((request, response) => {
    callOf(request)
      .then(answer)
      .then((reply) => send(response, reply))
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/**
 * Waits until `holds` returns true, checking every few milliseconds. Throws an error that names `what` if this takes
 * too long.
 */
export async function until(holds: () => boolean | Promise<boolean>, what: string, within = 60_000): Promise<void> {
  const end = Date.now() + within;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Waited too long for ${what}.`);
    await pause(15);
  }
}

/** Waits this many milliseconds. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
