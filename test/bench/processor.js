import { readdirSync, readFileSync } from 'node:fs';

const NS_PER_MS = 1e6;

/** The milliseconds for which the threads of a process had a processor; undefined where the system does not tell. */
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
