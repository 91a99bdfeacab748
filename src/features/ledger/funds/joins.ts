/** Joins with funds, for the queries of other folders. */
import type { Db } from '../../../db/connect.ts';

/** Returns the ids, names and classes of funds, for a query that joins them as `fund`. */
export const fundNames = (db: Db) =>
  db.selectFrom('funds').select(['funds.id', 'funds.name', 'funds.class']).as('fund');
