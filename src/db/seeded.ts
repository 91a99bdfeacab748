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

/** Returns the row keys of all entries of a shipped catalog that were added, by the key of the entry. */
export async function listSeeded(db: Db, catalog: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('seededRows').select(['key', 'rowKey']).where('catalog', '=', catalog).execute();
  return new Map(rows.map(({ key, rowKey }) => [key, Number(rowKey)]));
}

/** Notes which row belongs to an entry of a shipped catalog, in place of any earlier row. */
export async function noteSeeded(db: Db, catalog: string, key: string, rowKey: number): Promise<void> {
  const row = { catalog, key, rowKey: String(rowKey) };
  await db
    .insertInto('seededRows')
    .values(row)
    .onConflict((conflict) => conflict.columns(['catalog', 'key']).doUpdateSet({ rowKey: row.rowKey }))
    .execute();
}
