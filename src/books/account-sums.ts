/** Balances of accounts, added up from the documents. */
import { sql } from 'kysely';
import { sumOf } from '../db/columns.ts';
import type { Db } from '../db/connect.ts';
import { breathe } from '../lib/chunks.ts';
import type { CalendarDate } from '../lib/date.ts';
import { addMoney, type Minor, negateMoney, ZERO } from '../lib/money.ts';
import { PAID_EARLY, PAYABLE } from './account-kinds.ts';
import { countedExpenses, countedGivings } from './counted.ts';

/**
 * Returns the balance of each account, by id, as debits less credits: positive for what the church has, negative for what
 * it owes. Accounts without postings are left out.
 */
export async function sumAccounts(db: Db): Promise<ReadonlyMap<number, Minor>> {
  const balances = new Map<number, Minor>();
  const add = (accountId: number, amount: Minor) =>
    balances.set(accountId, addMoney(balances.get(accountId) ?? ZERO, amount));
  for await (const received of receivedInPortions(db))
    for (const { accountId, sum } of received) add(accountId, sumOf(sum));
  for (const { accountId, bookedSum, earlySum } of await sumPaid(db)) {
    const [booked, early] = [sumOf(bookedSum), sumOf(earlySum)];
    add(accountId, negateMoney(addMoney(booked, early)));
    add(PAYABLE, booked);
    add(PAID_EARLY, early);
  }
  for (const { accountId, sourceId, sum } of await sumDeposited(db)) {
    add(accountId, sumOf(sum));
    add(sourceId, negateMoney(sumOf(sum)));
  }
  const { sum } = await countedExpenses(db)
    .select((eb) => eb.fn.sum<number | null>('amountMinor').as('sum'))
    .executeTakeFirstOrThrow();
  add(PAYABLE, negateMoney(sumOf(sum)));
  return balances;
}

/** How many givings are summed at once, so that other requests do not wait. */
const PORTION = 5000;

/**
 * Yields the money of givings by the account that received it, in portions of days. Gifts in kind are no money. SQLite
 * reads only an index.
 */
async function* receivedInPortions(db: Db) {
  for (let last: CalendarDate | undefined = ''; last !== undefined;) {
    const after: CalendarDate = last;
    const bound = await countedGivings(db)
      .select('date')
      .where('date', '>', after)
      .orderBy('date')
      .limit(1)
      .offset(PORTION)
      .executeTakeFirst();
    last = bound?.date;
    yield await countedGivings(db)
      .select((eb) => ['accountId', eb.fn.sum<number | null>('amountMinor').as('sum')])
      .where('date', '>', after)
      .$if(bound !== undefined, (query) => query.where('date', '<=', bound?.date ?? ''))
      .where('nonCashDescription', 'is', null)
      .groupBy('accountId')
      .execute();
    await breathe();
  }
}

/** Payments by account: those of booked expenses, and those of expenses that are not booked yet. */
function sumPaid(db: Db) {
  return db
    .selectFrom('payments')
    .innerJoin('paymentItems', 'paymentItems.paymentId', 'payments.id')
    .innerJoin('expenses', 'expenses.id', 'paymentItems.expenseId')
    .select([
      'payments.accountId',
      sql<number | null>`sum(case when expenses."bookedOn" is null then 0 else "paymentItems"."amountMinor" end)`.as(
        'bookedSum',
      ),
      sql<number | null>`sum(case when expenses."bookedOn" is null then "paymentItems"."amountMinor" else 0 end)`.as(
        'earlySum',
      ),
    ])
    .where('payments.deletedAt', 'is', null)
    .where('payments.voidedOn', 'is', null)
    .groupBy('payments.accountId')
    .execute();
}

/** Deposits by the account that received the money and the account that it left. */
function sumDeposited(db: Db) {
  return db
    .selectFrom('deposits')
    .innerJoin('depositItems', 'depositItems.depositId', 'deposits.id')
    .select((eb) => ['deposits.accountId', 'sourceId', eb.fn.sum<number | null>('amountMinor').as('sum')])
    .where('deposits.deletedAt', 'is', null)
    .groupBy(['deposits.accountId', 'sourceId'])
    .execute();
}
