/** What queries of other rooms may join of users. */
import { sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import type { Order } from '../../../db/list.ts';

/** Users as a query joins them, under the name `user`. */
export const userNames = (db: Db) => db.selectFrom('users').select(['users.id', 'users.displayName']).as('user');

/** The order of a list by the names of the users whom a column of it names. */
export const throughUser = (column: string) =>
  ({
    tables: [{ table: 'users', on: sql`${sql.ref(column)} = "users"."id"` }],
    columns: ['users.displayName', 'users.id'],
  }) satisfies Order['through'];
