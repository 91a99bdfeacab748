import { sql } from 'kysely';
import { sumOf } from '../db/columns.ts';
import type { Db } from '../db/connect.ts';
import { givenMoney } from './counted.ts';
import type { Sum } from './sums.ts';

/**
 * Totals of all documents, including deleted ones. The amount for expenses is the sum of the expenses that have been
 * booked.
 */
export type Records = {
  givings: Sum;
  offeringSessions: number;
  expenses: Sum;
  monthlyStatements: number;
  finalizedMonths: number;
};

const count = sql<number>`count(*)`.as('count');

/** Returns the totals of all documents. */
export async function countRecords(db: Db): Promise<Records> {
  const givings = await db
    .selectFrom('givings')
    .select([count, givenMoney.as('sum')])
    .executeTakeFirstOrThrow();
  const expenses = await db
    .selectFrom('expenses')
    .select([count, (eb) => eb.fn.sum<number | null>('amountMinor').filterWhere('bookedOn', 'is not', null).as('sum')])
    .executeTakeFirstOrThrow();
  const sessions = await db.selectFrom('offeringSessions').select(count).executeTakeFirstOrThrow();
  const months = db.selectFrom('monthlyStatements').select(count);
  return {
    givings: { count: givings.count, amount: sumOf(givings.sum) },
    offeringSessions: sessions.count,
    expenses: { count: expenses.count, amount: sumOf(expenses.sum) },
    monthlyStatements: (await months.executeTakeFirstOrThrow()).count,
    finalizedMonths: (await months.where('status', '=', 'Finalized').executeTakeFirstOrThrow()).count,
  };
}
