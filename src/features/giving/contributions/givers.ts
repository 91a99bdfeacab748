/**
 * On which statement of a year the gifts of a member stand. Lists of them are made part by part, because nobody else should
 * wait until the givers of a year are found among many thousands of members.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { Plans, prepared } from '../../../db/prepared.ts';
import { remembered } from '../../../db/remembered.ts';
import { breathe } from '../../../lib/chunks.ts';
import type { DateRange } from '../../../lib/date.ts';

/** So many members, or numbers of statements, are looked at before others get the thread. */
const PART = 1000;

/** A query for the members that are asked about. */
type Asked = RawBuilder<{ id: number; familyUnitId: number | null }>;

/**
 * Which statement every member that is asked about belongs to: their own, or that of the head where the family wants one for
 * the couple, of which both are among the `units`. A couple is one head and one spouse among those who are live or gave in
 * that time, whoever of them was deleted since.
 */
export const unitsOf = (db: Db, asked: Asked, range: DateRange) =>
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
        .where((eb) => eb.or([eb('members.deletedAt', 'is', null), eb.exists(givenBy(db, 'members.id', range))]))
        .groupBy('members.familyUnitId')
        .having(sql`count(case "familyRole" when 'Head' then 1 end)`, '=', 1)
        .having(sql`count(case "familyRole" when 'Spouse' then 1 end)`, '=', 1),
    )
    .with('units', (qb) =>
      qb
        .selectFrom('asked')
        .select(['asked.id as memberId', 'asked.id as unitId'])
        // A join would go through all couples for each who is asked about.
        .where('asked.id', 'not in', qb.selectFrom('couples').select('couples.spouseId'))
        .union(qb.selectFrom('couples').select(['couples.headId as memberId', 'couples.headId as unitId']))
        .union(qb.selectFrom('couples').select(['couples.spouseId as memberId', 'couples.headId as unitId'])),
    )
    .with('givers', (qb) =>
      qb
        .selectFrom('units')
        .select('units.unitId')
        .distinct()
        .where((eb) => eb.exists(givenBy(db, 'units.memberId', range))),
    );

/** The live givings of a member by the day of the gift. */
const givenBy = (db: Db, member: 'members.id' | 'units.memberId', { from, to }: DateRange) =>
  db
    .selectFrom('givings')
    .select('givings.id')
    .where('givings.memberId', '=', sql.ref<number>(member))
    .where('givings.deletedAt', 'is', null)
    .where('givings.giftDate', '>=', from)
    .where('givings.giftDate', '<=', to);

/** A part of all members in the order of their names. */
const partOfMembers = (at: number): Asked => sql`
  select "id", "familyUnitId" from members order by "lastName", "firstName", "id" limit ${PART} offset ${at}`;

const plans = new Plans();

/** How many givers of a year are in each part of the members; remembered, because every page of the list needs it. */
async function countGivers(db: Db, { from, to }: DateRange): Promise<number[]> {
  const counted = db.selectFrom('members').select((eb) => eb.fn.countAll<number>().as('count'));
  const all = await db.executeQuery<{ count: number }>(remembered(counted.compile()));
  const members = Number(all.rows[0]?.count);
  const counts: number[] = [];
  for (let at = 0; at < members; at += PART) {
    if (at > 0) await breathe();
    const query = plans.fill(db, 'count', [from, to, at], (values) => {
      const [from, to, at] = values as [string, string, number];
      return unitsOf(db, partOfMembers(at), { from, to })
        .selectFrom('givers')
        .innerJoin('asked', 'asked.id', 'givers.unitId')
        .select((eb) => eb.fn.countAll<number>().as('count'));
    });
    const { rows } = await db.executeQuery<{ count: number }>(remembered(query));
    counts.push(Number(rows[0]?.count));
  }
  return counts;
}

type Places = { from: number; to: number };

