/** Connections that send one request after another. */
import net from 'node:net';
import { processorTime } from './processor.js';

const HEAD_END = '\r\n\r\n';
const BODILESS = new Set([204, 304]);
/** Connections that were idle for longer are replaced, because a service closes them after five seconds. */
const LONGEST_IDLE_MS = 1000;

/** Returns the bytes of a request to a port of this computer. */
export function toMessage(port, { method = 'GET', path, headers = {}, body }) {
  const content = body === undefined ? '' : JSON.stringify(body);
  const all = {
    Host: `127.0.0.1:${port}`,
    Connection: 'keep-alive',
    ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(content) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${content}`);
}

/**
 * Sends the request that `next()` returns, reads the whole response, calls `onAnswer` with the milliseconds, and
 * repeats until `next` returns undefined. Then resolves. Rejects if the connection breaks. A response other than 2xx
 * ends the process with an error.
 */
export function converse(socket, next, onAnswer = () => {}) {
  return new Promise((resolve, reject) => {
    let pending = '';
    let sentAt = 0;
    const send = () => {
      const message = next();
      if (message === undefined) return finish(resolve);
      sentAt = performance.now();
      socket.write(message);
    };
    const finish = (settle, reason) => {
      socket.off('data', receive).off('error', fail).off('close', closed);
      settle(reason);
    };
    const fail = (error) => finish(reject, error);
    const closed = () => finish(reject, new Error('The service closed a connection.'));
    const receive = (chunk) => {
      pending = pending ? pending + chunk : chunk;
      const length = answerLength(pending);
      if (length === undefined || pending.length < length) return;
      pending = '';
      onAnswer(performance.now() - sentAt);
      send();
    };
    socket.on('data', receive).once('error', fail).once('close', closed);
    send();
  });
}

/** Opens a socket to a port of this computer. Data can be written before the socket is open. */
export function connect(port) {
  return net.connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
}

/** Several connections to a service. They stay open between measurements. */
export class Conversation {
  #port;
  #pid;
  #sockets;
  #usedAt = performance.now();

  constructor({ port, child }, connections) {
    this.#port = port;
    this.#pid = child.pid;
    this.#sockets = Array.from({ length: connections }, () => connect(port));
  }

  /**
   * Sends a request, or several in turn, until `count` have been sent or `milliseconds` have passed. On Linux, returns
   * the responses per second of the service's processor time, which other work on the machine hardly affects. Elsewhere,
   * returns the responses per second of elapsed time.
   */
  async rateOf(requests, { count, milliseconds = Infinity }) {
    const messages = [requests].flat().map((request) => toMessage(this.#port, request));
    let sent = 0;
    const startedAt = performance.now();
    const before = processorTime(this.#pid);
    if (startedAt - this.#usedAt > LONGEST_IDLE_MS) this.#reconnect();
    const next = () => {
      if (sent >= count || performance.now() - startedAt > milliseconds) return undefined;
      return messages[sent++ % messages.length];
    };
    await Promise.all(this.#sockets.map((socket) => converse(socket, next)));
    const after = processorTime(this.#pid);
    this.#usedAt = performance.now();
    return (sent * 1000) / (after === undefined ? performance.now() - startedAt : after - before);
  }

  #reconnect() {
    this.end();
    this.#sockets = this.#sockets.map(() => connect(this.#port));
  }

  end() {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Returns the length of the first response in the text, or undefined while its headers are incomplete. */
function answerLength(received) {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd === -1) return undefined;
  const status = Number(received.slice(9, 12));
  if (status < 200 || status > 299) throw new Error(`The service answered ${received.slice(0, 1000)}`);
  const length = /content-length: (\d+)/i.exec(received)?.[1];
  if (length === undefined && !BODILESS.has(status)) throw new Error('A response has no Content-Length.');
  return headEnd + HEAD_END.length + Number(length ?? 0);
}
