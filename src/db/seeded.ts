import type { Db } from './connect.ts';

/** Returns the id of the row that was added from an entry of a shipped catalog, or undefined if it was never added. */
export async function findSeeded(db: Db, catalog: string, key: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('seededRows')
    .select('rowKey')
    .where('catalog', '=', catalog)
    .where('key', '=', key)
    .executeTakeFirst();
  return row && Number(row.rowKey);
}
