/** Queries that mark expenses as paid or unpaid, and that sum what was reversed of them. */
import { type Selectable, sql } from 'kysely';
import { sumOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import type { Minor } from '../../../lib/money.ts';
import type { ExpenseTable } from './table.ts';

type Settlement = Pick<
  Selectable<ExpenseTable>,
  'paidBy' | 'paymentMethod' | 'paymentReference' | 'modifiedAt' | 'modifiedBy'
> & { paidOn: string };

/** Marks approved expenses as paid. A method or a reference that is null stays as it is. */
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

/**
 * Marks the unpaid reversals of expenses as paid, each on its booking date at the earliest. Returns their ids, days and
 * searched texts.
 */
export function payReversals(db: Db, ids: readonly number[], { paidOn, ...columns }: Settlement) {
  return db
    .updateTable('expenses')
    .set({ ...columns, status: 'Paid', paidOn: sql<string>`max("bookedOn", ${paidOn})` })
    .where('reversalOf', 'in', ids)
    .where('status', '=', 'Approved')
    .returning(['id', 'paidOn', 'description', 'vendor', 'paymentReference', 'notes'])
    .execute();
}

/** Marks paid expenses, and the reversals that were paid with them, as approved again. Returns the ids of all of them. */
export async function markUnpaid(
  db: Db,
  ids: readonly number[],
  columns: Pick<Selectable<ExpenseTable>, 'modifiedAt' | 'modifiedBy'>,
): Promise<number[]> {
  const withoutRefund = db
    .selectFrom('paymentItems')
    .innerJoin('payments', 'payments.id', 'paymentItems.paymentId')
    .select('expenseId')
    .where('voidedOn', 'is', null);
  const rows = await db
    .updateTable('expenses')
    .set({ ...columns, status: 'Approved', paidOn: null, paidBy: null })
    .where('status', '=', 'Paid')
    .where((eb) =>
      eb.or([eb('id', 'in', ids), eb.and([eb('reversalOf', 'in', ids), eb('id', 'not in', withoutRefund)])]),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
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

/** Removes the settlement that a payment made from its expenses. Returns their ids. */
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
