/** Parts of queries with which other rooms join the table `members`. */
import { sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import type { Order } from '../../../db/list.ts';

/** The full name in SQL. It must be the same expression as in the index that sorts lists by the name of the giver. */
const fullName = sql<string>`members."firstName" || ' ' || members."lastName"`;

/** Returns a subquery of all members with the alias `member`. Deleted members are included, with their `deletedAt`. */
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
      'members.status',
      'members.diedOn',
      'members.estate',
      'members.externalId',
      'members.offeringNumber',
      'members.userId',
      'members.familyUnitId',
      'members.deletedAt',
    ])
    .as('member');

/** Returns the order that sorts a list by the full name of the member to whom a column refers. */
export const throughMember = (column: string) =>
  ({
    tables: [{ table: 'members', on: sql`${sql.ref(column)} = "members"."id"` }],
    columns: [fullName, 'members.id'],
    maybe: column,
    isLarge: true,
  }) satisfies Order['through'];
