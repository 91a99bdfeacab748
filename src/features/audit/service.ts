/**
 * Writes each fact to the audit log in the transaction of the fact, and reads the log. Changes are recorded as the API
 * shows them, so an amount in the log looks like an amount in an API response.
 */
import { type App, actorId, inSnapshot, now, type Subject } from '../../app.ts';
import type { Page } from '../../lib/page.ts';
import { announceFacts } from './announcements.ts';
import { instantsOf } from './days.ts';
import { asSeenBy } from './masking.ts';
import { chainHash, type Head, headText, judgeHead, sealHead, storeChanges } from './chain.ts';
import { everythingKept, keptBy } from './kept.ts';
import {
  appendRows,
  type Counted,
  countOfRecord,
  listEntries,
  listLastInstants,
  type NewAuditRow,
  readHead,
} from './queries.ts';
import { personsOf, withheldFields } from './persons.ts';
import type { Fact } from './rules.ts';
import type { AuditEntry, AuditQuery } from './schema.ts';

/**
 * Appends facts to the audit log. Must run in the transaction that makes the facts true. Facts must not contain
 * secrets. If the present head has no valid seal, the new head gets none either, so that appending a fact to a forged
 * chain does not make the chain valid.
 */
export function record(app: App, ...facts: readonly Fact[]): Promise<void> {
  return append(app, facts, false);
}

/**
 * Appends a fact, and seals the new head even if the old head was sealed with a lost key. The entry names the old head.
 * Used after a restore and when secrets.json is replaced.
 */
export async function recordUnderNewKey(app: App, { changes, ...fact }: Fact): Promise<void> {
  const { entries, lastHash } = await readHead(app.db);
  const headBefore: [null, string] = [null, headText({ entries, lastHash })];
  await append(app, [{ ...fact, changes: { ...changes, headBefore, ...(await everythingKept(app)) } }], true);
}

async function append(app: App, facts: readonly Fact[], sealsAnyway: boolean): Promise<void> {
  if (app.scope !== 'transaction') throw new Error('An audit entry must be written in the transaction of its fact.');
  if (facts.length === 0) return;
  const persons = await personsOf(app);
  const before = await readHead(app.db);
  const [at, by] = [now(app), actorId(app)];
  const { id: requestId = null, ipAddress = null } = app.request ?? {};
  app.about?.(facts.flatMap(subjectsOf));
  let head: Head = before;
  const kept = await keptBy(app, facts);
  const rows = facts.map(({ action, entityType, entityId, changes }, index): NewAuditRow => {
    const [id, previousHash] = [head.entries + 1, head.lastHash];
    const isLast = index === facts.length - 1;
    const stored = storeChanges(withheldFields(persons, entityType), isLast ? { ...changes, ...kept } : changes);
    // The fields are written out one by one, because spreading larger objects takes more time and ten times the memory.
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
  await announceFacts(app, facts);
}

/** Returns the record that a fact is about, and the members in its changes. */
function subjectsOf({ entityType, entityId, changes }: Fact): Subject[] {
  const members = [...(changes?.memberId ?? [])].filter((id): id is number => typeof id === 'number');
  return [{ entityType, entityId }, ...members.map((id): Subject => ({ entityType: 'Member', entityId: id }))];
}

/** Returns the hash of the last entry. It changes whenever a fact is recorded. */
export async function lastHash(app: App): Promise<string> {
  return (await readHead(app.db)).lastHash;
}

/**
 * Returns the latest instant among the last hundred entries, or null if there are none. The instant of the last entry
 * alone may be too early, because the clock may have been set back.
 */
export async function lastEntryAt(app: App): Promise<string | null> {
  return (await listLastInstants(app.db, 100)).toSorted().at(-1) ?? null;
}

/** Returns how many entries of an action a record has since an instant, and since its last entry of another action. */
export function countRecorded(app: App, wanted: Counted): Promise<number> {
  return inSnapshot(app, ({ db }) => countOfRecord(db, wanted));
}

/** Returns a page of the audit log. Without `members.read`, personal fields of members are masked. */
export async function listAuditLogs(app: App, query: AuditQuery): Promise<Page<AuditEntry>> {
  const page = await inSnapshot(app, async (app) => listEntries(app.db, query, await instantsOf(app, query)));
  return { ...page, items: asSeenBy(app, await personsOf(app), page.items) };
}
