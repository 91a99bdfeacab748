/**
 * Hostile clients, or clients with bad connections: slow and endless bodies, floods of headers, thousands of silent
 * connections, and responses that nobody reads. Meanwhile, other requests must succeed, memory must stay limited, and
 * each connection must be closed when its time limit is over.
 */
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { memoryOf, peakOver } from '../../bench/memory.js';
import { call, signIn } from '../call.js';
import { connect, head } from '../connections.js';

const CONNECTIONS = 2000;
const CLIENTS = 200;
const CHUNK = Buffer.alloc(64 * 1024, 'x');
const MIB = 1024 * 1024;
/** The maximum growth of memory in MiB during a flood. */
const MOST_MIB = 256;
/** The service allows 20 s for headers and 120 s for a request, and checks every 30 s. */
const HEADERS_MS = 60_000;
const REQUEST_MS = 160_000;

/** Runs the floods. `--rounds 1` leaves out the floods that wait for time limits. */
export async function torturePart({ place, findings, rounds = 2 }) {
  const service = place.service(place.directory());
  const port = await service.ready;
  const { token } = await signIn(port);
  const flood = { place, findings, port, token, pid: service.child.pid };
  const slow = rounds > 1 ? slowBodies(flood) : undefined;
  for (const [name, run] of Object.entries(FLOODS)) await measured(flood, name, run);
  // At the limit of connections, those with slow bodies would give way before their time limit.
  await slow;
  if (rounds > 1) await measured(flood, 'idle connections', idleConnections);
  const { code } = await service.stop();
  findings.expect(code === 0, `the service ended with ${code}`);
}

/** Runs a flood while other requests are sent. On Linux, also checks how much memory the service needs. */
async function measured(flood, name, run) {
  const { findings, pid } = flood;
  let served = 0;
  const over = new AbortController();
  const beside = async () => {
    while (!over.signal.aborted) {
      await expectServed(flood, name);
      served += 1;
      await pause(20);
    }
  };
  const work = () => Promise.all([beside(), run(flood).finally(() => over.abort())]);
  if (process.platform === 'linux') {
    const growth = await peakOver(memoryOf(pid, 'VmRSS'), pid, work);
    findings.expect(growth <= MOST_MIB, `${name} took ${Math.round(growth)} MiB of memory`);
    findings.say(`${name}: ${served} other requests served meanwhile, ${Math.round(growth)} MiB`);
  } else await work();
  findings.expect(served > 0, `${name}: no other request succeeded meanwhile`);
  findings.count('other requests served meanwhile', served);
}

async function expectServed({ findings, port, token }, name) {
  const body = { categoryId: 1, amount: 5, date: '2026-03-01', method: 'Cash' };
  const [health, gift] = await Promise.all([
    again(() => call(port, 'GET', '/api/health')),
    again(() => call(port, 'POST', '/api/givings', { token, body })),
  ]);
  const isServed = health.status === 200 && gift.status === 201;
  if (!isServed) findings.complain(`${name}: other requests got ${health.status} and ${gift.status}`);
}

/** Sends a request again, as the page does, if its connection gave way to others before the request was read. */
const again = (send) => send().catch(send);

/** Waits for all clients. Each must get one of the wanted responses before its connection is closed. */
async function expectAll({ findings }, name, clients, wanted) {
  const answers = await Promise.all(clients.map(({ closed }) => closed));
  const odd = answers.filter((answer) => !wanted.includes(answer));
  findings.expect(odd.length === 0, `${name}: ${odd.length} of ${answers.length} were answered "${odd[0]}"`);
  findings.count('clients turned away', answers.length - odd.length);
}

/** Sends a chunk again and again until the connection is closed or `most` bytes have been sent. */
function pour(socket, chunk, most) {
  let sent = 0;
  const more = () => {
    while (sent < most && socket.writable) {
      sent += chunk.length;
      if (!socket.write(chunk)) return;
    }
    socket.end();
  };
  socket.on('drain', more);
  more();
}

