/** Queries for bindings, binding codes, and handled events. */
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { insertRow } from '../../../db/insert.ts';
import { isOneOf } from '../../../db/prepared.ts';
import { memberNames } from '../../people/members/joins.ts';
import type { LineBindingCodeTable, MemberChannelBindingTable } from './table.ts';

type BindingRow = Selectable<MemberChannelBindingTable>;

const bindingsOfMembers = (db: Db) =>
  db
    .selectFrom('memberChannelBindings as binding')
    .innerJoin(memberNames(db), 'member.id', 'binding.memberId')
    .select([
      'binding.id',
      'binding.memberId',
      'binding.platform',
      'binding.displayName',
      'binding.boundAt',
      'binding.retiredAt',
      'member.firstName',
      'member.lastName',
      'member.chineseName',
    ])
    .where('member.deletedAt', 'is', null);

/** Returns the bindings of members who are not deleted, the newest first. */
export function listBindings(db: Db, includeRetired: boolean) {
  const rows = bindingsOfMembers(db).orderBy('binding.boundAt', 'desc').orderBy('binding.id', 'desc');
  return (includeRetired ? rows : rows.where('binding.retiredAt', 'is', null)).execute();
}

/** Returns one binding of a member who is not deleted, or undefined. */
export function findBinding(db: Db, id: number) {
  return bindingsOfMembers(db).where('binding.id', '=', id).executeTakeFirst();
}

/** Returns the live bindings of the given members who are not deleted, in the order of the members' ids. */
export function listLive(db: Db, memberIds: readonly number[]) {
  return db
    .selectFrom('memberChannelBindings as binding')
    .innerJoin(memberNames(db), 'member.id', 'binding.memberId')
    .select(['binding.memberId', 'binding.platformUserId', 'binding.displayName', 'binding.language'])
    .where(isOneOf('binding.memberId', JSON.stringify(memberIds)))
    .where('binding.platform', '=', 'Line')
    .where('binding.retiredAt', 'is', null)
    .where('member.deletedAt', 'is', null)
    .orderBy('binding.memberId')
    .execute();
}

/** Returns the live binding of a member, or undefined. The member may be deleted. */
export function findLiveOfMember(db: Db, memberId: number): Promise<BindingRow | undefined> {
  return liveBindings(db).where('memberId', '=', memberId).executeTakeFirst();
}

/** Returns the live binding of a LINE account, or undefined. */
export function findLiveOfUser(db: Db, platformUserId: string): Promise<BindingRow | undefined> {
  return liveBindings(db).where('platformUserId', '=', platformUserId).executeTakeFirst();
}

const liveBindings = (db: Db) =>
  db.selectFrom('memberChannelBindings').selectAll().where('platform', '=', 'Line').where('retiredAt', 'is', null);

/** Adds a binding and returns its id. */
export function insertBinding(db: Db, binding: Insertable<MemberChannelBindingTable>): Promise<number> {
  return insertRow(db, 'memberChannelBindings', binding);
}

/** Changes columns of a binding. */
export async function updateBinding(db: Db, id: number, columns: Partial<Omit<BindingRow, 'id'>>): Promise<void> {
  await db.updateTable('memberChannelBindings').set(columns).where('id', '=', id).execute();
}

/** The ids of bindings and of codes. */
type Moved = { bindings: number[]; codes: number[] };

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

/** Moves all bindings and codes of a member to the member `into`. Returns their ids. */
export async function moveBindings(db: Db, memberId: number, into: number): Promise<Moved> {
  const set = { memberId: into };
  const bindings = db.updateTable('memberChannelBindings').set(set).where('memberId', '=', memberId).returning('id');
  const codes = db.updateTable('lineBindingCodes').set(set).where('memberId', '=', memberId).returning('id');
  return { bindings: idsOf(await bindings.execute()), codes: idsOf(await codes.execute()) };
}

/** Removes all bindings and codes of members for good. Returns the ids of the bindings. */
export async function deleteBindings(db: Db, memberIds: readonly number[]): Promise<number[]> {
  const isTheirs = isOneOf('memberId', JSON.stringify(memberIds));
  await db.deleteFrom('lineBindingCodes').where(isTheirs).execute();
  return idsOf(await db.deleteFrom('memberChannelBindings').where(isTheirs).returning('id').execute());
}

/** Adds a code and returns its id. */
export function insertCode(
  db: Db,
  code: Omit<Insertable<LineBindingCodeTable>, 'usedAt' | 'revokedAt'>,
): Promise<number> {
  return insertRow(db, 'lineBindingCodes', code);
}

/**
 * Returns the oldest code that has one of the hashes and is usable at a time, with its member. Returns undefined if
 * there is none. A code of a deleted member is not usable.
 */
export function findOpenCode(db: Db, codeHashes: readonly string[], at: string) {
  return db
    .selectFrom('lineBindingCodes as code')
    .innerJoin(memberNames(db), 'member.id', 'code.memberId')
    .select(['code.id', 'code.memberId', 'member.firstName', 'member.lastName', 'member.chineseName'])
    .where('code.codeHash', 'in', [...codeHashes])
    .where('code.expiresAt', '>', at)
    .where('code.usedAt', 'is', null)
    .where('code.revokedAt', 'is', null)
    .where('member.deletedAt', 'is', null)
    .orderBy('code.id')
    .executeTakeFirst();
}

/** Marks a code as used, and revokes the other open codes of its member. Returns the ids of all of them. */
export async function closeCodes(db: Db, code: { id: number; memberId: number }, at: string): Promise<number[]> {
  await db.updateTable('lineBindingCodes').set({ usedAt: at }).where('id', '=', code.id).execute();
  return [code.id, ...(await revokeOpenCodes(db, code.memberId, at))];
}

/** Revokes the codes of a member that were neither used nor revoked. Returns their ids. */
export async function revokeOpenCodes(db: Db, memberId: number, at: string): Promise<number[]> {
  const revoked = await db
    .updateTable('lineBindingCodes')
    .set({ revokedAt: at })
    .where('memberId', '=', memberId)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .returning('id')
    .execute();
  return idsOf(revoked);
}

/** True if an event was handled before. */
export async function hasEvent(db: Db, eventId: string): Promise<boolean> {
  const row = await db.selectFrom('webhookEvents').select('at').where('eventId', '=', eventId).executeTakeFirst();
  return row !== undefined;
}

/** Records an event. Returns false if the event was recorded before. */
export async function insertEvent(db: Db, eventId: string, at: string): Promise<boolean> {
  const row = await db
    .insertInto('webhookEvents')
    .values({ eventId, at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('eventId')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes events that were handled, and codes that expired, before a time. */
export async function deleteEndedBefore(db: Db, at: string): Promise<void> {
  await db.deleteFrom('webhookEvents').where('at', '<', at).execute();
  await db.deleteFrom('lineBindingCodes').where('expiresAt', '<', at).execute();
}
