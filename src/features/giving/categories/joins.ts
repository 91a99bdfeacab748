/** What queries of other rooms may join of giving categories. */
import type { Db } from '../../../db/connect.ts';

/** Giving categories as a query joins them as funds, under the name `fund`. */
export const fundNames = (db: Db) =>
  db.selectFrom('givingCategories').select(['givingCategories.id', 'givingCategories.name']).as('fund');
