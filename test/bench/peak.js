/**
 * Loaded into a command before its program (`node --import`): at the end it writes to descriptor 3 the most memory, in
 * bytes, that the process with all its threads held. What Node itself says about that, but not on Linux, where the figure
 * begins with that of the process that started it.
 */
import { readFileSync, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const TO_PARENT = 3;

if (isMainThread) process.once('exit', () => writeSync(TO_PARENT, String(1024 * peakKilobytes())));

function peakKilobytes() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
}
