import { sql } from 'kysely';
import { UNDEPOSITED } from '../../../books/account-kinds.ts';
import type { App } from '../../../app.ts';
import { sumOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import { isOneOf } from '../../../db/prepared.ts';
import { type CalendarDate, LAST_DAY } from '../../../lib/date.ts';
import { addMoney, type Minor, ZERO } from '../../../lib/money.ts';
import { listIncomeIn } from '../../ledger/other-income/service.ts';
import { listDepositDays, listIncomeDeposits, listRests } from './queries.ts';

/** An amount of money that is not deposited, and the day on which its oldest part was received. */
export type Undeposited = { amount: Minor; oldest: CalendarDate };

type Wait = { receivedBefore: CalendarDate; on: CalendarDate };

/** Money that was received on a day. */
type Received = { date: CalendarDate; amount: Minor };

/**
 * Returns the money in Undeposited offerings that was received before a day and not deposited at the end of the day
 * `on`, or undefined if all of it was deposited. Later deposits do not count.
 */
export async function findUndeposited(app: App, wait: Wait): Promise<Undeposited | undefined> {
  const waiting = [
    ...(await listOfSessions(app.db, wait)),
    ...(await listSingleGifts(app.db, wait)),
    ...(await listIncome(app, wait)),
  ].toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const [oldest] = waiting;
  return oldest && { amount: addMoney(...waiting.map(({ amount }) => amount)), oldest: oldest.date };
}

async function listOfSessions(db: Db, wait: Wait): Promise<Received[]> {
  const sessions = await listPossible(db, wait);
  if (sessions.length === 0) return [];
  const dates = new Map(sessions.map(({ id, date }) => [id, date]));
  const rests = await listRests(db, [...dates.keys()], wait.on);
  return rests
    .filter(({ left, sourceId }) => left > 0 && sourceId === UNDEPOSITED)
    .map(({ sessionId, left }) => ({ date: dates.get(sessionId) ?? '', amount: left }));
}

/** Returns the undeposited gifts that are in no session. */
async function listSingleGifts(db: Db, { receivedBefore, on }: Wait): Promise<Received[]> {
  const gifts = await db
    .selectFrom('givings')
    .select(['id', 'date', 'amountMinor as amount'])
    .where('sessionId', 'is', null)
    .where('accountId', '=', sql.lit(UNDEPOSITED))
    .where('reversalOf', 'is', null)
    .where('nonCashDescription', 'is', null)
    .where('deletedAt', 'is', null)
    .where('date', '<', receivedBefore)
    .execute();
  const ids = gifts.map(({ id }) => id);
  return withoutSettled(gifts, {
    reversed: await sumReversalsFrom(db, ids, on),
    depositedOn: await listDepositDays(db, ids),
    on,
  });
}

async function listIncome(app: App, { receivedBefore, on }: Wait): Promise<Received[]> {
  const income = await listIncomeIn(app, { accountId: UNDEPOSITED, receivedBefore, on });
  const deposits = await listIncomeDeposits(
    app.db,
    income.map(({ id }) => id),
  );
  const depositedOn = new Map([...deposits].map(([id, { date }]) => [id, date]));
  return withoutSettled(income, { reversed: new Map(), depositedOn, on });
}

type Settled = { reversed: ReadonlyMap<number, Minor>; depositedOn: ReadonlyMap<number, string>; on: CalendarDate };

/** Subtracts reversals from received money, and leaves out money that was deposited by the day `on`. */
function withoutSettled(
  all: readonly (Received & { id: number })[],
  { reversed, depositedOn, on }: Settled,
): Received[] {
  return all.flatMap(({ id, date, amount }) => {
    const left = addMoney(amount, reversed.get(id) ?? ZERO);
    return left > 0 && (depositedOn.get(id) ?? LAST_DAY) > on ? [{ date, amount: left }] : [];
  });
}

/** Returns the sum of each gift's reversals up to the day `on`, as a negative amount, by the id of the gift. */
async function sumReversalsFrom(db: Db, ids: readonly number[], on: CalendarDate): Promise<ReadonlyMap<number, Minor>> {
  const rows = await db
    .selectFrom('givings')
    .select((eb) => ['reversalOf', eb.fn.sum<number | null>('amountMinor').as('sum')])
    .where(isOneOf('reversalOf', JSON.stringify(ids)))
    .where('deletedAt', 'is', null)
    .where('date', '<=', on)
    .groupBy('reversalOf')
    .execute();
  return new Map(rows.map(({ reversalOf, sum }) => [reversalOf ?? 0, sumOf(sum)]));
}

/**
 * Returns the sessions that may have undeposited money, the oldest first: sessions that are not reconciled, and
 * sessions with a deposit or reversal after the day `on`.
 */
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
