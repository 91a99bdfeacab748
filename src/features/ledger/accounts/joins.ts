/** What queries in other rooms may join from accounts. */
import type { Db } from '../../../db/connect.ts';

/** Selects the names of accounts, to be joined as `account`. */
export const accountNames = (db: Db) =>
  db.selectFrom('accounts').select(['accounts.id', 'accounts.name']).as('account');
