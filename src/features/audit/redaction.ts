/**
 * What the log shows of a person, and how it is taken out on a privacy request. A purge removes a member
 * (`people/members/purge.ts`), and the family that it leaves empty if that is wanted. A giving that becomes anonymous loses
 * its giver (`giving/givings/anonymity.ts`); its note is kept, and a warning says so.
 * * An entry that lost something holds a mark instead, `purged` or `anonymized`. The entry that records the request lists
 * what it did to others as `auditRows: [[id, digest of the changes that were left], ...]` (`noteOf`), and stands behind
 * them in the log, in the same transaction. `verification.ts` accepts these two kinds and no other:
 *
 * - `MemberPurged` (its `members` lists the ids): Member entries of these members that hold exactly the mark `purged`,
 *   FamilyUnit entries of the family that was erased with the last of them (`families`), likewise, and Giving entries that
 *   lack the giver (`memberId`, `memberName`) and hold the mark `purged`;
 * - `GivingUpdated` with `isAnonymous: [false, true]`: earlier entries of the same giving that lack the giver and hold the
 *   mark `anonymized`. The entry itself names no giver either (`withoutGiver`).
 *
 * To turn a giving anonymous: `findGiverMentions`, change the row, `redactMentions`, then record the fact with
 * `changes: { ...(await withoutGiver(app, changes)), ...noteOf(mentions) }`.
 */
import type { App } from '../../app.ts';
import { breathe } from '../../lib/chunks.ts';
import { sha256Hex } from '../../lib/secret.ts';
import { type Changes, digestOfWithheld, divide } from './chain.ts';
import { personsOf, withheldFields } from './persons.ts';
import { listEntriesOf, listNaming, readHead, replaceChanges } from './queries.ts';

/** An entry that shows a person, its text without them, and the digest of what was removed. */
export type Mention = { id: number; changes: string; withheldDigest: string | null };

/** The marks that replace what was removed. */
export const MARKS = ['purged', 'anonymized'] as const;
type Mark = (typeof MARKS)[number];
type MentionRow = Awaited<ReturnType<typeof listEntriesOf>>[number];

const STRETCH = 2000;

/** The entries after one that show these members: their own, and those of givings under their names. */
export async function findMentions(
  app: App,
  memberIds: readonly number[],
  after: number,
): Promise<{ mentions: Mention[]; upTo: number }> {
  const { entries } = await readHead(app.db);
  const persons = await personsOf(app);
  const mentions: Mention[] = [];
  for (let from = after; from < entries; from += STRETCH) {
    const within = { from, to: Math.min(from + STRETCH, entries) };
    for (const { id } of await listEntriesOf(app.db, 'Member', memberIds, within)) mentions.push(blanked(id));
    for (const row of await listNaming(app.db, persons.naming, within)) {
      const changes = JSON.parse(row.changes ?? '{}') as Changes;
      const named = changes[persons.naming[row.entityType]?.id ?? ''] ?? [];
      if (named.some((id) => memberIds.includes(Number(id))))
        mentions.push(withoutPerson(row, { changes, fields: withheldFields(persons, row.entityType) }, 'purged'));
    }
    await breathe();
  }
  return { mentions, upTo: entries };
}

/** Returns the entries of a giving that show its giver. */
export async function findGiverMentions(app: App, givingId: number): Promise<Mention[]> {
  const fields = withheldFields(await personsOf(app), 'Giving');
  return (await listEntriesOf(app.db, 'Giving', [givingId])).flatMap((row) => {
    const changes = JSON.parse(row.changes ?? '{}') as Changes;
    const { withheld } = divide(fields, changes);
    return Object.keys(withheld).length === 0 ? [] : [withoutPerson(row, { changes, fields }, 'anonymized')];
  });
}

/** Returns the entries of a family, which show the address of its members. */
export async function findFamilyMentions(app: App, familyUnitId: number): Promise<Mention[]> {
  return (await listEntriesOf(app.db, 'FamilyUnit', [familyUnitId])).map(({ id }) => blanked(id));
}

/**
 * Removes the person from the entries. Their hashes stay valid, because they cover the removed part by a digest of its
 * own.
 */
export async function redactMentions(app: App, mentions: readonly Mention[]): Promise<void> {
  for (const mention of mentions) await replaceChanges(app.db, mention);
}

/** Returns the changes with which the entry of the request lists what it removed from others. */
export function noteOf(mentions: readonly Mention[]): Changes {
  return { auditRows: [null, mentions.map(({ id, changes }) => [id, sha256Hex(changes)])] };
}

/** The changes of a giving without its giver. */
export async function withoutGiver(app: App, changes: Changes): Promise<Changes> {
  return divide(withheldFields(await personsOf(app), 'Giving'), changes).rest;
}

/** What remains of an entry of a member or a family. */
export const BLANK = JSON.stringify({ purged: [null, true] });

/** A member's own entry loses everything, because any field may identify the person. */
const blanked = (id: number): Mention => ({ id, changes: BLANK, withheldDigest: null });

type Parts = { changes: Changes; fields: readonly string[] };

function withoutPerson({ id, withheldSalt, withheldDigest }: MentionRow, { changes, fields }: Parts, mark: Mark) {
  const { rest, withheld } = divide(fields, changes);
  const digest = withheldSalt === null ? withheldDigest : digestOfWithheld(withheld, withheldSalt);
  return { id, changes: JSON.stringify({ ...rest, [mark]: [null, true] }), withheldDigest: digest };
}
