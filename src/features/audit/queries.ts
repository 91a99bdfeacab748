import type { Db } from '../../db/connect.ts';
import { insertRows } from '../../db/insert.ts';
import { readPage } from '../../db/page.ts';
import { prepared } from '../../db/prepared.ts';
import { addDays } from '../../lib/date.ts';
import type { Page } from '../../lib/page.ts';
import type { DateSpan } from '../../lib/wire.ts';
import type { AuditEntry, AuditQuery } from './schema.ts';
import type { AuditLogTable } from './table.ts';

export type NewAuditRow = Omit<AuditLogTable, 'id'> & { id: number };

/** How many entries the log has and the hash of the last. */
export async function readHead(db: Db): Promise<{ entries: number; lastHash: string }> {
  const [head] = await selectHead(db);
  if (!head) throw new Error('The audit log has no head.');
  return head;
}

const selectHead = prepared((db) => db.selectFrom('auditHead').select(['entries', 'lastHash']));

/** Appends rows and moves the head to the last of them. */
export async function appendRows(db: Db, rows: readonly NewAuditRow[]): Promise<void> {
  await insertRows(db, 'auditLogs', rows);
  const last = rows.at(-1);
  if (last) await moveHead(db, last.id, last.hash);
}

const moveHead = prepared((db, entries: number, lastHash: string) =>
  db.updateTable('auditHead').set({ entries, lastHash }),
);

/** A page of the log, newest first unless asked otherwise. */
export async function listEntries(db: Db, query: AuditQuery): Promise<Page<AuditEntry>> {
  const { action, entityType, entityId, actorId, from, to } = query;
  let rows = entriesOf(db, { from, to });
  if (action !== undefined) rows = rows.where('action', '=', action);
  if (entityType !== undefined) rows = rows.where('entityType', '=', entityType);
  if (entityId !== undefined) rows = rows.where('entityId', '=', entityId);
  if (actorId !== undefined) rows = rows.where('actorId', '=', actorId);
  const page = await readPage(
    rows.selectAll(),
    rows.select((eb) => eb.fn.countAll().as('count')),
    {
      request: query,
      columns: { id: 'id', at: 'at', action: 'action', actorName: 'actorName', entityType: 'entityType' },
    },
  );
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

/** Entries of a stretch of the log that may show these members; only the text of a giving's entry says whether it does. */
export function listMentions(db: Db, memberIds: readonly number[], { from, to }: { from: number; to: number }) {
  return db
    .selectFrom('auditLogs')
    .select(['id', 'entityType', 'changes'])
    .where('id', '>', from)
    .where('id', '<=', to)
    .where((eb) =>
      eb.or([
        eb.and([eb('entityType', '=', 'Member'), eb('entityId', 'in', memberIds.map(String))]),
        eb.and([eb('entityType', '=', 'Giving'), eb('changes', 'like', '%"memberName"%')]),
      ]),
    )
    .execute();
}

/** Puts other changes into an entry; its hash and the digest in it stay. */
export async function replaceChanges(db: Db, id: number, changes: string): Promise<void> {
  await db.updateTable('auditLogs').set({ changes }).where('id', '=', id).execute();
}

/** Entries in their order, after one. */
export function listChain(db: Db, after: number, limit: number) {
  return db.selectFrom('auditLogs').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute();
}

function parseChanges(text: string | null): AuditEntry['changes'] {
  return text === null ? {} : (JSON.parse(text) as AuditEntry['changes']);
}
