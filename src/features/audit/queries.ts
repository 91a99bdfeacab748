import type { Persons } from './persons.ts';
import type { Selectable } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { compares, equals } from '../../db/filters.ts';
import { insertRows } from '../../db/insert.ts';
import type { List } from '../../db/list.ts';
import { readPage } from '../../db/page.ts';
import { isOneOf, prepared } from '../../db/prepared.ts';
import { addDays } from '../../lib/date.ts';
import type { Page } from '../../lib/page.ts';
import type { DateSpan } from '../../lib/wire.ts';
import type { Head } from './chain.ts';
import type { AuditEntry, AuditQuery } from './schema.ts';
import type { AuditLogTable } from './table.ts';

export type NewAuditRow = Omit<AuditLogTable, 'id'> & { id: number };

/** The head of the log, with the authentication code that was stored with it. */
export type SealedHead = Head & { seal: string };

/** How many entries the log has, the hash of the last, and the seal of both. */
export async function readHead(db: Db): Promise<SealedHead> {
  const [head] = await selectHead(db);
  if (!head) throw new Error('The audit log has no head.');
  return head;
}

const selectHead = prepared((db) => db.selectFrom('auditHead').select(['entries', 'lastHash', 'seal']));

/** Returns the same for a database of any version; `seal` is undefined before version 9. */
export async function readAnyHead(db: Db): Promise<Head & { seal: string | undefined }> {
  const head: Partial<SealedHead> = await db.selectFrom('auditHead').selectAll().executeTakeFirstOrThrow();
  return { entries: head.entries ?? 0, lastHash: head.lastHash ?? '', seal: head.seal };
}

/** Appends rows and moves the head to the last of them. */
export async function appendRows(db: Db, rows: readonly NewAuditRow[], head: SealedHead): Promise<void> {
  await insertRows(db, 'auditLogs', rows);
  await moveHead(db, head.entries, head.lastHash, head.seal);
}

const moveHead = prepared((db, entries: number, lastHash: string, seal: string) =>
  db.updateTable('auditHead').set({ entries, lastHash, seal }),
);

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

/** A page of the log, newest first unless asked otherwise. */
export async function listEntries(db: Db, query: AuditQuery): Promise<Page<AuditEntry>> {
  const { action, entityType, entityId, actorId, from, to } = query;
  const filters = [
    equals('auditLogs.action', action),
    equals('auditLogs.entityType', entityType),
    equals('auditLogs.entityId', entityId),
    equals('auditLogs.actorId', actorId),
    compares('auditLogs.at', '>=', from),
    compares('auditLogs.at', '<', to === undefined ? undefined : addDays(to, 1)),
  ];
  const page = await readPage(db, ENTRIES, { request: query, filters });
  return { ...page, items: page.items.map((row) => ({ ...row, changes: parseChanges(row.changes) })) };
}

/** The next entries of the days after an id, in the order of the ids. */
export async function listEntriesAfter(db: Db, span: DateSpan, id: number, limit: number): Promise<AuditEntry[]> {
  const rows = await entriesOf(db, span).selectAll().where('id', '>', id).orderBy('id').limit(limit).execute();
  return rows.map((row) => ({ ...row, changes: parseChanges(row.changes) }));
}

/** How many entries the days have. */
export async function countEntries(db: Db, span: DateSpan): Promise<number> {
  const query = entriesOf(db, span).select((eb) => eb.fn.countAll().as('count'));
  return Number((await query.executeTakeFirstOrThrow()).count);
}

function entriesOf(db: Db, { from, to }: DateSpan) {
  let rows = db.selectFrom('auditLogs');
  if (from !== undefined) rows = rows.where('at', '>=', from);
  if (to !== undefined) rows = rows.where('at', '<', addDays(to, 1));
  return rows;
}

const entriesWithChanges = (db: Db) =>
  db.selectFrom('auditLogs').select(['id', 'entityType', 'changes', 'withheldSalt', 'withheldDigest']);

/** Entries after one, up to another. */
type Within = { from: number; to: number };

/** Returns the entries of record types that name the member in a field. */
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

/** The entries of records of a kind, in their order; without `within` all of them. */
export function listEntriesOf(db: Db, entityType: string, ids: readonly number[], within?: Within) {
  let query = entriesWithChanges(db).where('entityType', '=', entityType).where('entityId', 'in', ids.map(String));
  if (within) query = query.where('id', '>', within.from).where('id', '<=', within.to);
  return query.orderBy('id').execute();
}

type Replacement = { id: number; changes: string; withheldDigest: string | null };

/**
 * Replaces the changes of an entry and stores the digest of what was removed. The salt is deleted, and the entry's hash
 * stays.
 */
export async function replaceChanges(db: Db, { id, changes, withheldDigest }: Replacement): Promise<void> {
  const columns = { changes, withheldDigest, withheldSalt: null };
  await db.updateTable('auditLogs').set(columns).where('id', '=', id).execute();
}

/** One entry. */
export function findEntry(db: Db, id: number) {
  return db.selectFrom('auditLogs').select(['id', 'hash']).where('id', '=', id).executeTakeFirst();
}

/** The entries of restores, the newest first. */
export function listRestores(db: Db) {
  const entries = db.selectFrom('auditLogs').select(['id', 'at', 'changes']).where('action', '=', 'BackupRestored');
  return entries.orderBy('id', 'desc').execute();
}

/** An entry in a database of any version. Before version 9 nothing could be removed from it. */
export type ChainRow = Selectable<AuditLogTable>;

/** Entries in their order, after one. */
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

function parseChanges(text: string | null): AuditEntry['changes'] {
  return text === null ? {} : (JSON.parse(text) as AuditEntry['changes']);
}
