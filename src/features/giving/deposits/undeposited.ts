import { sql } from 'kysely';
import { UNDEPOSITED } from '../../../books/account-kinds.ts';
import type { Db } from '../../../db/connect.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import { addMoney, type Minor } from '../../../lib/money.ts';
import { listRests } from './queries.ts';

/** Money of sessions that is not deposited, and the date of the oldest of these sessions. */
export type Undeposited = { amount: Minor; oldest: CalendarDate };

type Wait = { receivedBefore: CalendarDate; on: CalendarDate };

/**
 * Returns the cash and the checks of the sessions before a day that were not deposited at the end of the day `on`, or
 * undefined if all of it was deposited. Later deposits do not count.
 */
export async function findUndeposited(db: Db, { receivedBefore, on }: Wait): Promise<Undeposited | undefined> {
  const sessions = await listPossible(db, { receivedBefore, on });
  if (sessions.length === 0) return undefined;
  const ids = sessions.map(({ id }) => id);
  const rests = (await listRests(db, ids, on)).filter(({ left, sourceId }) => left > 0 && sourceId === UNDEPOSITED);
  const waiting = new Set(rests.map(({ sessionId }) => sessionId));
  const oldest = sessions.find(({ id }) => waiting.has(id));
  return oldest && { amount: addMoney(...rests.map(({ left }) => left)), oldest: oldest.date };
}

/** Returns the sessions that may have such money, the oldest first: not reconciled ones and those with a later deposit or reversal. */
function listPossible(db: Db, { receivedBefore, on }: Wait) {
  return db
    .selectFrom('offeringSessions')
    .select(['id', 'date'])
    .where('date', '<', receivedBefore)
    .where('deletedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('status', '<>', 'Reconciled'),
        eb.exists(
          eb
            .selectFrom('depositItems')
            .innerJoin('deposits', 'deposits.id', 'depositItems.depositId')
            .select(sql`1`.as('one'))
            .whereRef('depositItems.sessionId', '=', 'offeringSessions.id')
            .where('deposits.date', '>', on)
            .where('deposits.deletedAt', 'is', null),
        ),
        eb(
          'id',
          'in',
          eb
            .selectFrom('givings as reversals')
            .innerJoin('givings', 'givings.id', 'reversals.reversalOf')
            .select('givings.sessionId')
            .where('reversals.reversalOf', 'is not', null)
            .where('reversals.date', '>', on),
        ),
      ]),
    )
    .orderBy('date')
    .execute();
}
