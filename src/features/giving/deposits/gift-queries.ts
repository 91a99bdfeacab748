/** Queries for single gifts: how much of a gift can still be deposited, and in which deposits it may be. */
import { expressionBuilder } from 'kysely';
import { sumOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import { isOneOf } from '../../../db/prepared.ts';
import type { Database } from '../../../db/schema.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import { addMoney } from '../../../lib/money.ts';

/**
 * The sum of a gift's reversals that took money out of the gift's account, not counting reversals that are themselves
 * part of a deposit.
 */
const takenBack = () =>
  expressionBuilder<Database, 'givings'>()
    .selectFrom('givings as reversals')
    .select((eb) => eb.fn.sum<number | null>('reversals.amountMinor').as('sum'))
    .whereRef('reversals.reversalOf', '=', 'givings.id')
    .whereRef('reversals.accountId', '=', 'givings.accountId')
    .where('reversals.deletedAt', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('depositItems')
            .innerJoin('deposits', 'deposits.id', 'depositItems.depositId')
            .select('depositItems.depositId')
            .whereRef('depositItems.givingId', '=', 'reversals.id')
            .where('deposits.deletedAt', 'is', null),
        ),
      ),
    );

/** Returns the gifts with these ids that are not deleted, with the fields that a deposit needs. */
export async function listGifts(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('givings')
    .leftJoin('offeringSessions', 'offeringSessions.id', 'givings.sessionId')
    .select(['givings.id', 'givings.date', 'givings.accountId', 'givings.method', 'givings.sessionId'])
    .select(['amountMinor', 'nonCashDescription', 'reversalOf', 'offeringSessions.status as sessionStatus'])
    .select(takenBack().as('takenBack'))
    .where(isOneOf('givings.id', JSON.stringify(ids)))
    .where('givings.deletedAt', 'is', null)
    .execute();
  return rows.map(({ amountMinor, takenBack, ...row }) => ({
    ...row,
    amount: addMoney(amountMinor, sumOf(takenBack)),
  }));
}

/** A deposit that contains a gift: the gift by itself, or cash or checks of its session. */
export type GiftDeposit = { isOwn: boolean; date: CalendarDate; accountId: number };

/** Returns the deposits that may contain the money of a gift, the oldest first. */
export async function listGiftDeposits(
  db: Db,
  { id, sessionId, method }: { id: number; sessionId: number | null; method: string },
): Promise<GiftDeposit[]> {
  const rows = await db
    .selectFrom('depositItems')
    .innerJoin('deposits', 'deposits.id', 'depositItems.depositId')
    .select(['depositItems.givingId', 'deposits.date', 'deposits.accountId'])
    .where('deposits.deletedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('depositItems.givingId', '=', id),
        eb.and([eb('depositItems.sessionId', '=', sessionId), eb('depositItems.method', '=', method as 'Cash')]),
      ]),
    )
    .orderBy('deposits.date')
    .orderBy('deposits.id')
    .execute();
  return rows.map(({ givingId, ...deposit }) => ({ isOwn: givingId !== null, ...deposit }));
}
