import { sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { givingLines } from '../../../books/giving-lines.ts';
import { insertRows } from '../../../db/insert.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import type { DateRange } from '../../../lib/date.ts';
import type { Minor } from '../../../lib/money.ts';
import type { Method } from '../../../books/payment-methods.ts';
import type { Address } from '../../../lib/address.ts';
import type { Estate } from '../../people/members/schema.ts';
import { addressedUnits, membersWhere } from '../../people/families/units.ts';
import type { GivingSource } from '../givings/source-schema.ts';
import { addresseeOf, type Addressee, type OnStatement } from './addressee-rules.ts';
import { periodOf } from './givers.ts';
import { NOT_RECEIPTED, printedName, withBenefitsOnce } from './rules.ts';

/** The giver of a statement: a member, or a couple. A couple has the id and the names of the head of the family. */
export type Giver = {
  id: number;
  firstName: string;
  lastName: string;
  chineseName: string | null;
  /** The people on the statement: the member and, on a joint statement, the spouse. */
  people: OnStatement[];
  addressee: Addressee;
};

/**
 * A line of a statement: a gift, or one part of a gift that is split over several categories. `date` is the day of the
 * gift.
 */
export type Gift = {
  id: number;
  memberId: number;
  date: string;
  categoryId: number;
  categoryName: string;
  categoryNameZh: string | null;
  isTaxDeductible: boolean;
  method: Method;
  reference: string | null;
  amount: Minor;
  benefit: Minor | null;
  /** The note of the gift. For a gift with a benefit, the note says what the giver received. */
  note: string | null;
  nonCashDescription: string | null;
  source: GivingSource;
  companyName: string | null;
  reversalOf: number | null;
};

const selectPeople = prepared((db, unitIds: string, from: string, to: string) => {
  return addressedUnits(db, membersWhere(isOneOf('id', unitIds)), periodOf(db, { from, to })).where(
    isOneOf('units.unitId', unitIds),
  );
});

/** Returns the givers with these ids, including deleted members, by id. */
export async function findGivers(db: Db, ids: readonly number[], { from, to }: DateRange): Promise<Map<number, Giver>> {
  const rows = await selectPeople(db, JSON.stringify(ids), from, to);
  const found = new Map<number, Omit<Giver, 'addressee'>>();
  // The head of the family comes first, because the statement is in that member's name.
  for (const row of rows.toSorted((a, b) => Number(a.id !== a.unitId) - Number(b.id !== b.unitId))) {
    const { unitId, id, firstName, lastName, chineseName } = row;
    const giver = found.get(unitId);
    if (giver) giver.people.push(toPerson(row));
    else found.set(unitId, { id, firstName, lastName, chineseName, people: [toPerson(row)] });
  }
  return new Map([...found].map(([id, giver]) => [id, { ...giver, addressee: addresseeOf(giver.people) }]));
}

function toPerson(row: Awaited<ReturnType<typeof selectPeople>>[number]): OnStatement {
  const { id, chineseName, diedOn, estate, address, familyAddress, status } = row;
  const own = address ?? familyAddress;
  return {
    id,
    name: printedName(row),
    chineseName,
    address: own === null ? null : (JSON.parse(own) as Address),
    isDeceased: status === 'Deceased',
    diedOn,
    estate: estate === null ? null : (JSON.parse(estate) as Estate),
  };
}

const selectGifts = prepared((db, memberIds: string, from: string, to: string) =>
  db
    .selectFrom(givingLines(db, 'memberId', 'giftDate'))
    .innerJoin('givings', 'givings.id', 'lines.givingId')
    .innerJoin('givingCategories', 'givingCategories.id', 'lines.categoryId')
    .select([
      'givings.id',
      'givings.memberId',
      'givings.giftDate as date',
      'lines.categoryId',
      'givingCategories.name as categoryName',
      'givingCategories.nameZh as categoryNameZh',
      'givingCategories.isTaxDeductible',
      'givings.method',
      sql<string | null>`coalesce("checkNumber", "zelleReference", "payPalReference")`.as('reference'),
      'lines.amountMinor as amount',
      'givings.benefitAmountMinor as benefit',
      'givings.note',
      'givings.nonCashDescription',
      'givings.source',
      'givings.companyName',
      'givings.reversalOf',
    ])
    .where(isOneOf('lines.memberId', memberIds))
    .where('lines.giftDate', '>=', from)
    .where('lines.giftDate', '<=', to)
    .where('givings.source', '<>', NOT_RECEIPTED)
    .orderBy('lines.giftDate')
    .orderBy('lines.givingId')
    .orderBy('lines.position'),
);

/**
 * Returns the gifts of members that belong on a statement, ordered by gift date. These gifts are not deleted, have a
 * gift date in the range, and do not come from a donor-advised fund. A gift that is split over several categories is
 * returned as one line for each part. The benefit and the note are then on only one line of each gift, as
 * `withBenefitsOnce` explains.
 */
export async function listGifts(db: Db, memberIds: readonly number[], { from, to }: DateRange): Promise<Gift[]> {
  const rows = await selectGifts(db, JSON.stringify(memberIds), from, to);
  const gifts = rows.map(({ memberId, isTaxDeductible, ...row }) => ({
    ...row,
    memberId: memberId ?? 0,
    isTaxDeductible: isTaxDeductible === 1,
  }));
  return withBenefitsOnce(gifts);
}

/** A statement that was issued and was not replaced. */
export type Issued = {
  memberId: number | null;
  companyName: string | null;
  number: number;
  contentHash: string;
  issuedAt: string;
  handedOutAt: string | null;
};

const selectIssued = prepared((db, year: number, memberIds: string) =>
  db
    .selectFrom('contributionStatements')
    .select(['memberId', 'companyName', 'number', 'contentHash', 'issuedAt', 'handedOutAt'])
    .where('year', '=', year)
    .where(isOneOf('memberId', memberIds))
    .where('replacedBy', 'is', null)
    .orderBy('number'),
);

/** Returns the statements of a year that were issued to these members and were not replaced, ordered by number. */
export function findIssued(db: Db, year: number, memberIds: readonly number[]): Promise<Issued[]> {
  return selectIssued(db, year, JSON.stringify(memberIds));
}

/** Returns how many statements of a year were issued after an instant. */
export async function countIssuedAfter(db: Db, year: number, instant: string): Promise<number> {
  const { count } = await db
    .selectFrom('contributionStatements')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('year', '=', year)
    .where('issuedAt', '>', instant)
    .executeTakeFirstOrThrow();
  return count;
}

const selectLast = prepared((db, year: number) =>
  db
    .selectFrom('contributionStatements')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('year', '=', year)
    .unionAll(db.selectFrom('statementNumbersGiven').select('last').where('year', '=', year)),
);

/** Returns the number that the next issued statement of a year gets. */
export async function nextNumber(db: Db, year: number): Promise<number> {
  const rows = await selectLast(db, year);
  return Math.max(...rows.map(({ last }) => last ?? 0)) + 1;
}

/** Notes the last number of a year that was given, so that it is not given again. */
export async function noteGiven(db: Db, year: number, last: number): Promise<void> {
  await db
    .insertInto('statementNumbersGiven')
    .values({ year, last })
    .onConflict((conflict) => conflict.column('year').doUpdateSet({ last }))
    .execute();
}

/** Stores issued statements. */
export function insertIssued(
  db: Db,
  statements: readonly (Issued & { year: number; replacedBy: null; issuedBy: number | null })[],
): Promise<void> {
  return insertRows(db, 'contributionStatements', statements);
}

/** Records that the statement with the number `by` replaces the statements with these numbers in the same year. */
export async function replaceIssued(db: Db, year: number, numbers: readonly number[], by: number): Promise<void> {
  await db
    .updateTable('contributionStatements')
    .set({ replacedBy: by })
    .where('year', '=', year)
    .where('number', 'in', numbers)
    .execute();
}

/**
 * Records `at` as the time when these statements of a year were handed out. A statement that was already handed out
 * keeps its earlier time.
 */
export async function markHandedOut(db: Db, year: number, numbers: readonly number[], at: string): Promise<void> {
  await db
    .updateTable('contributionStatements')
    .set({ handedOutAt: at })
    .where('year', '=', year)
    .where(isOneOf('number', JSON.stringify(numbers)))
    .where('handedOutAt', 'is', null)
    .execute();
}

/** Moves all statements of one member to another member. Returns the years and numbers of the statements. */
export function moveIssued(db: Db, from: number, to: number) {
  const moved = db.updateTable('contributionStatements').set({ memberId: to }).where('memberId', '=', from);
  return moved.returning(['year', 'number']).execute();
}

/** Returns a statement that was issued to the giver of one of these gifts since the gift was entered, if there is one. */
export function findIssuedSince(db: Db, givingIds: readonly number[]) {
  return db
    .selectFrom('contributionStatements')
    .innerJoin('givings', 'givings.memberId', 'contributionStatements.memberId')
    .select(['givings.id as givingId', 'contributionStatements.year', 'contributionStatements.number'])
    .where(isOneOf('givings.id', JSON.stringify(givingIds)))
    .whereRef('contributionStatements.issuedAt', '>', 'givings.createdAt')
    .where((eb) =>
      eb('contributionStatements.year', '=', sql<number>`cast(substr("givings"."giftDate", 1, 4) as integer)`),
    )
    .limit(1)
    .executeTakeFirst();
}

/** Returns the years and numbers of the statements that were issued to these members. */
export async function listIssuedTo(db: Db, memberIds: readonly number[]) {
  const rows = await db
    .selectFrom('contributionStatements')
    .select(['memberId', 'year', 'number'])
    .where(isOneOf('memberId', JSON.stringify(memberIds)))
    .execute();
  return rows.flatMap(({ memberId, ...statement }) => (memberId === null ? [] : [{ memberId, ...statement }]));
}

/** Returns the statements of a year that were replaced by the statements with these numbers, ordered by number. */
export function listReplaced(db: Db, year: number, by: readonly number[]) {
  return db
    .selectFrom('contributionStatements')
    .select(['number', 'issuedAt', 'replacedBy'])
    .where('year', '=', year)
    .where('replacedBy', 'in', by)
    .orderBy('number')
    .execute();
}
