import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { compareSizes, compareTimes } from '../measure.js';
import { memoryOf } from '../memory.js';
import { daemonArguments, floor, request, timeStart } from '../process.js';

const IDLE_MB = 110;
const MB_PER_MIB = 1.048576;
/** After this time the service has also loaded the code that it does not need for its start. */
const SETTLED_MS = 8000;

/**
 * Compares the time from the start of the daemon to its first response, on an existing and an empty data directory,
 * with the time that a minimal server with SQLite needs. Also measures the daemon's idle memory.
 */
export async function measurePart(workspace) {
  const directory = await workspace.church();
  const bare = floor('database', path.join(workspace.directory(), 'floor.db'));
  const bareTime = () => timeStart(workspace, bare, '/');
  const empty = () => mkdtempSync(path.join(workspace.directory(), 'empty-'));
  return [
    await compareTimes('start: spawn to first 2xx / minimal http + sqlite', {
      ours: () => timeStart(workspace, daemonArguments(directory), '/api/health'),
      floor: bareTime,
      limit: 3,
    }),
    await compareTimes('start: the same on an empty directory', {
      ours: () => timeStart(workspace, daemonArguments(empty()), '/api/health'),
      floor: bareTime,
      limit: 6,
    }),
    await compareSizes('start: idle memory / allowed', {
      ours: () => idleMemory(workspace, directory),
      allowed: IDLE_MB,
    }),
  ];
}

async function idleMemory(workspace, directory) {
  const service = await workspace.start(daemonArguments(directory));
  await request(service.port, 'GET', '/api/health');
  await pause(SETTLED_MS);
  const megabytes = memoryOf(service.child.pid, 'VmRSS') * MB_PER_MIB;
  await service.stop();
  return megabytes;
}
