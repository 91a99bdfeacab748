/** Joins with users, for the queries of other folders. */
import { sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import type { Order } from '../../../db/list.ts';
import { isOneOf } from '../../../db/prepared.ts';

/** Returns a subquery of users, to be joined under the name `user`. */
export const userNames = (db: Db) => db.selectFrom('users').select(['users.id', 'users.displayName']).as('user');

/**
 * Returns the `through` of an order that sorts a list by user name. `column` is the list's column with the user's id.
 */
export const throughUser = (column: string) =>
  ({
    tables: [{ table: 'users', on: sql`${sql.ref(column)} = "users"."id"` }],
    columns: ['users.displayName', 'users.id'],
  }) satisfies Order['through'];

/** Returns the names of users, by id. */
export async function userNamesOf(
  db: Db,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number | null, string>> {
  const rows = await db
    .selectFrom(userNames(db))
    .select(['user.id', 'user.displayName'])
    .where(isOneOf('user.id', JSON.stringify(ids)))
    .execute();
  return new Map(rows.map(({ id, displayName }) => [id, displayName]));
}
