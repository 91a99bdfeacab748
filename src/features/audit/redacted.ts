/** Whether an entry that is not as it was written lacks just what a privacy request takes out; `redaction.ts` says how. */
import { sha256Hex } from '../../lib/secret.ts';
import { type Changes, digestOfParts, digestOfWithheld, divide } from './chain.ts';
import type { ChainRow } from './queries.ts';
import { type Persons, withheldFields } from './persons.ts';
import { BLANK, MARKS } from './redaction.ts';

/** Entries that lack something, by id, until the entry of the request is found that took it out. */
export type Redacted = Map<number, { digest: string; entityType: string; entityId: string; marks: readonly string[] }>;

/** What was redacted so far, and what entries tell of persons. */
type Followed = { redacted: Redacted; persons: Persons };

/**
 * Takes an entry into account. Returns false when its changes are neither those that were written nor redacted ones. Only
 * an entry of before the baseline may be redacted without a digest of what was taken out.
 */
export function followChanges({ redacted, persons }: Followed, row: ChainRow, isOld: boolean): boolean {
  const changes = parse(row.changes);
  if (!changes) return false;
  if (isWhole(row, changes, persons)) {
    allow(redacted, row, changes);
    return true;
  }
  const marks = marksOf(row, changes, persons);
  if (!marks || !(isOld || persons.whole.includes(row.entityType) || row.withheldDigest !== null)) return false;
  const { entityType, entityId } = row;
  redacted.set(row.id, { digest: sha256Hex(row.changes ?? ''), entityType, entityId, marks });
  return true;
}

/** The changes of a text that is one which this program writes; undefined for any other. */
function parse(text: string | null): Changes | undefined {
  if (text === null) return {};
  try {
    const value = JSON.parse(text) as unknown;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && JSON.stringify(value) === text ? (value as Changes) : undefined;
  } catch {
    return undefined;
  }
}

function isWhole(row: ChainRow, changes: Changes, persons: Persons): boolean {
  const { withheldSalt, withheldDigest, changesDigest, entityType } = row;
  if (withheldDigest !== null) return false;
  if (withheldSalt === null) return sha256Hex(row.changes ?? '') === changesDigest;
  const { rest, withheld } = divide(withheldFields(persons, entityType), changes);
  return digestOfParts(rest, digestOfWithheld(withheld, withheldSalt)) === changesDigest;
}

/** The marks of an entry that may have been redacted; undefined for one that lacks or holds anything else. */
function marksOf(row: ChainRow, changes: Changes, persons: Persons): string[] | undefined {
  const { entityType, withheldSalt, withheldDigest, changesDigest } = row;
  if (persons.whole.includes(entityType))
    return row.changes === BLANK && withheldDigest === null ? ['purged'] : undefined;
  const fields = persons.naming[entityType];
  if (!fields || withheldSalt !== null) return undefined;
  const { rest, withheld } = divide(withheldFields(persons, entityType), changes);
  const marks = MARKS.filter((mark) => isMark(rest[mark]));
  if (marks.length === 0) return undefined;
  // Of the rest of an entry of before version 9 no digest is known. Its figures are held against the entries around it and
  // against the row itself, like those of every other entry.
  if (withheldDigest === null) return fields.name in withheld ? undefined : marks;
  for (const mark of marks) delete rest[mark];
  const isProven = Object.keys(withheld).length === 0 && digestOfParts(rest, withheldDigest) === changesDigest;
  return isProven ? marks : undefined;
}

const isMark = (change: unknown) => JSON.stringify(change) === '[null,true]';

/** Whether a purge names the member or the family of an entry; purges of before version 9 name no members. */
function isNamed({ entityType, entityId }: { entityType: string; entityId: string }, changes: Changes): boolean {
  const [members, families] = [changes.members?.[1], changes.families?.[1]];
  if (entityType === 'FamilyUnit') return Array.isArray(families) && families.map(String).includes(entityId);
  return entityType !== 'Member' || !Array.isArray(members) || members.map(String).includes(entityId);
}

/** An intact entry of a request allows what it lists, as far as the request reaches. */
function allow(redacted: Redacted, { action, entityId }: ChainRow, changes: Changes): void {
  const listed = changes.auditRows?.[1];
  if (!Array.isArray(listed)) return;
  const isAnonymized = action === 'GivingUpdated' && changes.isAnonymous?.[1] === true;
  for (const [id, digest] of listed as [number, string][]) {
    const entry = redacted.get(id);
    if (!entry || entry.digest !== digest) continue;
    const isPurged = action === 'MemberPurged' && entry.marks.includes('purged') && isNamed(entry, changes);
    const isOwn = isAnonymized && entry.marks.includes('anonymized') && entry.entityId === entityId;
    if (isPurged || isOwn) redacted.delete(id);
  }
}
