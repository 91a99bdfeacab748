import { type Selectable, sql } from 'kysely';
import { sumOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import { compares, equals, equalsOr, isAmong, isFilled } from '../../../db/filters.ts';
import { insertRow, insertRows } from '../../../db/insert.ts';
import type { List } from '../../../db/list.ts';
import { firstOfMembers } from '../../../db/first-of-members.ts';
import { readPage } from '../../../db/page.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import { look } from '../../../db/search.ts';
import type { Minor } from '../../../lib/money.ts';
import type { Page } from '../../../lib/page.ts';
import type { DateSpan } from '../../../lib/wire.ts';
import { toGivings } from './part-queries.ts';
import { userNames } from '../../access/users/joins.ts';
import { memberNames, throughMember } from '../../people/members/joins.ts';
import type { ExportedGiving, Giving, GivingQuery } from './schema.ts';
import type { GivingTable } from './table.ts';

export type GivingColumns = Omit<Selectable<GivingTable>, 'id' | 'deletedAt' | 'reversalOf' | 'entryKey'> & {
  entryKey?: string | null;
};

/** The columns of a giving, under their names in the API. */
export const COLUMNS = [
  'givings.id',
  'givings.categoryId',
  'givingCategories.name as categoryName',
  'givings.amountMinor as amount',
  'givings.date',
  'givings.method',
  'givings.memberId',
  'givings.isAnonymous',
  'givings.checkNumber',
  'givings.zelleReference',
  'givings.payPalReference',
  'givings.note',
  'givings.sessionId',
  'givings.accountId',
  'givings.giftDate',
  'givings.benefitAmountMinor as benefitAmount',
  'givings.nonCashDescription',
  'givings.nonCashKind',
  'givings.source',
  'givings.companyName',
  'givings.reversalOf',
  'givings.reversalKind',
  'givings.entryKey',
  'givings.createdBy as enteredBy',
  'user.displayName as enteredByName',
  'givings.createdAt',
  'givings.modifiedAt',
  'givings.createdBy',
  'givings.modifiedBy',
] as const;

/** The SQL for the full name of the giver, which remains when the member is deleted. */
export const memberName = sql<string | null>`member."fullName"`.as('memberName');

/**
 * Returns a query for givings that are not deleted. Each giving is joined with its category, its giver, its session and
 * the user who entered it.
 */
export const liveGivings = (db: Db) =>
  db
    .selectFrom('givings')
    .where('givings.deletedAt', 'is', null)
    .leftJoin('givingCategories', 'givingCategories.id', 'givings.categoryId')
    .leftJoin(memberNames(db), 'member.id', 'givings.memberId')
    .leftJoin('offeringSessions', 'offeringSessions.id', 'givings.sessionId')
    .leftJoin(userNames(db), 'user.id', 'givings.createdBy');

type Row = Omit<Giving, 'isAnonymous' | 'parts'> & { isAnonymous: 0 | 1 };

/** Returns one giving, or undefined. If `draftsOnly` is true, returns the giving only if it is in a draft session. */
export async function findGiving(db: Db, id: number, draftsOnly: boolean): Promise<Giving | undefined> {
  const rows = await (draftsOnly ? selectDraft : selectGiving)(db, id);
  const [giving] = await toGivings(db, rows);
  return giving;
}

const one = (db: Db, id: number) => liveGivings(db).select(COLUMNS).select(memberName).where('givings.id', '=', id);
const selectGiving = prepared(one);
const selectDraft = prepared((db, id: number) => one(db, id).where('offeringSessions.status', '=', 'Draft'));

/**
 * Returns the id of the giving with this entry key, and when it was deleted (null if it was not). Returns undefined if
 * no giving has this key.
 */
export function findByEntryKey(db: Db, entryKey: string) {
  return db.selectFrom('givings').select(['id', 'deletedAt']).where('entryKey', '=', entryKey).executeTakeFirst();
}

/** Returns the givings with these entry keys, including deleted ones. */
export function listByEntryKeys(db: Db, entryKeys: readonly string[]) {
  return db
    .selectFrom('givings')
    .select(['id', 'entryKey', 'deletedAt'])
    .where(isOneOf('entryKey', JSON.stringify(entryKeys)))
    .execute();
}

/** Returns the givings of a session in the order of entry. */
export async function listSessionGivings(db: Db, sessionId: number): Promise<Giving[]> {
  return toGivings(db, await selectOfSession(db, sessionId));
}

const selectOfSession = prepared((db, sessionId: number) =>
  liveGivings(db).select(COLUMNS).select(memberName).where('givings.sessionId', '=', sessionId).orderBy('givings.id'),
);

const GIVINGS = {
  table: 'givings',
  id: 'id',
  holds: [isFilled('givings.deletedAt', false)],
  orders: {
    date: { columns: ['date'] },
    amount: { columns: ['amountMinor'] },
    method: { columns: ['method'] },
    categoryName: {
      through: {
        tables: [{ table: 'givingCategories', on: sql`"givings"."categoryId" = "givingCategories"."id"` }],
        columns: ['givingCategories.name', 'givingCategories.id'],
        maybe: 'givings.categoryId',
      },
      columns: ['date'],
    },
    memberName: { through: throughMember('givings.memberId'), columns: ['giftDate'] },
    sessionId: { columns: ['sessionId'] },
    giftDate: { columns: ['giftDate'] },
    createdAt: { columns: ['createdAt'] },
    modifiedAt: { columns: ['modifiedAt'] },
    id: { columns: [] },
  },
  show: prepared((db, ids: string) =>
    liveGivings(db).select(COLUMNS).select(memberName).where(isOneOf('givings.id', ids)),
  ),
} satisfies List<GivingQuery['sort']['field'], Row>;

const withPartFor = (categoryId: number) =>
  sql`select "givingId" from "givingParts" where "categoryId" = ${categoryId}`;
const sessionsIn = (status: string) => sql`select "id" from "offeringSessions" where "status" = ${status}`;

/** Returns a page of givings. If `draftsOnly` is true, the page has only givings in draft sessions. */
export async function listGivings(db: Db, query: GivingQuery, draftsOnly: boolean): Promise<Page<Giving>> {
  const { categoryId, from, to, memberId, sessionId, method } = query;
  const filters = [
    equalsOr('givings.categoryId', categoryId, { column: 'givings.id', among: withPartFor }),
    compares('givings.date', '>=', from),
    compares('givings.date', '<=', to),
    equals('givings.memberId', memberId),
    equals('givings.sessionId', sessionId),
    equals('givings.method', method),
    isAmong('givings.sessionId', draftsOnly ? 'Draft' : undefined, sessionsIn),
  ];
  const found = await look(db, 'giving', query, false);
  const page = await readPage(db, GIVINGS, { request: query, filters, found });
  return { ...page, items: await toGivings(db, page.items) };
}

/** Returns a query for the ids of the draft sessions. */
export const draftSessions = (db: Db) => db.selectFrom('offeringSessions').select('id').where('status', '=', 'Draft');

/**
 * Returns up to `limit` givings of a time span that are not deleted and whose ids are greater than `id`, ordered by id.
 * The givings have the additional fields of an export.
 */
export async function listGivingsAfter(
  db: Db,
  { from = '', to = '9999' }: DateSpan,
  id: number,
  limit: number,
): Promise<ExportedGiving[]> {
  const rows = await liveGivings(db)
    .select(COLUMNS)
    .select([
      memberName,
      'member.email as memberEmail',
      'member.externalId as memberExternalId',
      'member.offeringNumber',
      'offeringSessions.date as sessionDate',
    ])
    .where('givings.id', '>', id)
    .where('givings.date', '>=', from)
    .where('givings.date', '<=', to)
    .orderBy('givings.id')
    .limit(limit)
    .execute();
  return toGivings(db, rows);
}

/** Returns how many givings of a time span are not deleted. */
export async function countGivings(db: Db, { from = '', to = '9999' }: DateSpan): Promise<number> {
  const query = db
    .selectFrom('givings')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where('deletedAt', 'is', null);
  return Number((await query.executeTakeFirstOrThrow()).count);
}

/** Adds givings in the order of the list. */
export function insertGivings(db: Db, givings: readonly GivingColumns[]): Promise<void> {
  return insertRows(db, 'givings', givings);
}

/** Adds one giving and returns its id. */
export function insertGiving(db: Db, giving: GivingColumns & { reversalOf?: number }): Promise<number> {
  return insertRow(db, 'givings', giving);
}

/** Returns the ids of the givings of a session, including deleted ones, in the order of entry. */
export async function listIdsOfSession(db: Db, sessionId: number): Promise<number[]> {
  const rows = await db.selectFrom('givings').select('id').where('sessionId', '=', sessionId).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Updates columns of a giving. */
export async function updateGivingColumns(
  db: Db,
  id: number,
  columns: Partial<Omit<Selectable<GivingTable>, 'id'>>,
): Promise<void> {
  await db.updateTable('givings').set(columns).where('id', '=', id).execute();
}

/**
 * Moves the givings of a member, including deleted ones, to another member or to nobody. Returns the ids of the
 * givings.
 */
export async function moveGivings(
  db: Db,
  memberId: number,
  columns: Pick<Selectable<GivingTable>, 'memberId' | 'modifiedAt' | 'modifiedBy'>,
): Promise<number[]> {
  const rows = await db.updateTable('givings').set(columns).where('memberId', '=', memberId).returning('id').execute();
  return rows.map(({ id }) => id);
}

/** Returns the latest date of one kind of a member's givings that are not deleted, or null if there are none. */
export async function findLastDate(db: Db, memberId: number, kind: 'date' | 'giftDate'): Promise<string | null> {
  const row = await db
    .selectFrom('givings')
    .select((eb) => eb.fn.max(kind).as('date'))
    .where('memberId', '=', memberId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row?.date ?? null;
}

/**
 * Returns the id of each member's first giving that is not deleted, by member id. Members without givings are left out.
 */
export function listFirstOf(db: Db, memberIds: readonly number[]): Promise<Map<number, number>> {
  return firstOfMembers(db, 'givings', memberIds);
}

/** Returns whether a giving was reversed, in whole or in part. */
export async function hasReversal(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('givings')
    .select('id')
    .where('reversalOf', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns the sum of the reversals of a giving that are not deleted, as a negative amount, or null if there are none.
 */
export async function sumReversals(db: Db, id: number): Promise<Minor | null> {
  const row = await db
    .selectFrom('givings')
    .select((eb) => eb.fn.sum('amountMinor').as('sum'))
    .where('reversalOf', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row?.sum == null ? null : sumOf(row.sum);
}

/** Returns the date and status of a session, if it exists. */
export function findSessionState(db: Db, id: number) {
  return db
    .selectFrom('offeringSessions')
    .select(['id', 'date', 'status'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}
