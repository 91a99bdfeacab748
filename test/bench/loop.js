/**
 * This module is loaded into a service before the program itself (`node --import`). The first SIGUSR2 makes it measure
 * every turn of the event loop until the next SIGUSR2. Then it prints a JSON line with the processor time of the
 * longest turn in milliseconds. Elapsed time is not used, because it would include the time in which other processes
 * use the processor.
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
