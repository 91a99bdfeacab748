import { type App, modified, now } from '../../app.ts';
import { indexTexts, removeTexts } from '../../db/search.ts';
import { AppError } from '../../errors.ts';
import { inChunks, MANY } from '../../lib/chunks.ts';
import { record } from '../audit/service.ts';
import { findReferred, listMembersByIds, removeMembers } from './queries.ts';
import { documentOf, memberFact } from './rules.ts';

/**
 * Deletes the members of an import softly, as `deleteMember` does, all or none; one who was deleted since stays so.
 * Returns how many there were. Raises `conflict` when a giving, an expense or a user refers to one of them.
 */
export async function takeBackMembers(app: App, ids: readonly number[]): Promise<number> {
  const members = await listMembersByIds(app.db, ids);
  const linked = members.find(({ userId }) => userId !== null);
  if (linked) throw referred(linked.id, `a user, ${linked.userId}`);
  const reference = await findReferred(app.db, ids);
  if (reference) throw referred(reference.memberId, `${reference.kind} ${reference.id}`);
  const deleted = { deletedAt: now(app), ...modified(app) };
  await inChunks(
    members,
    async (part) => {
      const ids = part.map(({ id }) => id);
      await removeMembers(app.db, ids, deleted);
      await removeTexts(app.db, 'member', ids);
      await indexTexts(app.db, 'formerMember', part.map(documentOf));
      await record(app, ...part.map((member) => memberFact('MemberDeleted', member, null)));
    },
    MANY,
  );
  return members.length;
}

function referred(memberId: number | null, by: string): AppError {
  return new AppError('conflict', `Member ${memberId} is referred to by ${by}.`);
}
