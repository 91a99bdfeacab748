import type { Db } from '../../../db/connect.ts';

/**
 * Returns the ids of the rows that came from the shipped catalogs. The keys of the map are texts such as `Ministry
 * worship`.
 */
export async function listCatalogRows(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('seededRows').selectAll().execute();
  return new Map(rows.map(({ catalog, key, rowKey }) => [`${catalog} ${key}`, Number(rowKey)]));
}
