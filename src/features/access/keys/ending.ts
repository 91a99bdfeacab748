/** Ends keys for good. */
import { actorId, type App, now } from '../../../app.ts';
import { record } from '../../audit/service.ts';
import { endKeys } from './queries.ts';

/**
 * Ends one key, all keys of a user, or all keys of all users, and records each end. Must run in a transaction. Returns
 * how many keys were ended. Keys that had ended before stay as they are.
 */
export async function endKeysNow(app: App, which: { id: number } | { userId: number } | 'all'): Promise<number> {
  const at = now(app);
  const ended = await endKeys(app.db, which === 'all' ? {} : which, { endedAt: at, endedBy: actorId(app) });
  const changes = { endedAt: [null, at] as [null, string] };
  const facts = ended.map(({ id }) => ({ action: 'ProgramKeyEnded', entityType: 'ProgramKey', entityId: id, changes }));
  await record(app, ...facts);
  return ended.length;
}
