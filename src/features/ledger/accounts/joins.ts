/** Accounts, for queries of other rooms to join. */
import type { Db } from '../../../db/connect.ts';

/** Selects the names of accounts, for a query that joins them as `account`. */
export const accountNames = (db: Db) =>
  db.selectFrom('accounts').select(['accounts.id', 'accounts.name']).as('account');
