/**
 * Loaded into a command before its program (`node --import`). At the end it writes the peak memory of the process with
 * all its threads, in bytes, to descriptor 3. Node.js reports this itself, but on Linux its figure includes the peak
 * of the parent process.
 */
import { readFileSync, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const TO_PARENT = 3;

if (isMainThread) process.once('exit', () => writeSync(TO_PARENT, String(1024 * peakKilobytes())));

function peakKilobytes() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
}
