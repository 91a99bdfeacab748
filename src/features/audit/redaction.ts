/**
 * What the log shows of a person, and how it is taken out on a privacy request.
 *
 * An entry that lost something holds a mark instead, `purged` or `anonymized`. The entry that records the request lists
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
 * `changes: { ...withoutGiver(changes), ...noteOf(mentions) }`.
 */
import type { App } from '../../app.ts';
import { breathe } from '../../lib/chunks.ts';
import { sha256Hex } from '../../lib/secret.ts';
import { type Changes, digestOfWithheld, divide } from './chain.ts';
import { listEntriesOf, listMentions, readHead, replaceChanges } from './queries.ts';

/** An entry that shows a person, as it reads without them, and the digest that stands for what was taken out. */
export type Mention = { id: number; changes: string; withheldDigest: string | null };

/** The marks that stand in place of what was taken out. */
export const MARKS = ['purged', 'anonymized'] as const;
type Mark = (typeof MARKS)[number];
type MentionRow = Awaited<ReturnType<typeof listMentions>>[number];

const STRETCH = 2000;

/** The entries after one that show these members: their own, and those of givings under their names. */
export async function findMentions(
  app: App,
  memberIds: readonly number[],
  after: number,
): Promise<{ mentions: Mention[]; upTo: number }> {
  const { entries } = await readHead(app.db);
  const mentions: Mention[] = [];
  for (let from = after; from < entries; from += STRETCH) {
    const rows = await listMentions(app.db, memberIds, { from, to: Math.min(from + STRETCH, entries) });
    for (const row of rows) {
      const changes = JSON.parse(row.changes ?? '{}') as Changes;
      if (row.entityType === 'Member') mentions.push(blanked(row.id));
      else if (changes.memberId?.some((id) => memberIds.includes(Number(id))))
        mentions.push(withoutPerson(row, changes, 'purged'));
    }
    await breathe();
  }
  return { mentions, upTo: entries };
}

/** The entries of a giving that show its giver. */
export async function findGiverMentions(app: App, givingId: number): Promise<Mention[]> {
  return (await listEntriesOf(app.db, 'Giving', givingId)).flatMap((row) => {
    const changes = JSON.parse(row.changes ?? '{}') as Changes;
    const { withheld } = divide(row.entityType, changes);
    return Object.keys(withheld).length === 0 ? [] : [withoutPerson(row, changes, 'anonymized')];
  });
}

/** The entries of a family, which tell where its members lived. */
export async function findFamilyMentions(app: App, familyUnitId: number): Promise<Mention[]> {
  return (await listEntriesOf(app.db, 'FamilyUnit', familyUnitId)).map(({ id }) => blanked(id));
}

/** Takes the person out of the entries; their digests hold, because they cover what was taken out by a digest of its own. */
export async function redactMentions(app: App, mentions: readonly Mention[]): Promise<void> {
  for (const mention of mentions) await replaceChanges(app.db, mention);
}

/** The changes by which the entry of the request says what it took out of others. */
export function noteOf(mentions: readonly Mention[]): Changes {
  return { auditRows: [null, mentions.map(({ id, changes }) => [id, sha256Hex(changes)])] };
}

/** The changes of a giving without its giver. */
export function withoutGiver(changes: Changes): Changes {
  return divide('Giving', changes).rest;
}

/** What is left of an entry of a member or a family. */
export const BLANK = JSON.stringify({ purged: [null, true] });

/** A member's own entry loses everything: any field of it may say who it was. */
const blanked = (id: number): Mention => ({ id, changes: BLANK, withheldDigest: null });

function withoutPerson({ id, entityType, withheldSalt, withheldDigest }: MentionRow, changes: Changes, mark: Mark) {
  const { rest, withheld } = divide(entityType, changes);
  const digest = withheldSalt === null ? withheldDigest : digestOfWithheld(withheld, withheldSalt);
  return { id, changes: JSON.stringify({ ...rest, [mark]: [null, true] }), withheldDigest: digest };
}
