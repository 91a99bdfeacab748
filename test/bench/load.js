/**
 * The load generator: reads a job from stdin, sends requests on every connection, one at a time, for the given time,
 * and prints the responses per second and the 99th percentile of the response time. Plain sockets need a fraction of
 * the processor time of an HTTP client, which on two cores the server would lack. A response other than 2xx ends the
 * program with an error.
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

/** Keeps this process awake. On a virtual machine, waking it would cost the server as much time as a small response. */
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
