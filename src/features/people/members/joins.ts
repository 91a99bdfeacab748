/** Parts of queries with which other rooms join the table `members`. */
import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import type { Order } from '../../../db/list.ts';

/** The name by which lists are sorted. It must be the same expression as in the index for this order. */
const sortedName = sql<string>`members."firstName" || ' ' || members."lastName"`;

/**
 * The name by which a list names a person, like `fullName` of `lib/person-name.ts`: if the first and last name are only the
 * parts of the Chinese name, it is the Chinese name.
 */
const fullName = sql<string>`case
  when members."lastName" || members."firstName" = replace(members."chineseName", ' ', '') then members."chineseName"
  else trim(members."firstName" || ' ' || members."lastName") end`;

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

/**
 * SQL for the condition that the account of a user belongs to the husband or wife of the member in a column: both are
 * Head or Spouse of one family, which is also who shares a joint statement.
 */
export const isCoupleOf = (column: string, userId: number) => sql<SqlBool>`exists (
  select 1 from "members" me join "members" other on other."familyUnitId" = me."familyUnitId"
  where me."userId" = ${userId} and me."deletedAt" is null and other."id" = ${sql.ref(column)} and other."id" <> me."id"
    and me."familyRole" in ('Head', 'Spouse') and other."familyRole" in ('Head', 'Spouse'))`;

/** SQL for the condition that the account of a user is that of the member in a column. */
export const isAccountOf = (column: string, userId: number) => sql<SqlBool>`exists (
  select 1 from "members" me where me."id" = ${sql.ref(column)} and me."userId" = ${userId})`;

/** Returns the order that sorts a list by the full name of the member to whom a column refers. */
export const throughMember = (column: string) =>
  ({
    tables: [{ table: 'members', on: sql`${sql.ref(column)} = "members"."id"` }],
    columns: [sortedName, 'members.id'],
    maybe: column,
    isLarge: true,
  }) satisfies Order['through'];
