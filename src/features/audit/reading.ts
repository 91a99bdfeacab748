/** Reads entries of some actions, for rooms that show to people what the log says. */
import type { Db } from '../../db/connect.ts';
import { isOneOf, prepared } from '../../db/prepared.ts';
import { inChunks } from '../../lib/chunks.ts';
import type { InstantSpan } from './days.ts';
import { parseEntry } from './queries.ts';
import type { AuditEntry } from './schema.ts';

/** How many entries one query reads. */
const PORTION = 200;

/**
 * Returns the entries of these actions between two instants, ordered by id. They are found by the index
 * `auditLogsByActionInTime`, and read in portions.
 */
export async function entriesOfActions(db: Db, actions: readonly string[], span: InstantSpan): Promise<AuditEntry[]> {
  const { since = '', before = '9999' } = span;
  const found = await selectIds(db, JSON.stringify(actions), since, before);
  return readEntries(
    db,
    found.map(({ id }) => id),
  );
}

const selectIds = prepared((db, actions: string, since: string, before: string) =>
  db
    .selectFrom('auditLogs')
    .select('id')
    .where(isOneOf('action', actions))
    .where('at', '>=', since)
    .where('at', '<', before),
);

/** Returns the entries of these actions about some records of a type, ordered by id. */
export async function entriesAbout(
  db: Db,
  { entityType, ids, actions }: { entityType: string; ids: readonly (number | string)[]; actions: readonly string[] },
): Promise<AuditEntry[]> {
  if (ids.length === 0) return [];
  const found = await selectAbout(db, entityType, JSON.stringify(ids.map(String)), JSON.stringify(actions));
  return readEntries(
    db,
    found.map(({ id }) => id),
  );
}

const selectAbout = prepared((db, entityType: string, ids: string, actions: string) =>
  db
    .selectFrom('auditLogs')
    .select('id')
    .where('entityType', '=', entityType)
    .where(isOneOf('entityId', ids))
    .where(isOneOf('action', actions)),
);

async function readEntries(db: Db, ids: readonly number[]): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  const sorted = ids.toSorted((one, other) => one - other);
  await inChunks(
    sorted,
    async (part) => {
      const rows = await selectRows(db, JSON.stringify(part));
      entries.push(...rows.map(parseEntry));
    },
    PORTION,
  );
  return entries;
}

const selectRows = prepared((db, ids: string) =>
  db.selectFrom('auditLogs').selectAll().where(isOneOf('id', ids)).orderBy('id'),
);
