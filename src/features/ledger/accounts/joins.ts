/** Joins with accounts, for the queries of other folders. */
import type { Db } from '../../../db/connect.ts';

/** Selects the names and kinds of accounts, for a query that joins them as `account`. */
export const accountNames = (db: Db) =>
  db.selectFrom('accounts').select(['accounts.id', 'accounts.name', 'accounts.kind']).as('account');