/** Givers in a part of the members, by their places among the givers of that part; remembered like their number. */
async function listPart(db: Db, range: DateRange, at: number, places: Places): Promise<number[]> {
  const values = [range.from, range.to, at, places.to - places.from, places.from];
  const query = plans.fill(db, 'list', values, (values) => {
    const [from, to, at, limit, offset] = values as [string, string, number, number, number];
    return unitsOf(db, partOfMembers(at), { from, to })
      .selectFrom('givers')
      .innerJoin('asked', 'asked.id', 'givers.unitId')
      .innerJoin('members', 'members.id', 'asked.id')
      .select('members.id')
      .orderBy('members.lastName')
      .orderBy('members.firstName')
      .orderBy('members.id')
      .limit(limit)
      .offset(offset);
  });
  const { rows } = await db.executeQuery<{ id: number }>(remembered(query));
  return rows.map(({ id }) => id);
}

/** How many givers a year has, and the ids of those at some places in the order of their names. */
export async function pickGivers(
  db: Db,
  range: DateRange,
  placesOf: (total: number) => Places,
): Promise<{ total: number; ids: number[] }> {
  const counts = await countGivers(db, range);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const { from, to } = placesOf(total);
  const ids: number[] = [];
  let before = 0;
  for (const [part, count] of counts.entries()) {
    const places = { from: Math.max(from - before, 0), to: Math.min(to - before, count) };
    if (places.from < places.to) {
      ids.push(...(await listPart(db, range, part * PART, places)));
      await breathe();
    }
    before += count;
  }
  return { total, ids };
}

/** The ids of the givers of a year in the order of their names. */
export async function listGiverIds(db: Db, range: DateRange): Promise<number[]> {
  const { ids } = await pickGivers(db, range, (total) => ({ from: 0, to: total }));
  return ids;
}

const selectUnit = prepared((db, memberId: number, from: string, to: string) => {
  const asked: Asked = sql`select "id", "familyUnitId" from members where "id" = ${memberId}`;
  return unitsOf(db, asked, { from, to })
    .selectFrom('units')
    .select('units.unitId')
    .where('units.memberId', '=', memberId);
});

/** The giver on whose statement a member's gifts stand. */
export async function findUnit(db: Db, memberId: number, { from, to }: DateRange): Promise<number | undefined> {
  const [row] = await selectUnit(db, memberId, from, to);
  return row?.unitId;
}

/** A statement behind which no gifts stand any more. */
type Void = {
  number: number;
  issuedAt: string;
  memberId: number;
  firstName: string;
  lastName: string;
  chineseName: string | null;
};

/** The statements of a year that no other replaces and under whose giver no gifts stand now, by their numbers. */
export async function listWithoutGifts(db: Db, year: number, last: number, { from, to }: DateRange): Promise<Void[]> {
  const found: Void[] = [];
  for (let first = 1; first <= last; first += PART) {
    if (first > 1) await breathe();
    const query = plans.fill(db, 'void', [year, from, to, first, first + PART], (values) => {
      const [year, from, to, first, end] = values as [number, string, string, number, number];
      return selectWithoutGifts(db, { year, first, end }, { from, to });
    });
    const { rows } = await db.executeQuery<Void>(remembered(query));
    found.push(...rows);
  }
  return found;
}

function selectWithoutGifts(db: Db, part: { year: number; first: number; end: number }, range: DateRange) {
  const { year, first, end } = part;
  const asked: Asked = sql`
    select members."id", members."familyUnitId" from "contributionStatements" join members on members."id" = "memberId"
    where "year" = ${year} and "number" >= ${first} and "number" < ${end} and "replacedBy" is null`;
  return unitsOf(db, asked, range)
    .selectFrom('contributionStatements')
    .innerJoin('members', 'members.id', 'contributionStatements.memberId')
    .select(['number', 'issuedAt', 'members.id as memberId', 'firstName', 'lastName', 'chineseName'])
    .where('year', '=', year)
    .where('number', '>=', first)
    .where('number', '<', end)
    .where('replacedBy', 'is', null)
    .where('members.id', 'in', (eb) =>
      eb
        .selectFrom('units')
        .select('units.memberId')
        .where('units.unitId', 'not in', eb.selectFrom('givers').select('givers.unitId')),
    )
    .orderBy('number');
}
