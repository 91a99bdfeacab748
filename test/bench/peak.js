/**
 * This module is loaded into a command before the program itself (`node --import`). When the process ends, it writes
 * the peak memory of the process and all its threads, in bytes, to descriptor 3. Node.js also reports a peak, but on
 * Linux that figure includes the peak of the parent process.
 */
import { readFileSync, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const TO_PARENT = 3;

if (isMainThread) process.once('exit', () => writeSync(TO_PARENT, String(1024 * peakKilobytes())));

function peakKilobytes() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
}
