/**
 * Decides who gets a contribution statement together: a member alone, or a couple under the head of the family. The
 * room that has the gifts builds its queries on this and knows who gave.
 */
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { memberNames } from '../members/joins.ts';

/** A query for the members in question. */
export type Asked = RawBuilder<{ id: number; familyUnitId: number | null }>;

/** Whether a member gave in the time in question. */
export type Gave = (memberId: RawBuilder<number>) => Expression<SqlBool>;

/** The members whose `id` meets a condition. */
export const membersWhere = (condition: RawBuilder<boolean>): Asked =>
  sql`select "id", "familyUnitId" from members where ${condition}`;

/** A part of all members in the order of their names. */
export const membersFrom = (at: number, limit: number): Asked => sql`
  select "id", "familyUnitId" from members order by "lastName", "firstName", "id" limit ${limit} offset ${at}`;

/** Returns the number of members, including deleted ones. */
export const numberOfMembers = (db: Db) =>
  db.selectFrom('members').select((eb) => eb.fn.countAll<number>().as('count'));

/**
 * Returns the statement for each member in question: their own, or that of the head of the family if the couple wants a
 * joint one; both are among the `units`. A couple is one head and one spouse among those who are live or gave in that
 * time, even if deleted since. `givers` are the units with a giver.
 */
export const unitsOf = (db: Db, asked: Asked, gave: Gave) =>
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
        .groupBy('members.familyUnitId')
        .having(sql`count(case "familyRole" when 'Head' then 1 end)`, '=', 1)
        .having(sql`count(case "familyRole" when 'Spouse' then 1 end)`, '=', 1),
    )
    .with('units', (qb) =>
      qb
        .selectFrom('asked')
        .select(['asked.id as memberId', 'asked.id as unitId'])
        // A join would go through all couples for each member in question.
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

/** Returns the units of the members in question, with their people and the names for their statements. */
export const addressedUnits = (db: Db, asked: Asked, gave: Gave) =>
  unitsOf(db, asked, gave)
    .selectFrom('units')
    .innerJoin(memberNames(db), 'member.id', 'units.memberId')
    .leftJoin('familyUnits', 'familyUnits.id', 'member.familyUnitId')
    .select([
      'units.unitId',
      'member.id',
      'member.firstName',
      'member.lastName',
      'member.chineseName',
      'member.email',
      'member.address',
      'familyUnits.name as familyName',
      'familyUnits.address as familyAddress',
    ])
    .orderBy('member.id');
