import type { Db } from '../../../db/connect.ts';

/** Returns the ids of the rows from the shipped catalogs, by catalog and key. */
export async function listCatalogRows(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('seededRows').selectAll().execute();
  return new Map(rows.map(({ catalog, key, rowKey }) => [`${catalog} ${key}`, Number(rowKey)]));
}
