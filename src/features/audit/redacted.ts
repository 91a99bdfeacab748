/** Checks that a changed entry lacks exactly what a privacy request removes; see `redaction.ts`. */
import { sha256Hex } from '../../lib/secret.ts';
import { type Changes, digestOfParts, digestOfWithheld, divide } from './chain.ts';
import type { ChainRow } from './queries.ts';
import { type Persons, withheldFields } from './persons.ts';
import { BLANK, MARKS } from './redaction.ts';

/**
 * Entries from which something was removed, by id. An entry leaves this map when the check finds the privacy request
 * that explains the removal.
 */
export type Redacted = Map<number, { digest: string; entityType: string; entityId: string; marks: readonly string[] }>;

/**
 * The state of the check: the entries whose removals are not explained yet, and the declarations of personal fields.
 */
type Followed = { redacted: Redacted; persons: Persons };

/**
 * Checks the changes of an entry. Returns true if they are the original changes, or if they are what a privacy request
 * leaves. Adds a redacted entry to `redacted`, and deletes from `redacted` the entries whose redaction this entry
 * explains. Only two kinds of redacted entries may lack a digest: those from before the baseline (`isOld`), and those
 * of record types that are entirely about people.
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

/** Parses stored changes. Returns undefined for a text that this program would not have written. */
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

/**
 * Returns the marks of an entry that may have been redacted. Returns undefined if the entry has no mark, or if its
 * changes differ in any other way from those that were written.
 */
function marksOf(row: ChainRow, changes: Changes, persons: Persons): string[] | undefined {
  const { entityType, withheldSalt, withheldDigest, changesDigest } = row;
  if (persons.whole.includes(entityType))
    return row.changes === BLANK && withheldDigest === null ? ['purged'] : undefined;
  const fields = persons.naming[entityType];
  if (!fields || withheldSalt !== null) return undefined;
  const { rest, withheld } = divide(withheldFields(persons, entityType), changes);
  const marks = MARKS.filter((mark) => isMark(rest[mark]));
  if (marks.length === 0) return undefined;
  // An entry from before version 9 has no digest of its remaining changes, so they cannot be verified here.
  // `figures.ts` compares them with the other entries about the row, and with the row itself.
  if (withheldDigest === null) return fields.name in withheld ? undefined : marks;
  for (const mark of marks) delete rest[mark];
  const isProven = Object.keys(withheld).length === 0 && digestOfParts(rest, withheldDigest) === changesDigest;
  return isProven ? marks : undefined;
}

const isMark = (change: unknown) => JSON.stringify(change) === '[null,true]';

/**
 * True if a purge with these changes covers the entry. A purge covers the members and families that it names, and
 * entries of other record types. A purge from before version 9 does not name its members, and covers any member.
 */
function isNamed({ entityType, entityId }: { entityType: string; entityId: string }, changes: Changes): boolean {
  const [members, families] = [changes.members?.[1], changes.families?.[1]];
  if (entityType === 'FamilyUnit') return Array.isArray(families) && families.map(String).includes(entityId);
  return entityType !== 'Member' || !Array.isArray(members) || members.map(String).includes(entityId);
}

/**
 * Deletes from `redacted` the entries whose redaction is explained by this entry, which must be intact. A purge
 * explains entries about the members and families that it names. A giving that became anonymous explains only entries
 * about itself.
 */
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
