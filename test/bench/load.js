/**
 * The load generator: reads a job from stdin, keeps its connections busy with one request each for the given time, and
 * prints the answers per second and the time that 99 of 100 answers stayed within. Plain sockets take a fraction of the
 * processor time of an HTTP client, which on two cores would be taken from the server. Any answer outside 2xx ends it
 * with an error.
 */
import { text } from 'node:stream/consumers';
import { connect, converse, toMessage } from './sockets.js';

const { port, connections, seconds, requests } = JSON.parse(await text(process.stdin));
const messages = requests.map((request) => toMessage(port, request));

let next = 0;
let stopped = false;
const times = [];
const startedAt = performance.now();
setTimeout(() => (stopped = true), seconds * 1000);
stayAwake();
await Promise.all(Array.from({ length: connections }, keepBusy));
const elapsed = (performance.now() - startedAt) / 1000;
const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)];
process.stdout.write(JSON.stringify({ perSecond: times.length / elapsed, p99 }));

/** Waking a sleeping process costs its waker, the server, as much as a whole small answer on a virtual machine. */
function stayAwake() {
  if (!stopped) setImmediate(stayAwake);
}

/** One connection: a request, its whole answer, the next request, until time is up. */
async function keepBusy() {
  const socket = connect(port);
  await converse(
    socket,
    () => (stopped ? undefined : messages[next++ % messages.length]),
    (milliseconds) => times.push(milliseconds),
  );
  socket.destroy();
}
