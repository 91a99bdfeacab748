import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { insertRows } from '../../../db/insert.ts';
import { differs, equals, type Filter, isFilled, isIn } from '../../../db/filters.ts';
import type { List } from '../../../db/list.ts';
import { readHitIds, readPage } from '../../../db/page.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import { look, lookForPeople } from '../../../db/search.ts';
import { breathe, inChunks, MANY, pagesByKey } from '../../../lib/chunks.ts';
import type { Page } from '../../../lib/page.ts';
import type { DeletedMember, DeletedMemberQuery, Estate, Giver, Member, MemberFilter, MemberQuery } from './schema.ts';
import type { Address } from '../../../lib/address.ts';
import type { FormerRecord, MemberTable } from './table.ts';

export type MemberColumns = Omit<
  Selectable<MemberTable>,
  'id' | 'createdAt' | 'modifiedAt' | 'createdBy' | 'modifiedBy' | 'deletedAt'
>;

/** Returns a live member, or a deleted one if `deleted` is true. Returns undefined if there is none. */
export async function findMember(db: Db, id: number, deleted = false): Promise<Member | undefined> {
  const row = await db
    .selectFrom('members')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', deleted ? 'is not' : 'is', null)
    .executeTakeFirst();
  return row && toMember(row);
}

function toMember(row: Selectable<MemberTable>): Member {
  return {
    ...row,
    address: row.address === null ? null : (JSON.parse(row.address) as Address),
    estate: row.estate === null ? null : (JSON.parse(row.estate) as Estate),
  };
}

const MEMBERS = {
  table: 'members',
  id: 'id',
  holds: [isFilled('members.deletedAt', false)],
  orders: {
    lastName: { columns: ['lastName', 'firstName'] },
    firstName: { columns: ['firstName', 'lastName'] },
    nickname: { columns: ['nickname'] },
    chineseName: { columns: ['chineseName'] },
    status: { columns: ['status'] },
    birthDate: { columns: ['birthDate'] },
    joinedOn: { columns: ['joinedOn'] },
    offeringNumber: { columns: ['offeringNumber'] },
    createdAt: { columns: ['createdAt'] },
    modifiedAt: { columns: ['modifiedAt'] },
    id: { columns: [] },
  },
  show: prepared((db, ids: string) => db.selectFrom('members').selectAll().where(isOneOf('id', ids))),
} satisfies List<MemberQuery['sort']['field'], Selectable<MemberTable>>;

const familiesWithAddress = sql`select "id" from "familyUnits" where "address" is not null`;

/** Selects the members who have a postal address: their own, or that of their family. */
const withAddress = () => sql`
  select "id" from "members" where "address" is not null
  union all
  select "id" from "members" where "address" is null and "familyUnitId" in (${familiesWithAddress})`;

/** Selects the live members who have no postal address, and whose family has none. */
const withoutAddress = () => sql`
  select "id" from "members" where "address" is null and "deletedAt" is null
    and ("familyUnitId" is null or "familyUnitId" not in (${familiesWithAddress}))`;

function filtersOf(query: MemberFilter): (Filter | undefined)[] {
  const { status, hasUser, hasEmail, hasAddress, familyUnitId } = query;
  return [
    equals('members.status', status),
    hasUser === undefined ? undefined : isFilled('members.userId', hasUser),
    hasEmail === undefined ? undefined : isFilled('members.emailKey', hasEmail),
    // Nobody looks for the address of somebody who died.
    hasEmail === false || hasAddress === false ? differs('members.status', 'Deceased') : undefined,
    hasAddress === undefined ? undefined : isIn('members.id', hasAddress ? withAddress : withoutAddress),
    equals('members.familyUnitId', familyUnitId),
  ];
}

/**
 * Returns the ids of all members that a search finds, in the order of the list, and whether there may be more. Returns
 * undefined if there is no search.
 */
export async function findMemberIds(
  db: Db,
  filter: MemberFilter,
): Promise<{ ids: number[]; isCapped: boolean } | undefined> {
  const found = await lookIn(db, { ...filter, page: 1, pageSize: 1 }, false);
  if (!found) return undefined;
  return {
    ids: await readHitIds(MEMBERS, { request: filter, filters: filtersOf(filter), found }),
    isCapped: found.isCapped,
  };
}

/**
 * Searches the members. `search` looks in first name, last name, nickname, Chinese name and offering number. `find` also
 * looks in the name of the family and in the telephone number, and counts if both are given.
 */
function lookIn(db: Db, query: MemberQuery, isWhole: boolean) {
  const { find } = query;
  return find === undefined ? look(db, 'member', query, isWhole) : lookForPeople(db, { ...query, find }, isWhole);
}

