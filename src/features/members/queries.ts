import type { Selectable } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { Address, Member } from './schema.ts';
import type { MemberTable } from './table.ts';

export type MemberColumns = Omit<
  Selectable<MemberTable>,
  'id' | 'createdAt' | 'modifiedAt' | 'createdBy' | 'modifiedBy' | 'deletedAt'
>;

/** A member who is not deleted, or undefined. */
export async function findMember(db: Db, id: number): Promise<Member | undefined> {
  const row = await db
    .selectFrom('members')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row && toMember(row);
}

function toMember(row: Selectable<MemberTable>): Member {
  return { ...row, address: row.address === null ? null : (JSON.parse(row.address) as Address) };
}

/** Another live member who has the offering number. */
export function findByOfferingNumber(db: Db, offeringNumber: string) {
  return db
    .selectFrom('members')
    .select('id')
    .where('offeringNumber', '=', offeringNumber)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

/** The live member linked to a user. */
export function findByUser(db: Db, userId: number) {
  return db
    .selectFrom('members')
    .select('id')
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

/** Adds a member; returns the id. */
export async function insertMember(db: Db, member: Omit<Selectable<MemberTable>, 'id' | 'deletedAt'>): Promise<number> {
  const { id } = await db.insertInto('members').values(member).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Changes columns of a member. */
export async function updateMemberColumns(
  db: Db,
  id: number,
  columns: Partial<Omit<Selectable<MemberTable>, 'id'>>,
): Promise<void> {
  await db.updateTable('members').set(columns).where('id', '=', id).execute();
}
