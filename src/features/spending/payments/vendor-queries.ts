/** Queries for what was paid to vendors. */
import type { Form1099Box } from '../../../books/form1099.ts';
import type { Method } from '../../../books/payment-methods.ts';
import type { Db } from '../../../db/connect.ts';
import { isOneOf } from '../../../db/prepared.ts';
import type { CalendarDate, DateRange } from '../../../lib/date.ts';
import type { Minor } from '../../../lib/money.ts';

/** Returns a query of what payments pay of expenses. Voided and deleted payments do not count. */
export const paidItems = (db: Db) =>
  db
    .selectFrom('paymentItems')
    .innerJoin('payments', 'payments.id', 'paymentItems.paymentId')
    .innerJoin('expenses', 'expenses.id', 'paymentItems.expenseId')
    .where('payments.deletedAt', 'is', null)
    .where('payments.voidedOn', 'is', null)
    .where('expenses.deletedAt', 'is', null);

/**
 * Returns the ids of the expenses that were paid in a range of days, in whole or in part. Voided payments do not count.
 */
export async function listPaidExpenses(db: Db, { from, to }: DateRange): Promise<number[]> {
  const rows = await paidItems(db)
    .select('expenses.id')
    .distinct()
    .where('payments.date', '>=', from)
    .where('payments.date', '<=', to)
    .orderBy('expenses.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** What a payment pays of an expense. */
export type VendorPayment = {
  expenseId: number;
  date: CalendarDate;
  method: Method | null;
  accountId: number;
  amount: Minor;
};

/** Returns all payments of expenses that were not voided, in the order of their days. */
export function listPaymentsOf(db: Db, expenseIds: readonly number[]): Promise<VendorPayment[]> {
  return paidItems(db)
    .select([
      'expenses.id as expenseId',
      'payments.date',
      'payments.method',
      'payments.accountId',
      'paymentItems.amountMinor as amount',
    ])
    .where(isOneOf('expenses.id', JSON.stringify(expenseIds)))
    .orderBy('payments.date')
    .orderBy('payments.id')
    .execute();
}

/** A payment of a payable with a vendor and a box of Form 1099. */
export type PayablePayment = Omit<VendorPayment, 'expenseId'> & { vendorId: number; box: Form1099Box };

/**
 * Returns the payments in a range of days of payables with a vendor and a box, from the opening of the books. Voided
 * payments do not count.
 */
export async function listPaidPayables(db: Db, { from, to }: DateRange): Promise<PayablePayment[]> {
  const rows = await db
    .selectFrom('payables')
    .innerJoin('paymentItems', 'paymentItems.payableId', 'payables.id')
    .innerJoin('payments', 'payments.id', 'paymentItems.paymentId')
    .select(['payables.vendorId', 'payables.form1099 as box', 'date', 'method', 'accountId'])
    .select('paymentItems.amountMinor as amount')
    .where('payables.vendorId', 'is not', null)
    .where('payments.deletedAt', 'is', null)
    .where('payments.voidedOn', 'is', null)
    .where('payments.date', '>=', from)
    .where('payments.date', '<=', to)
    .orderBy('payments.id')
    .orderBy('payables.id')
    .execute();
  return rows.flatMap(({ vendorId, box, ...payment }) =>
    vendorId === null || box === null ? [] : [{ ...payment, vendorId, box }],
  );
}

/** A part of an expense, the box of Form 1099, and the line of Form 990. A part that names an account has no line. */
export type ReportedPart = {
  expenseId: number;
  /** The id of the expense that this expense reverses. */
  reversalOf: number | null;
  vendorId: number | null;
  box: Form1099Box | null;
  form990LineCode: string | null;
  amount: Minor;
};

/** Returns the parts of expenses, and the parts of their reversals. An expense without parts is returned as one part. */
export async function listReportedParts(db: Db, expenseIds: readonly number[]): Promise<ReportedPart[]> {
  const ids = JSON.stringify(expenseIds);
  return db
    .selectFrom('expenses')
    .leftJoin('expenseSplits', 'expenseSplits.expenseId', 'expenses.id')
    .leftJoin('expenseSubCategories', (join) =>
      join.on((eb) =>
        eb('expenseSubCategories.id', '=', eb.fn.coalesce('expenseSplits.subCategoryId', 'expenses.subCategoryId')),
      ),
    )
    .select((eb) => [
      'expenses.id as expenseId',
      'expenses.reversalOf',
      'expenses.vendorId',
      eb.fn.coalesce('expenseSplits.form1099', 'expenseSubCategories.form1099').as('box'),
      'expenseSubCategories.form990LineCode',
      eb.fn.coalesce('expenseSplits.amountMinor', 'expenses.amountMinor').as('amount'),
    ])
    .where('expenses.deletedAt', 'is', null)
    .where((eb) => eb.or([isOneOf('expenses.id', ids), isOneOf('expenses.reversalOf', ids)]))
    .orderBy('expenses.id')
    .orderBy('expenseSplits.position')
    .execute();
}