/** Returns a page of live members. */
export async function listMembers(db: Db, query: MemberQuery): Promise<Page<Member>> {
  const filters = filtersOf(query);
  const isWhole = filters.every((filter) => filter === undefined);
  const found = await lookIn(db, query, isWhole);
  const page = await readPage(db, MEMBERS, { request: query, filters, found });
  return { ...page, items: page.items.map(toMember) };
}

const DELETED = {
  table: 'members',
  id: 'id',
  holds: [isFilled('members.deletedAt', true)],
  orders: { deletedAt: { columns: ['deletedAt'] } },
  show: MEMBERS.show,
} satisfies List<DeletedMemberQuery['sort']['field'], Selectable<MemberTable>>;

/** Returns a page of deleted members. */
export async function listDeletedMembers(db: Db, request: DeletedMemberQuery): Promise<Page<DeletedMember>> {
  const page = await readPage(db, DELETED, { request, filters: [] });
  return { ...page, items: page.items.map((row) => ({ ...toMember(row), deletedAt: row.deletedAt ?? '' })) };
}

/** Returns everybody who may give. These are all live members, in the order of their names. */
export async function listGivers(db: Db): Promise<Giver[]> {
  const rows = await db
    .selectFrom('members')
    .leftJoin('familyUnits', 'familyUnits.id', 'members.familyUnitId')
    .select(['members.id', 'firstName', 'lastName', 'nickname', 'chineseName', 'offeringNumber', 'status'])
    .select('familyUnits.name as familyName')
    .where('members.deletedAt', 'is', null)
    .orderBy('lastName')
    .orderBy('firstName')
    .orderBy('members.id')
    .execute();
  return rows.map(({ status, ...giver }) => ({ ...giver, isDeceased: status === 'Deceased' }));
}

/** Returns the live members of a family, in any order. */
export async function listFamilyMembers(db: Db, familyUnitId: number): Promise<Member[]> {
  const rows = await db
    .selectFrom('members')
    .selectAll()
    .where('familyUnitId', '=', familyUnitId)
    .where('deletedAt', 'is', null)
    .execute();
  return rows.map(toMember);
}

/** Returns the names and roles of the live members of some families, in any order. */
export function listNamesInFamilies(db: Db, familyIds: readonly number[]) {
  return db
    .selectFrom('members')
    .select(['id', 'firstName', 'lastName', 'chineseName', 'birthDate', 'familyUnitId', 'familyRole'])
    .where(isOneOf('familyUnitId', JSON.stringify(familyIds)))
    .where('deletedAt', 'is', null)
    .execute();
}

/**
 * Takes all members out of a family, even deleted ones. Otherwise a restored member could refer to a deleted family.
 */
export async function clearFamily(
  db: Db,
  familyUnitId: number,
  columns: Pick<Selectable<MemberTable>, 'modifiedAt' | 'modifiedBy'>,
): Promise<void> {
  await db
    .updateTable('members')
    .set({ familyUnitId: null, familyRole: null, ...columns })
    .where('familyUnitId', '=', familyUnitId)
    .execute();
}

