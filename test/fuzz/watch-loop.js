/**
 * This module is loaded into the service before the program itself. It measures how long the event loop is blocked. It
 * prevents all connections to other computers, because a random request may set any address for the AI provider. It
 * shortens the time for which the service waits for the rest of a body, so that this time runs out within a run.
 */
import http from 'node:http';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isIP, Socket } from 'node:net';
import { isMainThread } from 'node:worker_threads';

const OURS = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/;
const TICK_MS = 5;
const WRITE_MS = 500;

// oxlint-disable-next-line typescript/unbound-method -- `connect` is always called with its own socket
const { connect } = Socket.prototype;
Socket.prototype.connect = function (...args) {
  const [{ host, path } = {}] = Array.isArray(args[0]) ? args[0] : args;
  if (path === undefined && host !== undefined && !OURS.test(host)) {
    const what = isIP(host) ? 'ENETUNREACH' : 'ENOTFOUND';
    process.nextTick(() => this.destroy(Object.assign(new Error(`connect ${what} ${host}`), { code: what })));
    return this;
  }
  return connect.apply(this, args);
};

const bodyMs = Number(process.env['FUZZ_BODY_MS'] ?? 0);
const { createServer } = http;
if (bodyMs > 0) {
  const limits = { requestTimeout: bodyMs, headersTimeout: bodyMs, connectionsCheckingInterval: 500 };
  http.createServer = (options, handler) => createServer({ ...options, ...limits }, handler);
}

/**
 * Returns how long the main thread has worked, and how long it has waited for a processor that other processes used, in
 * milliseconds. Waiting for a processor is not a delay of the service. If the system does not report these times, all
 * time counts as work.
 */
function threadTimes() {
  try {
    const [worked, waited] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
    return { worked: Number(worked) / 1e6, waited: Number(waited) / 1e6 };
  } catch {
    return { worked: performance.now(), waited: 0 };
  }
}

const file = process.env['FUZZ_LOOP_FILE'];
// Other threads and processes of the service, such as the process for a backup, are not measured.
if (isMainThread && file !== undefined && process.argv.includes('serve')) watch(file);

/**
 * Writes to a file the longest time for which the event loop was blocked, with and without the time spent waiting for
 * the disk.
 */
function watch(file) {
  let [last, times] = [performance.now(), threadTimes()];
  let [still, busy] = [
    { ms: 0, until: 0 },
    { ms: 0, until: 0 },
  ];
  process.on(
    'SIGUSR2',
    () =>
      ([still, busy] = [
        { ms: 0, until: 0 },
        { ms: 0, until: 0 },
      ]),
  );
  setInterval(() => {
    const [now, timesNow] = [performance.now(), threadTimes()];
    const stall = now - last - TICK_MS - (timesNow.waited - times.waited);
    const work = Math.min(stall, timesNow.worked - times.worked);
    [last, times] = [now, timesNow];
    if (stall > still.ms) still = { ms: Math.round(stall), until: Date.now() };
    if (work > busy.ms) busy = { ms: Math.round(work), until: Date.now() };
  }, TICK_MS).unref();
  // Replaces the file in one step, so that a reader never sees an incomplete file.
  setInterval(() => {
    writeFileSync(`${file}.new`, JSON.stringify({ still, busy }));
    renameSync(`${file}.new`, file);
  }, WRITE_MS).unref();
}
