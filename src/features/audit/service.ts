import { type App, actorId, inSnapshot, now } from '../../app.ts';
import type { Page } from '../../lib/page.ts';
import { sha256Hex } from '../../lib/secret.ts';
import { appendRows, listEntries, type NewAuditRow, readHead } from './queries.ts';
import { asSeenBy } from './masking.ts';
import { decode } from '../../validate.ts';
import { chainHash, type Fact } from './rules.ts';
import { type AuditEntry, AuditQuery } from './schema.ts';

/** Appends facts to the hash chain, in the transaction that makes them true. Secrets must not be in them. */
export async function record(app: App, ...facts: readonly Fact[]): Promise<void> {
  if (app.scope !== 'transaction') throw new Error('An audit row belongs in the transaction of its fact.');
  const head = await readHead(app.db);
  const common = {
    at: now(app),
    actorId: actorId(app),
    actorName: app.actor.name,
    ipAddress: app.request?.ipAddress ?? null,
    requestId: app.request?.id ?? null,
  };
  let previousHash = head.lastHash;
  const rows = facts.map(({ action, entityType, entityId, changes }, index) => {
    const text = changes && Object.keys(changes).length > 0 ? JSON.stringify(changes) : null;
    const id = head.entries + index + 1;
    const content = { ...common, action, entityType, entityId: String(entityId), changesDigest: sha256Hex(text ?? '') };
    const row: NewAuditRow = { ...content, id, changes: text, previousHash, hash: '' };
    row.hash = chainHash(id, row, previousHash);
    previousHash = row.hash;
    return row;
  });
  await appendRows(app.db, rows);
}

/** The hash of the last fact: while it stays the same, nothing that is recorded has changed. */
export async function lastHash(app: App): Promise<string> {
  return (await readHead(app.db)).lastHash;
}

/** The latest instant among the last hundred entries: by a clock that was set back, the very last is an earlier one. */
export async function lastEntryAt(app: App): Promise<string | null> {
  const { items } = await listAuditLogs(app, decode(AuditQuery, { pageSize: '100' }));
  return (
    items
      .map(({ at }) => at)
      .toSorted()
      .at(-1) ?? null
  );
}

/** A page of the audit log; without `members.read`, what tells of a member is masked. */
export async function listAuditLogs(app: App, query: AuditQuery): Promise<Page<AuditEntry>> {
  const page = await inSnapshot(app, ({ db }) => listEntries(db, query));
  return { ...page, items: asSeenBy(app, page.items) };
}
