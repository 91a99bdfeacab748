import path from 'node:path';
import { compareTimes } from '../measure.js';
import { daemonArguments, floor, timeStart } from '../process.js';

/** The daemon on an existing data directory, from its spawn to its first answer, against a bare server with SQLite. */
export async function measurePart(workspace) {
  const directory = await workspace.church();
  const bare = floor('database', path.join(workspace.directory(), 'floor.db'));
  return [
    await compareTimes('start: spawn to first 2xx / bare http + sqlite', {
      ours: () => timeStart(workspace, daemonArguments(directory), '/api/health'),
      floor: () => timeStart(workspace, bare, '/'),
      limit: 3,
    }),
  ];
}
