import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { insertRow } from '../../../db/insert.ts';
import { isOneOf } from '../../../db/prepared.ts';
import type { MessagingGroup } from './schema.ts';
import type { MessagingGroupTable } from './table.ts';

type Row = Selectable<MessagingGroupTable>;

const toGroup = ({ isActive, ...row }: Row): MessagingGroup & { platformGroupId: string } => ({
  ...row,
  isActive: isActive === 1,
});

/** Reads all groups, the oldest first. */
export async function listGroups(db: Db) {
  return (await db.selectFrom('messagingGroups').selectAll().orderBy('id').execute()).map(toGroup);
}

/** Reads the groups with these ids. */
export async function listGroupsByIds(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('messagingGroups')
    .selectAll()
    .where(isOneOf('id', JSON.stringify(ids)))
    .orderBy('id')
    .execute();
  return rows.map(toGroup);
}

/** Returns the group with this LINE id, or undefined. */
export async function findGroupOf(db: Db, platformGroupId: string) {
  const row = await db
    .selectFrom('messagingGroups')
    .selectAll()
    .where('platform', '=', 'Line')
    .where('platformGroupId', '=', platformGroupId)
    .executeTakeFirst();
  return row && toGroup(row);
}

/** Adds a group and returns its id. */
export function insertGroup(db: Db, group: Insertable<MessagingGroupTable>): Promise<number> {
  return insertRow(db, 'messagingGroups', group);
}

/** Changes columns of a group. */
export async function updateGroupColumns(db: Db, id: number, columns: Partial<Omit<Row, 'id'>>): Promise<void> {
  await db.updateTable('messagingGroups').set(columns).where('id', '=', id).execute();
}
