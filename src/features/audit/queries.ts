import type { Persons } from './persons.ts';
import type { Selectable } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { compares, equals } from '../../db/filters.ts';
import { insertRows } from '../../db/insert.ts';
import type { List } from '../../db/list.ts';
import { readPage } from '../../db/page.ts';
import { isOneOf, prepared } from '../../db/prepared.ts';
import type { Page } from '../../lib/page.ts';
import type { Head } from './chain.ts';
import type { InstantSpan } from './days.ts';
import type { AuditEntry, AuditQuery } from './schema.ts';
import type { AuditLogTable } from './table.ts';

export type NewAuditRow = Omit<AuditLogTable, 'id'> & { id: number };

/** The head of the log, with the seal that was stored with it. */
export type SealedHead = Head & { seal: string };

/** Returns the head: how many entries the log has, the hash of the last entry, and the seal of both. */
export async function readHead(db: Db): Promise<SealedHead> {
  const [head] = await selectHead(db);
  if (!head) throw new Error('The audit log has no head.');
  return head;
}

const selectHead = prepared((db) => db.selectFrom('auditHead').select(['entries', 'lastHash', 'seal']));

/** Returns the head from a database of any version. Before version 9, `seal` is undefined. */
export async function readAnyHead(db: Db): Promise<Head & { seal: string | undefined }> {
  const head: Partial<SealedHead> = await db.selectFrom('auditHead').selectAll().executeTakeFirstOrThrow();
  return { entries: head.entries ?? 0, lastHash: head.lastHash ?? '', seal: head.seal };
}

/** Appends entries and stores the new head. */
export async function appendRows(db: Db, rows: readonly NewAuditRow[], head: SealedHead): Promise<void> {
  await insertRows(db, 'auditLogs', rows);
  await moveHead(db, head.entries, head.lastHash, head.seal);
}

const moveHead = prepared((db, entries: number, lastHash: string, seal: string) =>
  db.updateTable('auditHead').set({ entries, lastHash, seal }),
);

/** Which entries of a record are counted: those of an action since an instant, and since the last one of another action. */
export type Counted = { entityType: string; entityId: string; action: string; since: string; afterLast: string };

