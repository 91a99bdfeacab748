import type { Selectable } from 'kysely';
import { sumOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import { compares, equals, isFilled } from '../../../db/filters.ts';
import { insertRows } from '../../../db/insert.ts';
import type { List } from '../../../db/list.ts';
import { readPage } from '../../../db/page.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import { inChunks } from '../../../lib/chunks.ts';
import type { Page } from '../../../lib/page.ts';
import type { DateSpan } from '../../../lib/wire.ts';
import { bySum, SUMS } from './ranking.ts';
import type { OfferingCount, SessionHeader, SessionItem, SessionQuery } from './schema.ts';
import type { OfferingSessionTable } from './table.ts';

type Row = Selectable<OfferingSessionTable>;

/**
 * Converts a row to a session without givings. Extra columns stay in the result, because the encoder drops them and
 * removing them here takes time.
 */
function toHeader(row: Row): SessionHeader {
  return {
    ...row,
    controlTotal: row.controlTotalMinor,
    countedCash: row.countedCashMinor,
    countedChecks: row.countedChecksMinor,
    countedBy: JSON.parse(row.countedBy) as string[],
  };
}

const liveSessions = (db: Db) => db.selectFrom('offeringSessions').where('deletedAt', 'is', null);

/** A session without its givings, with every count that was submitted. */
export type CountedSession = SessionHeader & { counts: OfferingCount[] };

/** Returns a session without its givings, or undefined. If `draftsOnly` is true, only a draft is returned. */
export async function findSession(db: Db, id: number, draftsOnly: boolean): Promise<CountedSession | undefined> {
  let query = liveSessions(db).selectAll().where('id', '=', id);
  if (draftsOnly) query = query.where('status', '=', 'Draft');
  const row = await query.executeTakeFirst();
  return row && { ...toHeader(row), counts: parseCounts(row.counts) };
}

export const parseCounts = (text: string) => JSON.parse(text) as OfferingCount[];

/** Returns the id of the session on a date, or undefined. */
export async function findSessionOn(db: Db, date: string): Promise<number | undefined> {
  return (await liveSessions(db).select('id').where('date', '=', date).executeTakeFirst())?.id;
}

const SESSIONS = {
  table: 'offeringSessions',
  id: 'id',
  holds: [isFilled('offeringSessions.deletedAt', false)],
  orders: {
    date: { columns: ['date'] },
    status: { columns: ['status'] },
    sundayAttendanceCount: { columns: ['sundayAttendanceCount'] },
    totalAmount: bySum('totalAmount'),
    givingCount: bySum('givingCount'),
    createdAt: { columns: ['createdAt'] },
    modifiedAt: { columns: ['modifiedAt'] },
    id: { columns: [] },
  },
  show: prepared((db, ids: string) => withSums(liveSessions(db)).where(isOneOf('offeringSessions.id', ids))),
} satisfies List<SessionQuery['sort']['field'], Summed>;

/**
 * Returns a page of sessions, each with the total and the number of its givings. If `draftsOnly` is true, the page has
 * only drafts.
 */
export async function listSessions(
  db: Db,
  query: SessionQuery & { sessionId?: number | undefined },
  draftsOnly: boolean,
): Promise<Page<SessionItem>> {
  const { from, to, status, sessionId } = query;
  const filters = [
    equals('offeringSessions.id', sessionId),
    compares('offeringSessions.date', '>=', from),
    compares('offeringSessions.date', '<=', to),
    equals('offeringSessions.status', status),
    equals('offeringSessions.status', draftsOnly ? 'Draft' : undefined),
  ];
  const page = await readPage(db, SESSIONS, { request: query, filters });
  return { ...page, items: page.items.map(toItem) };
}

/** Adds the total and the number of each session's givings to a query for sessions. */
const withSums = (rows: ReturnType<typeof liveSessions>) =>
  rows.selectAll().select((eb) => {
    const own = eb
      .selectFrom('givings')
      .whereRef('givings.sessionId', '=', 'offeringSessions.id')
      .where('givings.deletedAt', 'is', null);
    return [
      own.select(SUMS.totalAmount.as('sum')).as('totalAmount'),
      own.select(SUMS.givingCount.as('count')).as('givingCount'),
    ];
  });

type Summed = Row & Record<keyof typeof SUMS, number | null>;

function toItem(row: Summed): SessionItem {
  return { ...toHeader(row), totalAmount: sumOf(row.totalAmount), givingCount: row.givingCount ?? 0 };
}

const sessionsIn = (db: Db, { from = '', to = '9999' }: DateSpan) =>
  liveSessions(db).where('date', '>=', from).where('date', '<=', to);

/** Returns up to `limit` sessions of a time span that are later than `date`, ordered by date. */
export async function listSessionsAfter(db: Db, span: DateSpan, date: string, limit: number): Promise<SessionItem[]> {
  const rows = withSums(sessionsIn(db, span).where('date', '>', date));
  return (await rows.orderBy('date').limit(limit).execute()).map(toItem);
}

/** Returns the number of sessions in a time span. */
export async function countSessions(db: Db, span: DateSpan): Promise<number> {
  const query = sessionsIn(db, span).select((eb) => eb.fn.countAll().as('count'));
  return Number((await query.executeTakeFirstOrThrow()).count);
}

export type SessionColumns = Omit<
  Row,
  | 'id'
  | 'deletedAt'
  | 'counts'
  | 'submittedAt'
  | 'submittedBy'
  | 'reconciledAt'
  | 'reconciledBy'
  | 'bankReference'
  | 'depositedOn'
>;

/** Adds a session and returns its id. */
export async function insertSession(db: Db, session: SessionColumns): Promise<number> {
  const { id } = await db.insertInto('offeringSessions').values(session).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Adds sessions with ids that the caller has chosen. */
export function insertSessions(db: Db, sessions: readonly (SessionColumns & { id: number })[]): Promise<void> {
  return insertRows(db, 'offeringSessions', sessions);
}

/** Returns the ids and statuses of the sessions on these dates, by date. */
export async function listStates(db: Db, dates: readonly string[]) {
  const states = new Map<string, { id: number; status: string }>();
  await inChunks([...new Set(dates)], async (part) => {
    const rows = await liveSessions(db).select(['id', 'date', 'status']).where('date', 'in', part).execute();
    for (const { date, id, status } of rows) states.set(date, { id, status });
  });
  return states;
}

/** Returns those of the given sessions that are unchanged drafts without givings. */
export async function listUntouched(db: Db, ids: readonly number[]): Promise<SessionHeader[]> {
  const found: SessionHeader[] = [];
  await inChunks(ids, async (part) => {
    const rows = await liveSessions(db)
      .selectAll()
      .where('id', 'in', part)
      .where('status', '=', 'Draft')
      .whereRef('modifiedAt', '=', 'createdAt')
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('givings')
              .select('givings.id')
              .whereRef('givings.sessionId', '=', 'offeringSessions.id')
              .where('givings.deletedAt', 'is', null),
          ),
        ),
      )
      .execute();
    found.push(...rows.map(toHeader));
  });
  return found;
}

/** Marks sessions as deleted. */
export async function removeSessions(
  db: Db,
  ids: readonly number[],
  columns: Pick<Row, 'deletedAt' | 'modifiedAt' | 'modifiedBy'>,
): Promise<void> {
  await db.updateTable('offeringSessions').set(columns).where('id', 'in', ids).execute();
}

/** Updates columns of a session. */
export async function updateSessionColumns(db: Db, id: number, columns: Partial<Omit<Row, 'id'>>): Promise<void> {
  await db.updateTable('offeringSessions').set(columns).where('id', '=', id).execute();
}
