/**
 * Adds the audit entry of an upgrade: the first seal of the log, or the values that the upgrade wrote into the books.
 */
import { type Changes, chainHash, headText, sealHead, storeChanges } from './chain.ts';
import { type AuditedRow, type AuditedTable, upgradesOf } from './audited.ts';
import { columnsOf } from './figure-queries.ts';
import { type Kept, keptField, type KeptRow, keptSql, noteOf } from './kept.ts';
import { BASELINE, type NotedRow, UPGRADE } from './baseline.ts';
import type { openRaw } from '../../db/connect.ts';
import { MIGRATIONS } from '../../db/migrations/index.ts';

/** The first database version in which the audit log has a seal. */
export const SEALED_SINCE = MIGRATIONS.findIndex(({ name }) => name === '0009-audit-proof') + 1;

type Handle = ReturnType<typeof openRaw>;
type Options = {
  /** The version of the database before this upgrade. */
  from: number;
  at: Date;
  encryptionKey: Uint8Array;
  /** The tables that are compared with the log. */
  tables: readonly AuditedTable[];
  /** The records of which the log has a digest. */
  kept: readonly Kept[];
};

/**
 * Completes an upgrade of the database, in the transaction of the upgrade. If the version before the upgrade had no
 * seals, the log gets the `AuditBaseline` entry and is sealed. This happens only once for a database. If a database of
 * a later version has no seal, another program therefore changed it. A log that was sealed before gets an entry with
 * the values that the upgrade wrote into audited tables, if there are any.
 */
export function recordUpgrade(db: Handle, options: Options): void {
  const { from, tables } = options;
  const kept = firstNotes(db, options);
  const head = db.prepare('select "entries", "lastHash" from "auditHead"').get() as Head;
  if (from < SEALED_SINCE) {
    const rows = rowsIn(db, tables, (table, row, isTold) => factsOf(table, row, isTold));
    append(db, { action: BASELINE, changes: { headBefore: [null, headText(head)], ...rows, ...kept }, head, options });
    return;
  }
  const isLater = ({ step }: { step: string }) => stepOf(step) > from;
  const upgraded = tables.filter((table) => upgradesOf(table).some(isLater));
  const rows = rowsIn(db, upgraded, (table, row, isTold) => {
    const isWhole = upgradesOf(table).some((upgrade) => isLater(upgrade) && !upgrade.defaults);
    return isWhole ? notedOf(table, row, isTold) : addedOf(table, row, from);
  });
  const changes = { ...rows, ...kept };
  if (Object.keys(changes).length > 0) append(db, { action: UPGRADE, changes, head, options });
}

/** Returns the field with the digests of records that no earlier version noted. */
function firstNotes(db: Handle, { from, kept, encryptionKey }: Options): Changes {
  const fresh = kept.filter(({ since }) => stepOf(since) > from);
  const noted = fresh.flatMap((kind) =>
    (db.prepare(keptSql(kind, '')).all() as KeptRow[]).map((row) => noteOf(kind, row, encryptionKey)),
  );
  return keptField(noted);
}

const stepOf = (wanted: string) => MIGRATIONS.findIndex(({ name }) => name === wanted) + 1;

type Head = { entries: number; lastHash: string };

function append(
  db: Handle,
  { action, changes, head, options }: { action: string; changes: Changes; head: Head; options: Options },
): void {
  const id = head.entries + 1;
  const content = {
    at: options.at.toISOString(),
    action,
    actorId: null,
    actorName: 'system',
    entityType: 'AuditLog',
    entityId: String(id),
    ...storeChanges([], changes),
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
    sealHead(next, options.encryptionKey),
  );
}

type Note = (table: AuditedTable, row: AuditedRow, isTold: boolean) => NotedRow | undefined;

/**
 * Returns the facts to record about the rows of the tables, as the field `rows`. The field is missing if there are no
 * such facts.
 */
function rowsIn(db: Handle, tables: readonly AuditedTable[], note: Note): Changes {
  const rows: Record<string, Record<string, NotedRow>> = {};
  for (const table of tables) {
    const isTold = creationIn(db, table);
    const read = `select ${columnsOf(table, true)} from "${table.table}"`;
    for (const row of db.prepare(read).iterate() as Iterable<AuditedRow>) {
      const id = table.entityIdOf(row.cursor);
      const noted = note(table, row, isTold(id));
      if (noted) (rows[table.entityType] ??= {})[id] = noted;
    }
  }
  return Object.keys(rows).length > 0 ? { rows: [null, rows] } : {};
}

/**
 * Returns the facts that earlier entries did not record: the hash of a statement, or the figures of a row whose
 * creation has no entry.
 */
function notedOf({ figuresOf, ofPersons = [] }: AuditedTable, row: AuditedRow, isTold: boolean): NotedRow | undefined {
  const all = Object.entries(figuresOf(row));
  const figures = Object.fromEntries(all.filter(([field]) => !ofPersons.includes(field)));
  if (!isTold) return { ...figures, deleted: (row.deletedAt ?? null) !== null };
  return 'digest' in figures ? { digest: figures.digest } : undefined;
}

/**
 * Returns the facts for the first seal: those that earlier entries did not record, and what the upgrade wrote into the
 * row.
 */
function factsOf(table: AuditedTable, row: AuditedRow, isTold: boolean): NotedRow | undefined {
  const facts = { ...notedOf(table, row, isTold), ...(isTold ? addedOf(table, row, 0) : undefined) };
  return Object.keys(facts).length > 0 ? facts : undefined;
}

/** Returns the fields that migrations after the version `from` added to a row, except those that have their default. */
function addedOf(table: AuditedTable, row: AuditedRow, from: number): NotedRow | undefined {
  const later = upgradesOf(table).filter(({ step }) => stepOf(step) > from);
  const defaults: Readonly<Record<string, unknown>> = Object.assign({}, ...later.map((upgrade) => upgrade.defaults));
  const added = Object.entries(table.figuresOf(row)).filter(
    ([field, value]) => field in defaults && value !== defaults[field],
  );
  return added.length > 0 ? Object.fromEntries(added) : undefined;
}

function creationIn(db: Handle, { entityType, createdBy }: AuditedTable): (id: string) => boolean {
  const places = createdBy.map(() => '?').join(', ');
  const find = db.prepare(
    `select 1 from "auditLogs" where "entityType" = ? and "entityId" = ? and "action" in (${places}) limit 1`,
  );
  return (id) => find.get(entityType, id, ...createdBy) !== undefined;
}
