/** Giving categories, for queries of other rooms to join. */
import type { Db } from '../../../db/connect.ts';

/** Returns the ids and names of giving categories, for a query that joins them as `fund`. */
export const fundNames = (db: Db) =>
  db.selectFrom('givingCategories').select(['givingCategories.id', 'givingCategories.name']).as('fund');