/** Sends bodies that have no declared length and are far longer than the limit. */
async function endlessBodies(flood) {
  const { port, token } = flood;
  const more = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
  const chunk = Buffer.concat([Buffer.from(`${CHUNK.length.toString(16)}\r\n`), CHUNK, Buffer.from('\r\n')]);
  const clients = Array.from({ length: CLIENTS / 4 }, () => {
    const client = connect(port);
    client.socket.write(head(token, '/api/givings', more));
    pour(client.socket, chunk, 32 * MIB);
    return client;
  });
  await expectAll(flood, 'endless bodies', clients, ['413 payload_too_large']);
}

/** Announces bodies of 1 GiB, which the service must refuse. */
async function hugeBodies(flood) {
  const more = ['Content-Type: application/json', `Content-Length: ${1024 * MIB}`];
  const clients = Array.from({ length: CLIENTS }, () => {
    const client = connect(flood.port);
    client.socket.write(head(flood.token, '/api/givings', more));
    pour(client.socket, CHUNK, 4 * MIB);
    return client;
  });
  await expectAll(flood, 'huge bodies', clients, ['413 payload_too_large']);
}

/** Sends one very long header, very many short headers, or headers without an end. */
async function headerFloods(flood) {
  const lines = [
    `X-Long: ${'x'.repeat(64 * 1024)}\r\n\r\n`,
    `${Array.from({ length: 5000 }, (_, n) => `X-${n}: 1`).join('\r\n')}\r\n\r\n`,
    'X-More: and more\r\n'.repeat(50_000),
  ];
  const clients = Array.from({ length: CLIENTS }, (_, index) => {
    const client = connect(flood.port);
    client.socket.write(`GET /api/health HTTP/1.1\r\nHost: localhost\r\n${lines[index % lines.length]}`);
    return client;
  });
  await expectAll(flood, 'header floods', clients, ['413 payload_too_large']);
}

/** Sends many requests on one connection and never reads the responses. */
async function unreadAnswers({ port, token }) {
  const ask = `GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const sockets = Array.from({ length: 20 }, () => {
    const socket = net.connect(port, '127.0.0.1').pause();
    socket.on('error', () => {});
    socket.write(ask.repeat(500));
    return socket;
  });
  await pause(2000);
  for (const socket of sockets) socket.destroy();
}

const FLOODS = {
  'endless bodies': endlessBodies,
  'huge bodies': hugeBodies,
  'header floods': headerFloods,
  'unread answers': unreadAnswers,
};

/** Opens silent connections and connections with an unfinished header. All must be closed within the time limit. */
async function idleConnections(flood) {
  const { findings, port } = flood;
  const clients = Array.from({ length: CONNECTIONS }, (_, index) => {
    const client = connect(port);
    if (index % 4 === 0) client.socket.write('GET /api/health HTTP/1.1\r\nX-Slow: ');
    return client;
  });
  const late = pause(HEADERS_MS, 'late', { ref: false });
  const answer = await Promise.race([late, Promise.all(clients.map(({ closed }) => closed))]);
  const open = clients.filter(({ socket }) => !socket.destroyed).length;
  findings.expect(open === 0, `idle connections: ${open} of ${CONNECTIONS} are still open`);
  if (answer === 'late') for (const { socket } of clients) socket.destroy();
  findings.count('idle connections closed', CONNECTIONS - open);
}

/** Sends bodies byte by byte. These requests have the same time limit as any other. */
async function slowBodies(flood) {
  const more = ['Content-Type: application/json', 'Content-Length: 100000'];
  const clients = Array.from({ length: CLIENTS }, () => {
    const client = connect(flood.port);
    client.socket.write(head(flood.token, '/api/givings', more));
    const drip = setInterval(() => client.socket.writable && client.socket.write('{'), 1000);
    void client.closed.then(() => clearInterval(drip));
    setTimeout(() => client.socket.destroy(), REQUEST_MS).unref();
    return client;
  });
  await expectAll(flood, 'slow bodies', clients, ['408 request_timeout']);
}
