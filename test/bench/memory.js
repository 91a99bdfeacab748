/** What the system tells of a process's memory (Linux). */
import { readFileSync, writeFileSync } from 'node:fs';

/** By how many MiB the resident memory of a process, at its peak during the work, exceeds what it was when idle. */
export async function peakOver(idle, pid, work) {
  // proc(5): 5 sets the peak to what is resident now.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  await work();
  return Math.max(memoryOf(pid, 'VmHWM') - idle, 0);
}

/** A field of a process's status in MiB: `VmRSS` is what is resident now, `VmHWM` the most that was. */
export function memoryOf(pid, field) {
  const [, kib] = new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}
