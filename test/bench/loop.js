/**
 * Loaded into a service before its program (`node --import`): at SIGUSR2 it writes, as a JSON line, the milliseconds for
 * which the event loop was held at the longest since it was last asked.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 1;
/** The signal can come in the same turn as the request that it asks about, which is noted only when the next one begins. */
const SETTLE_MS = 5;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
process.on('SIGUSR2', () => setTimeout(tell, SETTLE_MS));

function tell() {
  process.stdout.write(`${JSON.stringify({ longestMs: delay.max / 1e6 - RESOLUTION_MS })}\n`);
  delay.reset();
}
