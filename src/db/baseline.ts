/** The first seal of an audit log, written with the step of the database's history that brought seals. */
import { chainHash, headText, sealHead, storeChanges } from '../features/audit/chain.ts';
import type { openRaw } from './connect.ts';
import { MIGRATIONS } from './migrations/index.ts';

/** Databases before this version have no seal. */
export const SEALED_SINCE = MIGRATIONS.findIndex(({ name }) => name === '0009-audit-proof') + 1;

type Handle = ReturnType<typeof openRaw>;
type Options = {
  /** The version of the database before this upgrade. */
  from: number;
  at: Date;
  encryptionKey: Uint8Array;
};

/**
 * Seals the head with an `AuditBaseline` entry, once in the life of a database, in the transaction of the upgrade: so a
 * database of this version without a seal was never left so by the program.
 */
export function writeBaseline(db: Handle, { from, at, encryptionKey }: Options): void {
  if (from >= SEALED_SINCE) return;
  const head = db.prepare('select "entries", "lastHash" from "auditHead"').get() as {
    entries: number;
    lastHash: string;
  };
  const id = head.entries + 1;
  const content = {
    at: at.toISOString(),
    action: 'AuditBaseline',
    actorId: null,
    actorName: 'system',
    entityType: 'AuditLog',
    entityId: String(id),
    ...storeChanges('AuditLog', { headBefore: [null, headText(head)] }),
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
