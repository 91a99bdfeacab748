/**
 * The load generator: reads a job from stdin, keeps its connections busy with one request each for the given time, and
 * prints the answers per second and the time that 99 of 100 answers stayed within. Plain sockets take a fraction of the
 * processor time of an HTTP client, which on two cores would be taken from the server. Any answer outside 2xx ends it
 * with an error.
 */
import net from 'node:net';
import { text } from 'node:stream/consumers';

const HEAD_END = '\r\n\r\n';
const BODILESS = new Set([204, 304]);

const { port, connections, seconds, requests } = JSON.parse(await text(process.stdin));
const messages = requests.map(toMessage);

let next = 0;
let answered = 0;
let stopped = false;
const times = [];
const startedAt = performance.now();
setTimeout(() => (stopped = true), seconds * 1000);
stayAwake();
await Promise.all(Array.from({ length: connections }, keepBusy));
const elapsed = (performance.now() - startedAt) / 1000;
const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)];
process.stdout.write(JSON.stringify({ perSecond: answered / elapsed, p99 }));

/** Waking a sleeping process costs its waker, the server, as much as a whole small answer on a virtual machine. */
function stayAwake() {
  if (!stopped) setImmediate(stayAwake);
}

function toMessage({ method = 'GET', path, headers = {}, body }) {
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

/** One connection: a request, its whole answer, the next request, until time is up. */
function keepBusy() {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1');
    let pending = '';
    let sentAt = 0;
    const send = () => {
      sentAt = performance.now();
      socket.write(messages[next++ % messages.length]);
    };
    socket.setNoDelay(true).setEncoding('latin1').once('connect', send).once('error', reject);
    socket.once('close', () => (stopped ? resolve() : reject(new Error('The service closed a connection.'))));
    socket.on('data', (chunk) => {
      pending = pending ? pending + chunk : chunk;
      const length = answerLength(pending);
      if (length === undefined || pending.length < length) return;
      pending = '';
      answered++;
      times.push(performance.now() - sentAt);
      if (stopped) socket.destroy();
      else send();
    });
  });
}

/** The length of the answer that begins the text, or undefined while its head is incomplete. */
function answerLength(received) {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd === -1) return undefined;
  const status = Number(received.slice(9, 12));
  if (status < 200 || status > 299) throw new Error(`Answered ${received.slice(0, 1000)}`);
  const length = /content-length: (\d+)/i.exec(received)?.[1];
  if (length === undefined && !BODILESS.has(status)) throw new Error('An answer without Content-Length.');
  return headEnd + HEAD_END.length + Number(length ?? 0);
}
