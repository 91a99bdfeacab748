import type { App } from '../../../app.ts';
import type { FieldError } from '../../../errors.ts';
import { listByEntryKeys } from './queries.ts';
import type { SessionGiving } from './schema.ts';

/** Returns a fault for each giving of a new session whose entry key occurs twice or belongs to a stored giving. */
export async function entryKeyFaults(app: App, givings: readonly SessionGiving[]): Promise<FieldError[]> {
  const keys = givings.map(({ entryKey }) => entryKey);
  const sent = keys.filter((key) => key !== null);
  if (sent.length === 0) return [];
  const stored = await listByEntryKeys(app.db, sent);
  return keys.flatMap((key, index) => {
    const path = `givings.${index}.entryKey`;
    const known = stored.find(({ entryKey }) => entryKey === key);
    if (key === null) return [];
    if (keys.indexOf(key) !== index) return [{ path, code: 'duplicate', message: 'must not occur twice' }];
    if (!known) return [];
    const message = known.deletedAt === null ? 'is the key of a stored giving' : 'is the key of a deleted giving';
    return [{ path, code: 'taken', message: `${message} (id ${known.id}); leave this gift out` }];
  });
}
