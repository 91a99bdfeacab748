/**
 * Loaded into a service before its program (`node --import`). From one SIGUSR2 to the next it watches every turn of the event
 * loop; then it writes, as a JSON line, how many milliseconds of processor time the longest took. By the clock, a process that
 * others keep from the processor would look like one that holds its event loop.
 */
const MICROSECONDS = 1000;

let isWatching = false;
let longest = 0;
let before = 0;
process.on('SIGUSR2', () => {
  isWatching = !isWatching;
  if (!isWatching) return;
  longest = 0;
  before = now();
  setImmediate(look);
});

function look() {
  longest = Math.max(longest, now() - before);
  if (isWatching) setImmediate(look);
  else process.stdout.write(`${JSON.stringify({ longestMs: longest })}\n`);
  before = now();
}

function now() {
  const { user, system } = process.cpuUsage();
  return (user + system) / MICROSECONDS;
}
