import { givenMoney } from '../../../books/counted.ts';
import { sumOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import type { DateRange } from '../../../lib/date.ts';
import { parseCounts } from './queries.ts';

/** Returns the draft sessions in a range of dates, each with the sum of money that was given. */
export async function listDraftSessions(db: Db, range: DateRange) {
  const rows = await sessionsWithin(db, range)
    .select((eb) => [
      'id',
      'date',
      eb
        .selectFrom('givings')
        .select(givenMoney.as('sum'))
        .whereRef('givings.sessionId', '=', 'offeringSessions.id')
        .where('givings.deletedAt', 'is', null)
        .as('sum'),
    ])
    .where('status', '=', 'Draft')
    .execute();
  return rows.map(({ sum, ...row }) => ({ ...row, amount: sumOf(sum) }));
}

/** Returns the ids, dates, statuses and counts of the sessions in a range of dates, ordered by date. */
export async function listSessionStates(db: Db, range: DateRange) {
  const rows = await sessionsWithin(db, range).select(['id', 'date', 'status', 'counts']).execute();
  return rows.map((row) => ({ ...row, counts: parseCounts(row.counts) }));
}

const sessionsWithin = (db: Db, { from, to }: DateRange) =>
  db
    .selectFrom('offeringSessions')
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where('deletedAt', 'is', null)
    .orderBy('date');
