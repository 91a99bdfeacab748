/**
 * Finds what the audit log shows of a person, and removes it on a privacy request. There are two kinds of request:
 *
 * - A purge removes a member (`people/members/purge.ts`). On request, it also removes the member's family if
 *   the family becomes empty.
 * - A giving becomes anonymous and loses its giver (`giving/givings/anonymity.ts`). Its note is kept, and a warning
 *   points this out.
 *
 * An entry from which something was removed has a mark instead: `purged` or `anonymized`. A later entry in the same
 * transaction records the request. Its field `auditRows` lists the redacted entries, each as a pair of its id and the
 * digest of its remaining changes (`noteOf`). `verification.ts` accepts a redaction only if one of two kinds of entries
 * explains it:
 *
 * - `MemberPurged` lists the ids of the purged members in `members`, and of erased families in `families`. It explains
 *   the Member and FamilyUnit entries of these ids that contain only the mark `purged`. It also explains Giving entries
 *   that lack the giver (`memberId`, `memberName`) and have the mark `purged`.
 * - `GivingUpdated` with `isAnonymous: [false, true]` explains earlier entries of the same giving that lack the giver
 *   and have the mark `anonymized`. The `GivingUpdated` entry does not name the giver either (`withoutGiver`).
 *
 * To make a giving anonymous, call `findGiverMentions`, change the row, and call `redactMentions`. Then record the fact
 * with `changes: { ...(await withoutGiver(app, changes)), ...noteOf(mentions) }`.
 */
import type { App } from '../../app.ts';
import { breathe } from '../../lib/chunks.ts';
import { sha256Hex } from '../../lib/secret.ts';
import { type Changes, digestOfWithheld, divide } from './chain.ts';
import { personsOf, withheldFields } from './persons.ts';
import { listEntriesOf, listNaming, readHead, replaceChanges } from './queries.ts';

/** A redaction of one entry: its id, its changes without the person, and the digest of the removed fields. */
export type Mention = { id: number; changes: string; withheldDigest: string | null };

/** The marks that replace removed data. */
export const MARKS = ['purged', 'anonymized'] as const;
type Mark = (typeof MARKS)[number];
type MentionRow = Awaited<ReturnType<typeof listEntriesOf>>[number];

const STRETCH = 2000;

/**
 * Returns redactions of the entries that show these members: their own entries, and entries of other records that name
 * them. Only entries after the id `after` are searched. `upTo` is the id of the last entry that was searched.
 */
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

/** Returns redactions of the entries of a giving that show its giver. */
export async function findGiverMentions(app: App, givingId: number): Promise<Mention[]> {
  const fields = withheldFields(await personsOf(app), 'Giving');
  return (await listEntriesOf(app.db, 'Giving', [givingId])).flatMap((row) => {
    const changes = JSON.parse(row.changes ?? '{}') as Changes;
    const { withheld } = divide(fields, changes);
    return Object.keys(withheld).length === 0 ? [] : [withoutPerson(row, { changes, fields }, 'anonymized')];
  });
}

/** Returns redactions of all entries of a family, because they show the address of its members. */
export async function findFamilyMentions(app: App, familyUnitId: number): Promise<Mention[]> {
  return (await listEntriesOf(app.db, 'FamilyUnit', [familyUnitId])).map(({ id }) => blanked(id));
}

/**
 * Carries out the redactions. The hashes of the entries stay valid, because each covers the removed fields only by
 * their digest.
 */
export async function redactMentions(app: App, mentions: readonly Mention[]): Promise<void> {
  for (const mention of mentions) await replaceChanges(app.db, mention);
}

/** Returns changes for the entry that records the request. They list the redacted entries. */
export function noteOf(mentions: readonly Mention[]): Changes {
  return { auditRows: [null, mentions.map(({ id, changes }) => [id, sha256Hex(changes)])] };
}

/** Returns the changes of a giving without its giver. */
export async function withoutGiver(app: App, changes: Changes): Promise<Changes> {
  return divide(withheldFields(await personsOf(app), 'Giving'), changes).rest;
}

/** The changes that remain in an emptied entry of a member or a family. */
export const BLANK = JSON.stringify({ purged: [null, true] });

/** Returns a redaction that removes all changes, because any field of a member or family may identify a person. */
const blanked = (id: number): Mention => ({ id, changes: BLANK, withheldDigest: null });

type Parts = { changes: Changes; fields: readonly string[] };

function withoutPerson({ id, withheldSalt, withheldDigest }: MentionRow, { changes, fields }: Parts, mark: Mark) {
  const { rest, withheld } = divide(fields, changes);
  const digest = withheldSalt === null ? withheldDigest : digestOfWithheld(withheld, withheldSalt);
  return { id, changes: JSON.stringify({ ...rest, [mark]: [null, true] }), withheldDigest: digest };
}
