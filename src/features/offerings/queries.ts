import { type Selectable, sql } from 'kysely';
import { sumOf } from '../../db/columns.ts';
import type { Db } from '../../db/connect.ts';
import { readPage } from '../../db/page.ts';
import { ZERO } from '../../lib/money.ts';
import type { Page } from '../../lib/page.ts';
import type { SessionHeader, SessionItem, SessionQuery } from './schema.ts';
import type { OfferingSessionTable } from './table.ts';

type Row = Selectable<OfferingSessionTable>;

function toHeader({ controlTotalMinor, countedCashMinor, countedChecksMinor, countedBy, ...row }: Row): SessionHeader {
  return {
    ...row,
    controlTotal: controlTotalMinor,
    countedCash: countedCashMinor,
    countedChecks: countedChecksMinor,
    countedBy: JSON.parse(countedBy) as string[],
  };
}

const liveSessions = (db: Db) => db.selectFrom('offeringSessions').where('deletedAt', 'is', null);

/** A session without its givings; with `draftsOnly`, only a draft. */
export async function findSession(db: Db, id: number, draftsOnly: boolean): Promise<SessionHeader | undefined> {
  let query = liveSessions(db).selectAll().where('id', '=', id);
  if (draftsOnly) query = query.where('status', '=', 'Draft');
  const row = await query.executeTakeFirst();
  return row && toHeader(row);
}

/** The id of the session on a date. */
export async function findSessionOn(db: Db, date: string): Promise<number | undefined> {
  return (await liveSessions(db).select('id').where('date', '=', date).executeTakeFirst())?.id;
}

/** A page of sessions with the sums of their givings. */
export async function listSessions(db: Db, query: SessionQuery, draftsOnly: boolean): Promise<Page<SessionItem>> {
  const { from, to, status } = query;
  let rows = liveSessions(db);
  if (from !== undefined) rows = rows.where('date', '>=', from);
  if (to !== undefined) rows = rows.where('date', '<=', to);
  if (status !== undefined) rows = rows.where('status', '=', status);
  if (draftsOnly) rows = rows.where('status', '=', 'Draft');
  const page = await readPage(
    rows.selectAll(),
    rows.select((eb) => eb.fn.countAll().as('count')),
    query,
    { date: 'date', id: 'id', status: 'status' },
  );
  const sums = await sumGivings(
    db,
    page.items.map(({ id }) => id),
  );
  return {
    ...page,
    items: page.items.map((row) => ({
      ...toHeader(row),
      ...(sums.get(row.id) ?? { totalAmount: ZERO, givingCount: 0 }),
    })),
  };
}

/** The money and the number of givings of each session; a gift in kind is no money. */
async function sumGivings(db: Db, sessionIds: readonly number[]) {
  if (sessionIds.length === 0) return new Map<number, Pick<SessionItem, 'totalAmount' | 'givingCount'>>();
  const rows = await db
    .selectFrom('givings')
    .select((eb) => [
      'sessionId',
      sql<number>`sum(case when "nonCashDescription" is null then "amountMinor" else 0 end)`.as('total'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('sessionId', 'in', sessionIds)
    .where('deletedAt', 'is', null)
    .groupBy('sessionId')
    .execute();
  return new Map(rows.map((row) => [row.sessionId ?? 0, { totalAmount: sumOf(row.total), givingCount: row.count }]));
}

export type SessionColumns = Omit<
  Row,
  'id' | 'deletedAt' | 'submittedAt' | 'submittedBy' | 'reconciledAt' | 'reconciledBy' | 'bankReference' | 'depositedOn'
>;

/** Adds a session; returns its id. */
export async function insertSession(db: Db, session: SessionColumns): Promise<number> {
  const { id } = await db.insertInto('offeringSessions').values(session).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Changes columns of a session. */
export async function updateSessionColumns(db: Db, id: number, columns: Partial<Omit<Row, 'id'>>): Promise<void> {
  await db.updateTable('offeringSessions').set(columns).where('id', '=', id).execute();
}
