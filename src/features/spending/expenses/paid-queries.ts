/** Queries that mark expenses as paid or unpaid, and queries that sum their reversals. */
import { type Selectable, sql } from 'kysely';
import { sumOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import type { Minor } from '../../../lib/money.ts';
import type { ExpenseTable } from './table.ts';

type Settlement = Pick<
  Selectable<ExpenseTable>,
  'paidBy' | 'paymentMethod' | 'paymentReference' | 'modifiedAt' | 'modifiedBy'
> & { paidOn: string };

/** Marks approved expenses as paid. If the given method or reference is null, the stored one does not change. */
export async function markPaid(
  db: Db,
  ids: readonly number[],
  { paymentMethod, paymentReference, ...columns }: Settlement,
): Promise<void> {
  await db
    .updateTable('expenses')
    .set((eb) => ({
      ...columns,
      status: 'Paid' as const,
      paymentMethod: eb.fn.coalesce(eb.val(paymentMethod), 'paymentMethod'),
      paymentReference: eb.fn.coalesce(eb.val(paymentReference), 'paymentReference'),
    }))
    .where('id', 'in', ids)
    .execute();
}

/** Returns the ids of the unpaid reversals of expenses. */
export async function listUnpaidReversals(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('expenses')
    .select('id')
    .where('reversalOf', 'in', ids)
    .where('status', '=', 'Approved')
    .where('deletedAt', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Marks the unpaid reversals of expenses as paid on the day `paidOn`, or on their booking date if that is later. */
export async function payReversals(db: Db, ids: readonly number[], { paidOn, ...columns }: Settlement): Promise<void> {
  await db
    .updateTable('expenses')
    .set({
      ...columns,
      status: 'Paid',
      paidOn: sql<string>`case when "bookedOn" > ${paidOn} then "bookedOn" else ${paidOn} end`,
    })
    .where('reversalOf', 'in', ids)
    .where('status', '=', 'Approved')
    .where('deletedAt', 'is', null)
    .execute();
}

/**
 * Returns the ids of the given expenses that are paid, and of the reversals that were paid together with them. A
 * reversal for which money came back is left out, because it was not paid together with its expense.
 */
export async function listPaidWith(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const withRefund = db
    .selectFrom('paymentItems')
    .innerJoin('payments', 'payments.id', 'paymentItems.paymentId')
    .where('voidedOn', 'is', null)
    .where('deletedAt', 'is', null)
    .where('expenseId', 'is not', null)
    .select('expenseId');
  const rows = await db
    .selectFrom('expenses')
    .select('id')
    .where('status', '=', 'Paid')
    .where((eb) => eb.or([eb('id', 'in', ids), eb.and([eb('reversalOf', 'in', ids), eb('id', 'not in', withRefund)])]))
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Marks paid expenses as approved again. Removes the reference of the payment, such as the number of a lost check, so
 * that the next payment does not repeat it.
 */
export async function markUnpaid(
  db: Db,
  { ids, reference }: { ids: readonly number[]; reference: string | null },
  columns: Pick<Selectable<ExpenseTable>, 'modifiedAt' | 'modifiedBy'>,
): Promise<void> {
  const withoutReference = sql<string | null>`nullif("paymentReference", ${reference})`;
  await db
    .updateTable('expenses')
    .set({ ...columns, status: 'Approved', paidOn: null, paidBy: null, paymentReference: withoutReference })
    .where('id', 'in', ids)
    .execute();
}

/** Returns the sums of the live reversals of expenses, as negative amounts, by the id of the expense. */
export async function sumReversalsOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Minor>> {
  const rows = await db
    .selectFrom('expenses')
    .select((eb) => ['reversalOf', eb.fn.sum<number | null>('amountMinor').as('sum')])
    .where('reversalOf', 'in', ids)
    .where('deletedAt', 'is', null)
    .groupBy('reversalOf')
    .execute();
  return new Map(rows.flatMap(({ reversalOf, sum }) => (reversalOf === null ? [] : [[reversalOf, sumOf(sum)]])));
}

/**
 * Removes, from the expenses of a payment, the record that they were paid before their approval. Returns the ids of
 * these expenses.
 */
export async function clearSettlement(
  db: Db,
  settledPaymentId: number,
  columns: Pick<Selectable<ExpenseTable>, 'modifiedAt' | 'modifiedBy'>,
): Promise<number[]> {
  const rows = await db
    .updateTable('expenses')
    .set({ ...columns, ...NOT_SETTLED, settledPaymentId: null })
    .where('settledPaymentId', '=', settledPaymentId)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The columns of an expense that was not paid before its approval. */
export const NOT_SETTLED = { settledAccountId: null, settledOn: null, settledMethod: null, settledReference: null };
