/** What queries of other rooms may join of ministries. */
import { sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import type { Order } from '../../../db/list.ts';

/** Ministries as a query joins them, under the name `ministry`. */
export const ministryNames = (db: Db) =>
  db
    .selectFrom('ministries')
    .select(['ministries.id', 'ministries.name', 'ministries.defaultFunctionalClass'])
    .as('ministry');

/** The order of a list by the names of the ministries that a column of it names. */
export const throughMinistry = (column: string) =>
  ({
    tables: [{ table: 'ministries', on: sql`${sql.ref(column)} = "ministries"."id"` }],
    columns: ['ministries.name', 'ministries.id'],
  }) satisfies Order['through'];
