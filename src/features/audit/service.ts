/**
 * Writes the audit log, in the transaction of each fact, and reads it. Changes are recorded as the API shows them, so an
 * amount in the log reads like an amount in an answer.
 */
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
 * Appends facts to the hash chain, in the transaction that makes them true. They must not contain secrets. A head that
 * this program did not seal stays without a valid seal, so that a forged chain does not become valid by continuing it.
 */
export function record(app: App, ...facts: readonly Fact[]): Promise<void> {
  return append(app, facts, false);
}

/**
 * Appends a fact that names the head before it, and seals the new head even if the old one was sealed with a lost key.
 * Used after a restore and under new secrets.
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
    // Written field by field, because copying larger objects takes time and ten times the memory.
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

/** Returns the record that a fact is about, and the members that it names. */
function subjectsOf({ entityType, entityId, changes }: Fact): Subject[] {
  const members = [...(changes?.memberId ?? [])].filter((id): id is number => typeof id === 'number');
  return [{ entityType, entityId }, ...members.map((id): Subject => ({ entityType: 'Member', entityId: id }))];
}

/** Returns the hash of the last fact. As long as it stays the same, nothing was recorded. */
export async function lastHash(app: App): Promise<string> {
  return (await readHead(app.db)).lastHash;
}

/**
 * Returns the latest instant among the last hundred entries. If the clock was set back, the very last entry may have an
 * earlier one.
 */
export async function lastEntryAt(app: App): Promise<string | null> {
  const { items } = await listAuditLogs(app, decode(AuditQuery, { pageSize: '100' }));
  return (
    items
      .map(({ at }) => at)
      .toSorted()
      .at(-1) ?? null
  );
}

/** Returns a page of the audit log. Without `members.read`, personal fields of members are masked. */
export async function listAuditLogs(app: App, query: AuditQuery): Promise<Page<AuditEntry>> {
  const page = await inSnapshot(app, ({ db }) => listEntries(db, query));
  return { ...page, items: asSeenBy(app, await personsOf(app), page.items) };
}
