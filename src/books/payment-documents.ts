/**
 * Reads payments page by page. Each payment is listed on its own day. A voided payment is also listed on the day on
 * which it was voided.
 */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { isOneOf } from '../db/prepared.ts';
import type { CalendarDate } from '../lib/date.ts';
import type { Minor } from '../lib/money.ts';
import { IS_COUNTED } from './account-postings.ts';
import { isNext, type Part } from './document-pages.ts';
import type { Method } from './payment-methods.ts';

/** A payment on its day, or the voiding of a payment, which cancels the payment on the day of the voiding. */
export type BookedPayment = {
  kind: 'payment';
  id: number;
  date: CalendarDate;
  isVoid: boolean;
  /** The day on which the payment was voided. Null if it was not voided. */
  voidedOn: CalendarDate | null;
  accountId: number;
  method: Method | null;
  reference: string | null;
  items: readonly PaidItem[];
};

/** An expense or a payable that a payment pays, and the amount paid. For a payable, `expenseId` is null. */
export type PaidItem = {
  expenseId: number | null;
  amount: Minor;
  description: string;
  /**
   * Whether the church owed the item on the day of the payment or voiding. A payment for an expense that is not booked
   * yet is posted to expenses paid early.
   */
  isBooked: boolean;
};

/** What a payment was for that paid a bill of the opening of the books. */
export const OLD_BILL = 'Bill from before the books';

/** Returns the next payments, ordered by the day of payment and id. Voided payments are included. */
export function listPayments(db: Db, part: Part): Promise<BookedPayment[]> {
  return paymentsBy(db, 'date', part);
}

/** Returns the next voided payments, ordered by the day on which they were voided and then by id. */
export function listVoids(db: Db, part: Part): Promise<BookedPayment[]> {
  return paymentsBy(db, 'voidedOn', part);
}

async function paymentsBy(db: Db, day: 'date' | 'voidedOn', part: Part): Promise<BookedPayment[]> {
  const column = sql.ref<CalendarDate>(`payments.${day}`);
  const rows = await livePayments(db)
    .select(['id', column.as('date'), 'accountId', 'method', 'reference', 'voidedOn'])
    .where(day, 'is not', null)
    .where(isNext(column, sql.ref('id'), part))
    .orderBy(column)
    .orderBy('id')
    .limit(part.limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  const items = await listPaidItems(db, ids, day);
  return rows.map((row) => ({ kind: 'payment', isVoid: day === 'voidedOn', ...row, items: items.get(row.id) ?? [] }));
}

export const livePayments = (db: Db) => db.selectFrom('payments').where('deletedAt', 'is', null);

async function listPaidItems(
  db: Db,
  paymentIds: readonly number[],
  day: 'date' | 'voidedOn',
): Promise<ReadonlyMap<number, PaidItem[]>> {
  // The same condition as in `accountPostings`.
  const isBooked = sql<number>`case
    when "payableId" is not null or (${IS_COUNTED} and e."bookedOn" <= ${sql.ref(`payments.${day}`)}) then 1 else 0 end`;
  const rows = await db
    .selectFrom('paymentItems')
    .innerJoin('payments', 'payments.id', 'paymentItems.paymentId')
    .leftJoin('expenses as e', 'e.id', 'paymentItems.expenseId')
    .select((eb) => [
      'paymentId',
      'expenseId',
      'paymentItems.amountMinor as amount',
      eb.fn.coalesce('e.description', sql.lit(OLD_BILL)).as('description'),
      isBooked.as('isBooked'),
    ])
    .where(isOneOf('paymentId', JSON.stringify(paymentIds)))
    .orderBy('paymentId')
    .orderBy('position')
    .execute();
  const items = new Map<number, PaidItem[]>();
  for (const { paymentId, isBooked, ...row } of rows) {
    const item = { ...row, isBooked: isBooked === 1 };
    items.set(paymentId, [...(items.get(paymentId) ?? []), item]);
  }
  return items;
}

/**
 * Returns how much of each expense was already paid when it was booked, by the id of the expense. A payment that was
 * voided before that day is left out.
 */
export async function listPaidEarly(db: Db, expenseIds: readonly number[]): Promise<ReadonlyMap<number, Minor>> {
  const rows = await db
    .selectFrom('paymentItems')
    .innerJoin('payments', 'payments.id', 'paymentItems.paymentId')
    .innerJoin('expenses', 'expenses.id', 'paymentItems.expenseId')
    .select((eb) => ['expenses.id', eb.fn.sum<Minor>('paymentItems.amountMinor').as('amount')])
    .where(isOneOf('paymentItems.expenseId', JSON.stringify(expenseIds)))
    .where('payments.deletedAt', 'is', null)
    .whereRef('payments.date', '<', 'expenses.bookedOn')
    .where((eb) =>
      eb.or([eb('payments.voidedOn', 'is', null), eb('payments.voidedOn', '>=', eb.ref('expenses.bookedOn'))]),
    )
    .groupBy('expenses.id')
    .execute();
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}
