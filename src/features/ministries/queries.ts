import type { Db } from '../../db/connect.ts';
import type { Ministry } from './schema.ts';

/** All ministries in their order. */
export async function listMinistries(db: Db): Promise<Ministry[]> {
  const rows = await db
    .selectFrom('ministries')
    .select(['id', 'name', 'defaultFunctionalClass', 'isActive'])
    .orderBy('sortOrder')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, isActive: row.isActive === 1 }));
}