/** Returns how many entries of an action a record has. */
export async function countOfRecord(db: Db, wanted: Counted): Promise<number> {
  const { entityType, entityId, action, since, afterLast } = wanted;
  const ofRecord = db.selectFrom('auditLogs').where('entityType', '=', entityType).where('entityId', '=', entityId);
  const last = await ofRecord
    .where('action', '=', afterLast)
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst();
  const { count } = await ofRecord
    .where('action', '=', action)
    .where('at', '>=', since)
    .where('id', '>', last?.id ?? 0)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const ENTRIES = {
  table: 'auditLogs',
  id: 'id',
  holds: [],
  isGapless: true,
  orders: {
    id: { columns: [] },
    at: { columns: ['at'] },
    action: { columns: ['action'] },
    actorName: { columns: ['actorName'] },
    entityType: { columns: ['entityType', 'entityId'] },
  },
  show: prepared((db, ids: string) => db.selectFrom('auditLogs').selectAll().where(isOneOf('id', ids))),
} satisfies List<AuditQuery['sort']['field'], Selectable<AuditLogTable>>;

/**
 * Returns a page of the log between two instants, with the newest entries first unless the query asks for another
 * order.
 */
export async function listEntries(
  db: Db,
  query: AuditQuery,
  { since, before }: InstantSpan,
): Promise<Page<AuditEntry>> {
  const { action, entityType, entityId, actorId } = query;
  const filters = [
    equals('auditLogs.action', action),
    equals('auditLogs.entityType', entityType),
    equals('auditLogs.entityId', entityId),
    equals('auditLogs.actorId', actorId),
    compares('auditLogs.at', '>=', since),
    compares('auditLogs.at', '<', before),
  ];
  const page = await readPage(db, ENTRIES, { request: query, filters });
  return { ...page, items: page.items.map(parseEntry) };
}

/** Returns the next entries between two instants, ordered by id, beginning after the given id. */
export async function listEntriesAfter(db: Db, span: InstantSpan, id: number, limit: number): Promise<AuditEntry[]> {
  const rows = await entriesOf(db, span).selectAll().where('id', '>', id).orderBy('id').limit(limit).execute();
  return rows.map(parseEntry);
}

/** Returns the number of entries between two instants. */
export async function countEntries(db: Db, span: InstantSpan): Promise<number> {
  const query = entriesOf(db, span).select((eb) => eb.fn.countAll().as('count'));
  return Number((await query.executeTakeFirstOrThrow()).count);
}

function entriesOf(db: Db, { since, before }: InstantSpan) {
  let rows = db.selectFrom('auditLogs');
  if (since !== undefined) rows = rows.where('at', '>=', since);
  if (before !== undefined) rows = rows.where('at', '<', before);
  return rows;
}

const entriesWithChanges = (db: Db) =>
  db.selectFrom('auditLogs').select(['id', 'entityType', 'changes', 'withheldSalt', 'withheldDigest']);

/** A range of entries: after the id `from`, up to and including the id `to`. */
type Within = { from: number; to: number };

/**
 * Returns the entries in a range that contain the name of any member. `naming` declares, for each record type, the
 * field that contains this name.
 */
export async function listNaming(db: Db, naming: Persons['naming'], { from, to }: Within) {
  const kinds = Object.entries(naming);
  if (kinds.length === 0) return [];
  return entriesWithChanges(db)
    .where('id', '>', from)
    .where('id', '<=', to)
    .where((eb) =>
      eb.or(
        kinds.map(([kind, { name }]) => eb.and([eb('entityType', '=', kind), eb('changes', 'like', `%"${name}"%`)])),
      ),
    )
    .execute();
}

/** Returns the entries of some records of one type, in the order of the log. Without `within`, returns all of them. */
export function listEntriesOf(db: Db, entityType: string, ids: readonly number[], within?: Within) {
  let query = entriesWithChanges(db).where('entityType', '=', entityType).where('entityId', 'in', ids.map(String));
  if (within) query = query.where('id', '>', within.from).where('id', '<=', within.to);
  return query.orderBy('id').execute();
}

type Replacement = { id: number; changes: string; withheldDigest: string | null };

/**
 * Replaces the changes of an entry, stores the digest of the removed fields, and deletes the salt. The hash of the
 * entry does not change.
 */
export async function replaceChanges(db: Db, { id, changes, withheldDigest }: Replacement): Promise<void> {
  const columns = { changes, withheldDigest, withheldSalt: null };
  await db.updateTable('auditLogs').set(columns).where('id', '=', id).execute();
}

/** Returns the instants of the last entries, the newest first. */
export async function listLastInstants(db: Db, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('auditLogs').select('at').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(({ at }) => at);
}

/** Returns the id and hash of an entry, or undefined. */
export function findEntry(db: Db, id: number) {
  return db.selectFrom('auditLogs').select(['id', 'hash']).where('id', '=', id).executeTakeFirst();
}

/** Returns the entries that record restores, the newest first. */
export function listRestores(db: Db) {
  const entries = db.selectFrom('auditLogs').select(['id', 'at', 'changes']).where('action', '=', 'BackupRestored');
  return entries.orderBy('id', 'desc').execute();
}

/**
 * An entry as read from a database of any version. Before version 9, entries had neither a salt nor a digest of removed
 * fields. Both are then null, and removals from the entry cannot be verified.
 */
export type ChainRow = Selectable<AuditLogTable>;

/** Returns the next entries after an id, in the order of their ids. */
export async function listChain(db: Db, after: number, limit: number): Promise<ChainRow[]> {
  const rows = await db
    .selectFrom('auditLogs')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row: Partial<ChainRow>) => ({ withheldSalt: null, withheldDigest: null, ...row }) as ChainRow);
}

/** Returns an entry of the log with its changes parsed. */
export function parseEntry(row: Selectable<AuditLogTable>): AuditEntry {
  return { ...row, changes: parseChanges(row.changes) };
}

/** Returns changes without the digests of `kept.ts`, which say nothing to people. */
function parseChanges(text: string | null): AuditEntry['changes'] {
  if (text === null) return {};
  const { kept: _digests, ...changes } = JSON.parse(text) as AuditEntry['changes'];
  return changes;
}
