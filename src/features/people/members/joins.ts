/** What queries of other rooms may join from members. */
import { sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import type { Order } from '../../../db/list.ts';

/** Must equal the expression of the index that lists by the giver's name use. */
const fullName = sql<string>`members."firstName" || ' ' || members."lastName"`;

/** Members as a query joins them, with the alias `member`, including deleted ones, who have a `deletedAt`. */
export const memberNames = (db: Db) =>
  db
    .selectFrom('members')
    .select([
      'members.id',
      'members.firstName',
      'members.lastName',
      fullName.as('fullName'),
      'members.chineseName',
      'members.email',
      'members.address',
      'members.externalId',
      'members.offeringNumber',
      'members.userId',
      'members.familyUnitId',
      'members.deletedAt',
    ])
    .as('member');

/** The order of a list by the full names of members that one of its columns refers to. */
export const throughMember = (column: string) =>
  ({
    tables: [{ table: 'members', on: sql`${sql.ref(column)} = "members"."id"` }],
    columns: [fullName, 'members.id'],
    maybe: column,
    isLarge: true,
  }) satisfies Order['through'];