/** Returns the live member with an offering number, or undefined. */
export function findByOfferingNumber(db: Db, offeringNumber: string) {
  return db
    .selectFrom('members')
    .select('id')
    .where('offeringNumber', '=', offeringNumber)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

/** Returns the ids of the live members with these offering numbers. The keys are the numbers. */
export async function findByOfferingNumbers(db: Db, numbers: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .selectFrom('members')
    .select(['id', 'offeringNumber'])
    .where('offeringNumber', 'in', [...new Set(numbers)])
    .where('deletedAt', 'is', null)
    .execute();
  return new Map(rows.map(({ id, offeringNumber }) => [offeringNumber ?? '', id]));
}

/** Returns the live member who is linked to a user, or undefined. */
export function findByUser(db: Db, userId: number) {
  return db
    .selectFrom('members')
    .select('id')
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

/** Adds a member and returns the id. */
export async function insertMember(db: Db, member: Omit<Selectable<MemberTable>, 'id' | 'deletedAt'>): Promise<number> {
  const { id } = await db.insertInto('members').values(member).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Removes a member's row for good. */
export async function eraseMember(db: Db, id: number): Promise<void> {
  await db.deleteFrom('members').where('id', '=', id).execute();
}

/**
 * Records that a member was merged into `mergedInto`. Earlier merges into this member now lead to `mergedInto`, too.
 */
export async function insertMerge(db: Db, merged: Member, mergedInto: number, at: string): Promise<number[]> {
  const { id: memberId, firstName, lastName, chineseName, externalId, offeringNumber, email } = merged;
  const moved = db.updateTable('memberMerges').set({ mergedInto }).where('mergedInto', '=', memberId);
  const earlier = await moved.returning('memberId').execute();
  const former = { firstName, lastName, chineseName, externalId, offeringNumber, email };
  await db
    .insertInto('memberMerges')
    .values({ memberId, mergedInto, at, ...former })
    .execute();
  return [memberId, ...earlier.map((one) => one.memberId)];
}

/** Returns the ids of all members who were merged into a member. */
export async function listMergedIds(db: Db, mergedInto: number): Promise<number[]> {
  const rows = await db.selectFrom('memberMerges').select('memberId').where('mergedInto', '=', mergedInto).execute();
  return rows.map(({ memberId }) => memberId);
}

/** Adds members whose ids were chosen by the caller. */
export function insertMembers(db: Db, members: readonly Omit<Selectable<MemberTable>, 'deletedAt'>[]): Promise<void> {
  return insertRows(db, 'members', members);
}

/**
 * Returns the fields by which an import recognizes a person, for all live members, with the records that were merged into
 * each.
 */
export async function listIdentities(db: Db) {
  const former = new Map<number, FormerRecord[]>();
  for (const { mergedInto, ...record } of await db.selectFrom('memberMerges').selectAll().execute()) {
    former.set(mergedInto, [...(former.get(mergedInto) ?? []), record]);
  }
  const read = (after: number, limit: number) =>
    db
      .selectFrom('members')
      .leftJoin('familyUnits', 'familyUnits.id', 'members.familyUnitId')
      .select([
        'members.id',
        'firstName',
        'lastName',
        'chineseName',
        'nickname',
        'birthDate',
        'emailKey',
        'externalId',
        'offeringNumber',
        'userId',
        'familyUnitId',
        'familyRole',
        'familyUnits.name as familyName',
      ])
      .where('members.deletedAt', 'is', null)
      .where('members.id', '>', after)
      .orderBy('members.id')
      .limit(limit)
      .execute();
  const members: (Awaited<ReturnType<typeof read>>[number] & { former: readonly FormerRecord[] })[] = [];
  for await (const page of pagesByKey(0, ({ id }: { id: number }) => id, read)) {
    for (const member of page) members.push({ ...member, former: former.get(member.id) ?? [] });
    await breathe();
  }
  return members;
}

/** Returns the live members with these ids. */
export async function listMembersByIds(db: Db, ids: readonly number[]): Promise<Member[]> {
  const found: Member[] = [];
  await inChunks(
    ids,
    async (part) => {
      const rows = await db
        .selectFrom('members')
        .selectAll()
        .where('id', 'in', part)
        .where('deletedAt', 'is', null)
        .execute();
      found.push(...rows.map(toMember));
    },
    MANY,
  );
  return found;
}

/** Returns the names, e-mail addresses and phone numbers of the members with these ids, including deleted members. */
export function listContacts(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('members')
    .select(['id', 'firstName', 'lastName', 'chineseName', 'email', 'phone', 'deletedAt', 'status', 'diedOn'])
    .where(isOneOf('id', JSON.stringify(ids)))
    .execute();
}

/** Marks members as deleted. */
export async function removeMembers(
  db: Db,
  ids: readonly number[],
  columns: Pick<Selectable<MemberTable>, 'deletedAt' | 'modifiedAt' | 'modifiedBy'>,
): Promise<void> {
  await db.updateTable('members').set(columns).where('id', 'in', ids).execute();
}

/** Returns the number of live members. */
export async function countMembers(db: Db): Promise<number> {
  const query = db.selectFrom('members').select((eb) => eb.fn.countAll().as('count'));
  return Number((await query.where('deletedAt', 'is', null).executeTakeFirstOrThrow()).count);
}

/**
 * Returns the first `limit` live members whose ids are larger than `id`, in the order of their ids, with the names of
 * their families.
 */
export async function listMembersAfter(
  db: Db,
  id: number,
  limit: number,
): Promise<(Member & { familyName: string | null })[]> {
  const rows = await db
    .selectFrom('members')
    .leftJoin('familyUnits', 'familyUnits.id', 'members.familyUnitId')
    .selectAll('members')
    .select('familyUnits.name as familyName')
    .where('members.id', '>', id)
    .where('members.deletedAt', 'is', null)
    .orderBy('members.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...toMember(row), familyName: row.familyName }));
}

/** Changes columns of a member. */
export async function updateMemberColumns(
  db: Db,
  id: number,
  columns: Partial<Omit<Selectable<MemberTable>, 'id'>>,
): Promise<void> {
  await db.updateTable('members').set(columns).where('id', '=', id).execute();
}
