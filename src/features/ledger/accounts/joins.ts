/** What queries of other rooms may join of accounts. */
import type { Db } from '../../../db/connect.ts';

/** Accounts as a query joins them, under the name `account`. */
export const accountNames = (db: Db) =>
  db.selectFrom('accounts').select(['accounts.id', 'accounts.name']).as('account');
