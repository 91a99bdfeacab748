import { readdirSync, readFileSync } from 'node:fs';

const NS_PER_MS = 1e6;

/**
 * Returns the processor time of all threads of a process in milliseconds, or undefined if the system does not report
 * it.
 */
export function processorTime(pid) {
  const folder = `/proc/${pid}/task`;
  try {
    return readdirSync(folder).reduce((sum, thread) => {
      const [nanoseconds] = readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ');
      return sum + Number(nanoseconds) / NS_PER_MS;
    }, 0);
  } catch {
    return undefined;
  }
}
