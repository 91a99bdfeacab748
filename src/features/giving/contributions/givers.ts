/**
 * Finds the givers of a year, and the giver on whose statement a member's gifts are listed. The list of members is
 * searched in parts, so that other requests can run in between.
 */
import { expressionBuilder, sql } from 'kysely';
import { countedGivings } from '../../../books/counted.ts';
import type { Db } from '../../../db/connect.ts';
import type { Database } from '../../../db/schema.ts';
import { Plans, prepared } from '../../../db/prepared.ts';
import { remembered } from '../../../db/answer-cache.ts';
import { breathe } from '../../../lib/chunks.ts';
import type { DateRange } from '../../../lib/date.ts';
import { membersFrom, membersWhere, numberOfMembers, type Period, unitsOf } from '../../people/families/units.ts';
import { NOT_RECEIPTED } from './rules.ts';
import { memberNames } from '../../people/members/joins.ts';

/** How many members or statement numbers are processed before other requests may run. */
const PART = 1000;

/**
/**
 * Returns the period of statements for queries. A member gave in it if there is a giving that belongs on a statement: the
 * giving is not deleted, its `giftDate` is in the range, and it does not come from a donor-advised fund. If `isOwn` is
 * true, gifts of companies do not count.
 */
export const periodOf = (db: Db, { from, to }: DateRange, isOwn = false): Period => ({
  from,
  gave: (memberId) =>
    expressionBuilder<Database>().exists(
      countedGivings(db)
        .select('givings.id')
        .where('givings.memberId', '=', memberId)
        .where('givings.giftDate', '>=', from)
        .where('givings.giftDate', '<=', to)
        .where('givings.source', '<>', NOT_RECEIPTED)
        .$if(isOwn, (own) => own.where('givings.companyName', 'is', null)),
    ),
});

const plans = new Plans();

/**
 * Returns the number of givers of a year in each part of the list of members. The database connection caches the
 * result, because every page of the list of givers needs it.
 */
async function countGivers(db: Db, { from, to }: DateRange): Promise<number[]> {
  const all = await db.executeQuery<{ count: number }>(remembered(numberOfMembers(db).compile()));
  const members = Number(all.rows[0]?.count);
  const counts: number[] = [];
  for (let at = 0; at < members; at += PART) {
    if (at > 0) await breathe();
    const query = plans.fill(db, 'count', [from, to, at], (values) => {
      const [from, to, at] = values as [string, string, number];
      return unitsOf(db, membersFrom(at, PART), periodOf(db, { from, to }))
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

/**
 * Returns the ids of some givers from one part of the list of members, ordered by name. The part begins with the member
 * at position `at`. `places` is the range of positions to return, counted among the givers in that part only. The
 * database connection caches the result.
 */
async function listPart(db: Db, range: DateRange, at: number, places: Places): Promise<number[]> {
  const values = [range.from, range.to, at, places.to - places.from, places.from];
  const query = plans.fill(db, 'list', values, (values) => {
    const [from, to, at, limit, offset] = values as [string, string, number, number, number];
    return unitsOf(db, membersFrom(at, PART), periodOf(db, { from, to }))
      .selectFrom('givers')
      .innerJoin('asked', 'asked.id', 'givers.unitId')
      .innerJoin(memberNames(db), 'member.id', 'asked.id')
      .select('member.id')
      .orderBy('member.lastName')
      .orderBy('member.firstName')
      .orderBy('member.id')
      .limit(limit)
      .offset(offset);
  });
  const { rows } = await db.executeQuery<{ id: number }>(remembered(query));
  return rows.map(({ id }) => id);
}

/**
 * Returns the number of givers of a year, and the ids of some of them, ordered by name. `placesOf` receives the number
 * of givers and returns the range of positions for which ids are returned.
 */
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

/** Returns the ids of the givers of a year in the order of their names. */
export async function listGiverIds(db: Db, range: DateRange): Promise<number[]> {
  const { ids } = await pickGivers(db, range, (total) => ({ from: 0, to: total }));
  return ids;
}

const selectUnit = prepared((db, memberId: number, from: string, to: string) => {
  return unitsOf(db, membersWhere(sql`"id" = ${memberId}`), periodOf(db, { from, to }))
    .selectFrom('units')
    .select('units.unitId')
    .where('units.memberId', '=', memberId);
});

/** Returns the id of the giver on whose statement a member's gifts are listed, or undefined for an unknown member. */
export async function findUnit(db: Db, memberId: number, { from, to }: DateRange): Promise<number | undefined> {
  const [row] = await selectUnit(db, memberId, from, to);
  return row?.unitId;
}

/** An issued statement that no longer has any gifts, and the member to whom it was issued. */
export type Void = {
  number: number;
  issuedAt: string;
  memberId: number;
  companyName: string | null;
  firstName: string;
  lastName: string;
  chineseName: string | null;
};

/**
 * Returns the statements of a year that were not replaced and whose giver no longer has gifts in that year, ordered by
 * number, without the statements to companies. `last` is the highest statement number of the year.
 */
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
  const issued = db
    .selectFrom('contributionStatements')
    .where('year', '=', year)
    .where('number', '>=', first)
    .where('number', '<', end)
    .where('replacedBy', 'is', null)
    .where('companyName', 'is', null);
  return unitsOf(db, membersWhere(sql`"id" in ${issued.select('memberId')}`), periodOf(db, range))
    .selectFrom(issued.select(['number', 'issuedAt', 'memberId', 'companyName']).as('issued'))
    .innerJoin(memberNames(db), 'member.id', 'issued.memberId')
    .select(['number', 'issuedAt', 'companyName', 'member.id as memberId', 'firstName', 'lastName', 'chineseName'])
    .where('member.id', 'in', (eb) =>
      eb
        .selectFrom('units')
        .select('units.memberId')
        .where(
          'units.unitId',
          'not in',
          eb
            .selectFrom('units')
            .select('units.unitId')
            .where(periodOf(db, range, true).gave(sql.ref('units.memberId'))),
        ),
    )
    .orderBy('number');
}

/**
 * Returns the statements to companies of a year that were not replaced, ordered by number, each with the id of the giver
 * to whom its gifts belong.
 */
export function listOfCompanies(db: Db, year: number, range: DateRange): Promise<(Void & { unitId: number })[]> {
  const issued = db
    .selectFrom('contributionStatements')
    .where('year', '=', year)
    .where('companyName', 'is not', null)
    .where('replacedBy', 'is', null);
  return unitsOf(db, membersWhere(sql`"id" in ${issued.select('memberId')}`), periodOf(db, range))
    .selectFrom(issued.select(['number', 'issuedAt', 'memberId', 'companyName']).as('issued'))
    .innerJoin(memberNames(db), 'member.id', 'issued.memberId')
    .innerJoin('units', 'units.memberId', 'issued.memberId')
    .select(['number', 'issuedAt', 'companyName', 'member.id as memberId', 'firstName', 'lastName', 'chineseName'])
    .select('units.unitId')
    .orderBy('number')
    .execute();
}
