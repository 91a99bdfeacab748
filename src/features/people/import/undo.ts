import { fullName } from '../../../lib/person-name.ts';
import { type App, modified, now } from '../../../app.ts';
import { indexTexts, removeTexts } from '../../../db/search-index.ts';
import { AppError } from '../../../errors.ts';
import { inChunks, MANY } from '../../../lib/chunks.ts';
import { record } from '../../audit/service.ts';
import { listMembersByIds, removeMembers } from '../members/queries.ts';
import { memberReferences } from '../members/references.ts';
import { documentOf, memberFact } from '../members/rules.ts';
import type { ImportUndo } from '../../imports/schema.ts';
import type { TakeBack } from '../../imports/take-back.ts';
import { removeEmptyFamilies } from '../families/service.ts';
import type { Member } from '../members/schema.ts';

/**
 * Soft-deletes the members of an import, as `deleteMember` does, all or none. Members who are already deleted are
 * ignored. Returns the number of members that it deleted. Raises `conflict` if another record, such as a giving or a
 * user, refers to one of the members.
 */
export async function takeBackMembers(app: App, ids: readonly number[]): Promise<number> {
  const members = await listMembersByIds(app.db, ids);
  const references = await referencesTo(app, members);
  const [reference] = references;
  if (reference) throw new AppError('conflict', `Member ${reference[0]} is used by ${reference[1]}.`);
  await remove(app, members);
  return members.length;
}

/**
 * Soft-deletes each of the given members, unless another record refers to the member or the member was changed after
 * the import. Returns the number of deleted members, and a list of the other members with the reason why each was not
 * deleted.
 */
export async function takeBackUnused(
  app: App,
  ids: readonly number[],
): Promise<{ removed: number; kept: ImportUndo['kept'] }> {
  const members = await listMembersByIds(app.db, ids);
  const references = await referencesTo(app, members);
  const kept = new Map<number, ImportUndo['kept'][number]>();
  for (const member of members) {
    const { id } = member;
    const reference = references.get(id);
    const reason = reference ? `is used by ${reference}` : isChanged(member) ? 'was changed after the import' : null;
    if (reason !== null) kept.set(id, { memberId: id, name: fullName(member), reason });
  }
  const unused = members.filter(({ id }) => !kept.has(id));
  await remove(app, unused);
  return { removed: unused.length, kept: [...kept.values()] };
}

/** True if a member was changed after being added. */
const isChanged = ({ createdAt, modifiedAt }: Member) => modifiedAt !== createdAt;

/** Returns how many of the given members were changed after they were added, and are not deleted. */
export async function countChanged(app: App, ids: readonly number[]): Promise<number> {
  return (await listMembersByIds(app.db, ids)).filter(isChanged).length;
}

/**
 * Returns, by member id, one record that refers to the member, in words such as `giving 17`. Members to whom no record
 * refers are left out.
 */
async function referencesTo(app: App, members: readonly Member[]): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>();
  for (const { id, userId } of members) if (userId !== null) found.set(id, `user ${userId}`);
  const ids = members.map(({ id }) => id);
  for (const { references } of await memberReferences(app)) {
    const named = (await references?.(app, ids)) ?? [];
    for (const [id, record] of named) if (!found.has(id)) found.set(id, record);
  }
  return found;
}

async function remove(app: App, members: readonly Member[]): Promise<void> {
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
}

/** Undoes an import of people. Deletes its members, and its families that have no members left. */
export const takeBackPeople: TakeBack = async (app, idsOf) => {
  const members = await takeBackMembers(app, idsOf('members'));
  return { removed: { members, familyUnits: await removeEmptyFamilies(app, idsOf('familyUnits')) } };
};
