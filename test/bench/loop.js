/**
 * Loaded into a service before its program (`node --import`): at SIGUSR2 it writes, as a JSON line, the milliseconds for
 * which the event loop was held at the longest since it was last asked.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 1;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
process.on('SIGUSR2', () => {
  process.stdout.write(`${JSON.stringify({ longestMs: delay.max / 1e6 - RESOLUTION_MS })}\n`);
  delay.reset();
});
