import { compareRates } from '../measure.js';
import { daemonArguments, floor, rateOf } from '../process.js';

/**
 * Compares the health response (routing, headers, database, schema, log line) with a minimal server that only sends a
 * greeting.
 */
export async function measurePart(workspace) {
  const bare = await workspace.start(floor('hello'));
  const results = [];
  for (const [log, limit] of [
    ['ignore', 0.4],
    ['read', undefined],
  ]) {
    const daemon = await workspace.start(daemonArguments(await workspace.church()), { log });
    results.push(
      await compareRates(`health: GET /api/health / minimal server, log ${log === 'read' ? 'read' : 'to null'}`, {
        ours: () => rateOf(daemon, { requests: [{ path: '/api/health' }] }),
        floor: () => rateOf(bare, { requests: [{ path: '/' }] }),
        limit,
      }),
    );
    await daemon.stop();
  }
  await bare.stop();
  return results;
}
