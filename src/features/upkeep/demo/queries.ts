import type { Db } from '../../../db/connect.ts';

/** Returns the ids of the rows that were added from the shipped catalogs, by the text `CATALOG KEY`. */
export async function listCatalogRows(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('seededRows').selectAll().execute();
  return new Map(rows.map(({ catalog, key, rowKey }) => [`${catalog} ${key}`, Number(rowKey)]));
}
