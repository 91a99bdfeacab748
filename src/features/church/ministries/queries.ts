import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { AUDITED } from '../../../db/columns.ts';
import { insertRow } from '../../../db/insert.ts';
import type { Ministry } from './schema.ts';
import type { MinistryTable } from './table.ts';

/** Returns all ministries in display order. */
export async function listMinistries(db: Db): Promise<Ministry[]> {
  const rows = await db
    .selectFrom('ministries')
    .select(['id', 'name', 'nameZh', 'defaultFunctionalClass', 'isActive'])
    .select(AUDITED)
    .orderBy('sortOrder')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, isActive: row.isActive === 1 }));
}

/** Returns the id of the ministry whose folded name is `nameKey`, or undefined. */
export async function findByName(db: Db, nameKey: string): Promise<number | undefined> {
  const row = await db.selectFrom('ministries').select('id').where('nameKey', '=', nameKey).executeTakeFirst();
  return row?.id;
}

/** Adds a ministry at the end of the list and returns its id. */
export async function insertMinistry(db: Db, ministry: Omit<Insertable<MinistryTable>, 'sortOrder'>): Promise<number> {
  const { place } = await db
    .selectFrom('ministries')
    .select(sql<number>`coalesce(max("sortOrder"), -1) + 1`.as('place'))
    .executeTakeFirstOrThrow();
  return insertRow(db, 'ministries', { ...ministry, sortOrder: place });
}

/** Updates columns of a ministry. */
export async function updateMinistryColumns(
  db: Db,
  id: number,
  columns: Partial<Omit<Selectable<MinistryTable>, 'id'>>,
): Promise<void> {
  await db.updateTable('ministries').set(columns).where('id', '=', id).execute();
}
