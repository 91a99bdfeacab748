import { givenMoney } from '../../../books/counted.ts';
import { sumOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import type { DateRange } from '../../../lib/date.ts';

/** Returns the draft sessions of the range, with their sums. */
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

/** The days and statuses of the sessions of the range, in the order of their dates. */
export function listSessionStates(db: Db, range: DateRange) {
  return sessionsWithin(db, range).select(['date', 'status']).execute();
}

const sessionsWithin = (db: Db, { from, to }: DateRange) =>
  db
    .selectFrom('offeringSessions')
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where('deletedAt', 'is', null)
    .orderBy('date');
