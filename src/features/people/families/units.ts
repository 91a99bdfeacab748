/**
 * Finds the people who share a contribution statement: one member alone, or a couple with one statement in the name of
 * the head of the family. The giving room builds its queries on these functions and supplies the `Period`.
 */
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { memberNames } from '../members/joins.ts';

/** A query that selects the members whose statements are wanted, called the asked members. */
export type Asked = RawBuilder<{ id: number; familyUnitId: number | null }>;

/** The period of a statement. */
export type Period = {
  /** The first day. */
  from: string;
  /** Returns an SQL condition that is true if the member gave in the period. */
  gave: (memberId: RawBuilder<number>) => Expression<SqlBool>;
};

/** Returns a query for the members who meet an SQL condition. */
export const membersWhere = (condition: RawBuilder<boolean>): Asked =>
  sql`select "id", "familyUnitId" from members where ${condition}`;

/** Returns a query for at most `limit` members in the order of their names. It skips the first `at` members. */
export const membersFrom = (at: number, limit: number): Asked => sql`
  select "id", "familyUnitId" from members order by "lastName", "firstName", "id" limit ${limit} offset ${at}`;

/** Returns a query for the number of members, including deleted ones. */
export const numberOfMembers = (db: Db) =>
  db.selectFrom('members').select((eb) => eb.fn.countAll<number>().as('count'));

/**
 * Returns a query builder with the tables `units` and `givers`. A unit is one member, or a couple that wants a joint
 * statement. `unitId` is the id of the single member, or of the head of the family.
 *
 * `units` has a row for each person in the unit of an asked member. A couple has two rows, even if only one of the two
 * is an asked member. A couple is the only head and the only spouse of a family that is not deleted. A deleted member
 * counts as head or spouse only if the member gave in the period. A member who died before the period does not count, and
 * neither does one whose day of death is unknown, unless the member gave in the period. `givers` has the id of each unit in which at least
 * one person gave.
 */
export const unitsOf = (db: Db, asked: Asked, { from, gave }: Period) =>
  db
    .with('asked', () => sql<{ id: number; familyUnitId: number | null }>`(${asked})`)
    .with('couples', (qb) =>
      qb
        .selectFrom('members')
        .innerJoin('familyUnits', 'familyUnits.id', 'members.familyUnitId')
        .select([
          sql<number>`min(case "familyRole" when 'Head' then members.id end)`.as('headId'),
          sql<number>`min(case "familyRole" when 'Spouse' then members.id end)`.as('spouseId'),
        ])
        .where('members.familyUnitId', 'in', qb.selectFrom('asked').select('asked.familyUnitId'))
        .where('familyUnits.jointStatement', '=', 1)
        .where('familyUnits.deletedAt', 'is', null)
        .where('members.familyRole', 'in', ['Head', 'Spouse'])
        .where((eb) => eb.or([eb('members.deletedAt', 'is', null), gave(sql.ref('members.id'))]))
        .where((eb) =>
          eb.or([
            eb('members.status', '<>', 'Deceased'),
            eb('members.diedOn', '>=', from),
            eb.and([eb('members.diedOn', 'is', null), gave(sql.ref('members.id'))]),
          ]),
        )
        .groupBy('members.familyUnitId')
        .having(sql`count(case "familyRole" when 'Head' then 1 end)`, '=', 1)
        .having(sql`count(case "familyRole" when 'Spouse' then 1 end)`, '=', 1),
    )
    .with('units', (qb) =>
      qb
        .selectFrom('asked')
        .select(['asked.id as memberId', 'asked.id as unitId'])
        // `not in` is faster than a join, which would read all couples again for each asked member.
        .where('asked.id', 'not in', qb.selectFrom('couples').select('couples.spouseId'))
        .union(qb.selectFrom('couples').select(['couples.headId as memberId', 'couples.headId as unitId']))
        .union(qb.selectFrom('couples').select(['couples.spouseId as memberId', 'couples.headId as unitId'])),
    )
    .with('givers', (qb) =>
      qb
        .selectFrom('units')
        .select('units.unitId')
        .distinct()
        .where(gave(sql.ref('units.memberId'))),
    );

/** Returns the units of the asked members: one row for each person, with the names and addresses for the statement. */
export const addressedUnits = (db: Db, asked: Asked, period: Period) =>
  unitsOf(db, asked, period)
    .selectFrom('units')
    .innerJoin(memberNames(db), 'member.id', 'units.memberId')
    .leftJoin('familyUnits', 'familyUnits.id', 'member.familyUnitId')
    .select([
      'units.unitId',
      'member.id',
      'member.firstName',
      'member.lastName',
      'member.chineseName',
      'member.status',
      'member.diedOn',
      'member.estate',
      'member.address',
      'familyUnits.address as familyAddress',
    ])
    .orderBy('member.id');
