/** Writes the first seal of an audit log, when a database from before the first version with seals is upgraded. */
import { type Changes, chainHash, headText, sealHead, storeChanges } from './chain.ts';
import type { AuditedRow, AuditedTable } from './audited.ts';
import { columnsOf } from './figure-queries.ts';
import { BASELINE, type NotedRow } from './baseline.ts';
import type { openRaw } from '../../db/connect.ts';
import { MIGRATIONS } from '../../db/migrations/index.ts';

/** The first version of the database with seals. */
export const SEALED_SINCE = MIGRATIONS.findIndex(({ name }) => name === '0009-audit-proof') + 1;

type Handle = ReturnType<typeof openRaw>;
type Options = {
  /** The version of the database before this upgrade. */
  from: number;
  at: Date;
  encryptionKey: Uint8Array;
  /** The tables that are compared with the log. */
  tables: readonly AuditedTable[];
};

/**
 * Appends an `AuditBaseline` entry and seals the head. A database passes this step only once, in the transaction of its
 * upgrade. Therefore, a database of this version without a seal was changed by another program.
 */
export function writeBaseline(db: Handle, { from, at, encryptionKey, tables }: Options): void {
  if (from >= SEALED_SINCE) return;
  const head = db.prepare('select "entries", "lastHash" from "auditHead"').get() as {
    entries: number;
    lastHash: string;
  };
  const id = head.entries + 1;
  const content = {
    at: at.toISOString(),
    action: BASELINE,
    actorId: null,
    actorName: 'system',
    entityType: 'AuditLog',
    entityId: String(id),
    ...storeChanges([], { headBefore: [null, headText(head)], ...lookAt(db, tables) }),
    ipAddress: null,
    requestId: null,
  };
  const row = { id, ...content, previousHash: head.lastHash, hash: chainHash(id, content, head.lastHash) };
  const columns = Object.keys(row);
  db.prepare(
    `insert into "auditLogs" (${columns.map((name) => `"${name}"`).join(', ')}) values (${columns.map((name) => `@${name}`).join(', ')})`,
  ).run(row);
  const next = { entries: id, lastHash: row.hash };
  db.prepare('update "auditHead" set "entries" = ?, "lastHash" = ?, "seal" = ?').run(
    next.entries,
    next.lastHash,
    sealHead(next, encryptionKey),
  );
}

/**
 * Returns the facts that earlier entries did not record: the hashes of statements, and the figures of rows that have no
 * entry of their creation.
 */
function lookAt(db: Handle, tables: readonly AuditedTable[]): Changes {
  const rows: Record<string, Record<string, NotedRow>> = {};
  for (const table of tables) {
    const isTold = creationIn(db, table);
    const read = `select ${columnsOf(table, true)} from "${table.table}"`;
    for (const row of db.prepare(read).iterate() as Iterable<AuditedRow>) {
      const id = table.entityIdOf(row.cursor);
      const noted = notedOf(table, row, isTold(id));
      if (noted) (rows[table.entityType] ??= {})[id] = noted;
    }
  }
  return Object.keys(rows).length > 0 ? { rows: [null, rows] } : {};
}

function notedOf({ figuresOf, ofPersons = [] }: AuditedTable, row: AuditedRow, isTold: boolean): NotedRow | undefined {
  const all = Object.entries(figuresOf(row));
  const figures = Object.fromEntries(all.filter(([field]) => !ofPersons.includes(field)));
  if (!isTold) return { ...figures, deleted: (row.deletedAt ?? null) !== null };
  return 'digest' in figures ? { digest: figures.digest } : undefined;
}

function creationIn(db: Handle, { entityType, createdBy }: AuditedTable): (id: string) => boolean {
  const places = createdBy.map(() => '?').join(', ');
  const find = db.prepare(
    `select 1 from "auditLogs" where "entityType" = ? and "entityId" = ? and "action" in (${places}) limit 1`,
  );
  return (id) => find.get(entityType, id, ...createdBy) !== undefined;
}
