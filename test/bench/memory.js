/** The memory of a process as the system reports it (Linux). */
import { readFileSync, writeFileSync } from 'node:fs';

/** Returns the peak of a process's resident memory during the work, minus its idle memory, in MiB. */
export async function peakOver(idle, pid, work) {
  // Writing 5 resets the peak to the memory that is resident now (proc(5)).
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  await work();
  return Math.max(memoryOf(pid, 'VmHWM') - idle, 0);
}

/** Returns a field of a process's status in MiB: `VmRSS` is the resident memory now, `VmHWM` its peak. */
export function memoryOf(pid, field) {
  const [, kib] = new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

/** Returns the memory in MiB that only this process uses. It excludes files that others have loaded, such as Node.js. */
export function privateMemoryOf(pid) {
  const fields = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').matchAll(/^Private_(?:Clean|Dirty):\s*(\d+) kB/gm);
  return fields.reduce((sum, [, kib]) => sum + Number(kib), 0) / 1024;
}
