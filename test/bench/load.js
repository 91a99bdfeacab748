/**
 * The load generator. It reads a job from stdin and, for the given time, sends requests on each connection, one at a
 * time. Then it prints the responses per second and the 99th percentile of the response time. It uses plain sockets,
 * because an HTTP client would need many times as much processor time and, on two cores, would take that time from the
 * server. A response other than 2xx ends the program with an error.
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

/**
 * Keeps this process from sleeping. On a virtual machine, waking it would cost as much processor time as a response.
 */
function stayAwake() {
  if (!stopped) setImmediate(stayAwake);
}

/** Uses one connection: sends a request, reads the whole response, and repeats until the time is over. */
async function keepBusy() {
  const socket = connect(port);
  await converse(
    socket,
    () => (stopped ? undefined : messages[next++ % messages.length]),
    (milliseconds) => times.push(milliseconds),
  );
  socket.destroy();
}
