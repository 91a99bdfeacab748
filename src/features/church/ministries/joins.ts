/** Joins with ministries, for the queries of other folders. */
import { sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import type { Order } from '../../../db/list.ts';

/** Returns a subquery of ministries, to be joined under the name `ministry`. */
export const ministryNames = (db: Db) =>
  db
    .selectFrom('ministries')
    .select(['ministries.id', 'ministries.name', 'ministries.defaultFunctionalClass'])
    .as('ministry');

/**
 * Returns the `through` of an order that sorts a list by ministry name. `column` is the list's column with the
 * ministry's id.
 */
export const throughMinistry = (column: string) =>
  ({
    tables: [{ table: 'ministries', on: sql`${sql.ref(column)} = "ministries"."id"` }],
    columns: ['ministries.name', 'ministries.id'],
  }) satisfies Order['through'];
