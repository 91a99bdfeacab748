import { type App, actorId, inSnapshot, now, type Subject } from '../../app.ts';
import type { Page } from '../../lib/page.ts';
import { decode } from '../../validate.ts';
import { asSeenBy } from './masking.ts';
import { chainHash, type Head, headText, judgeHead, sealHead, storeChanges } from './chain.ts';
import { appendRows, listEntries, type NewAuditRow, readHead } from './queries.ts';
import { personsOf, withheldFields } from './persons.ts';
import type { Fact } from './rules.ts';
import { type AuditEntry, AuditQuery } from './schema.ts';

/**
 * Appends facts to the hash chain, in the transaction that makes them true. Secrets must not be in them. A head that was not
 * sealed by this program stays without a valid seal, so a forged chain does not become a true one by going on.
 */
export function record(app: App, ...facts: readonly Fact[]): Promise<void> {
  return append(app, facts, false);
}

/**
 * Appends a fact that names the head before it, and seals the new head also where the old one was sealed with a key that
 * is lost: after a restore, and under new secrets.
 */
export async function recordUnderNewKey(app: App, { changes, ...fact }: Fact): Promise<void> {
  const { entries, lastHash } = await readHead(app.db);
  await append(app, [{ ...fact, changes: { ...changes, headBefore: [null, headText({ entries, lastHash })] } }], true);
}

async function append(app: App, facts: readonly Fact[], sealsAnyway: boolean): Promise<void> {
  if (app.scope !== 'transaction') throw new Error('An audit row belongs in the transaction of its fact.');
  if (facts.length === 0) return;
  const persons = await personsOf(app);
  const before = await readHead(app.db);
  const [at, by] = [now(app), actorId(app)];
  const { id: requestId = null, ipAddress = null } = app.request ?? {};
  app.about?.(facts.flatMap(subjectsOf));
  let head: Head = before;
  const rows = facts.map(({ action, entityType, entityId, changes }): NewAuditRow => {
    const [id, previousHash] = [head.entries + 1, head.lastHash];
    const stored = storeChanges(withheldFields(persons, entityType), changes);
    // Field by field, because copies of larger objects take time and ten times the memory.
    const row = {
      id,
      at,
      actorId: by,
      actorName: app.actor.name,
      ipAddress,
      requestId,
      action,
      entityType,
      entityId: String(entityId),
      changes: stored.changes,
      withheldSalt: stored.withheldSalt,
      withheldDigest: stored.withheldDigest,
      changesDigest: stored.changesDigest,
      previousHash,
      hash: '',
    };
    row.hash = chainHash(id, row, previousHash);
    head = { entries: id, lastHash: row.hash };
    return row;
  });
  const { encryptionKey } = app.secrets();
  const isSealed = sealsAnyway || judgeHead(before, before.seal, encryptionKey) === 'authenticated';
  await appendRows(app.db, rows, { ...head, seal: isSealed ? sealHead(head, encryptionKey) : before.seal });
}

/** What a fact is about: its record, and the members whom it names. */
function subjectsOf({ entityType, entityId, changes }: Fact): Subject[] {
  const members = [...(changes?.memberId ?? [])].filter((id): id is number => typeof id === 'number');
  return [{ entityType, entityId }, ...members.map((id): Subject => ({ entityType: 'Member', entityId: id }))];
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
  return { ...page, items: asSeenBy(app, await personsOf(app), page.items) };
}
