/** The counts of offerings and the offerings of gifts, for other rooms. */
import type { Db } from '../../../db/connect.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import { parseCounts } from './queries.ts';
import type { OfferingCount } from './schema.ts';

/** Returns the date and the counts of sessions, by id. Deleted sessions are among them. */
export async function countsOfSessions(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { date: string; counts: OfferingCount[] }>> {
  const rows = await selectCounts(db, JSON.stringify(ids));
  return new Map(rows.map(({ id, date, counts }) => [id, { date, counts: parseCounts(counts) }]));
}

const selectCounts = prepared((db, ids: string) =>
  db.selectFrom('offeringSessions').select(['id', 'date', 'counts']).where(isOneOf('id', ids)),
);

/** Returns the amounts of gifts, and the counts of their sessions, by id. Without a session, `counts` is null. */
export async function countsOfGifts(db: Db, ids: readonly number[]) {
  const rows = await selectGifts(db, JSON.stringify(ids));
  return new Map(
    rows.map(({ id, amount, counts }) => [id, { amount, counts: counts === null ? null : parseCounts(counts) }]),
  );
}

const selectGifts = prepared((db, ids: string) =>
  db
    .selectFrom('givings')
    .leftJoin('offeringSessions', 'offeringSessions.id', 'givings.sessionId')
    .select(['givings.id', 'givings.amountMinor as amount', 'offeringSessions.counts'])
    .where(isOneOf('givings.id', ids)),
);
