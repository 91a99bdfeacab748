import type { Form1099Box } from '../../../books/form1099.ts';
import { sumOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import { insertRows } from '../../../db/insert.ts';
import { prepared } from '../../../db/prepared.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import type { Minor } from '../../../lib/money.ts';

/** A bill from before the books, with the amount that is paid. */
export type Payable = {
  id: number;
  vendor: string;
  vendorId: number | null;
  fundId: number;
  form1099: Form1099Box | null;
  amount: Minor;
  /** The amount paid by payments that are not voided. */
  paid: Minor;
  /** The day of the first payment, even if this payment was voided; null if there is no payment. */
  firstPaidOn: CalendarDate | null;
};

/** Returns all payables of the opening of the books, in the order in which they were added. */
export async function listPayables(db: Db): Promise<Payable[]> {
  const rows = await selectPayables(db);
  return rows.map(({ paid, ...row }) => ({ ...row, paid: sumOf(paid) }));
}

const selectPayables = prepared((db) =>
  db
    .selectFrom('payables')
    .leftJoin('paymentItems', 'paymentItems.payableId', 'payables.id')
    .leftJoin('payments', (join) =>
      join.onRef('payments.id', '=', 'paymentItems.paymentId').on('payments.deletedAt', 'is', null),
    )
    .select((eb) => [
      'payables.id',
      'vendor',
      'vendorId',
      'fundId',
      'form1099',
      'payables.amountMinor as amount',
      eb.fn.min<CalendarDate | null>('payments.date').as('firstPaidOn'),
      eb.fn
        .sum<number | null>('paymentItems.amountMinor')
        .filterWhere('payments.id', 'is not', null)
        .filterWhere('payments.voidedOn', 'is', null)
        .as('paid'),
    ])
    .groupBy('payables.id')
    .orderBy('payables.id'),
);

type Row = Pick<Payable, 'vendor' | 'vendorId' | 'fundId' | 'form1099' | 'amount'>;
const toColumns = ({ vendor, vendorId, fundId, form1099, amount }: Row) => ({
  vendor,
  vendorId,
  fundId,
  form1099,
  amountMinor: amount,
});

/** Adds payables. */
export async function insertPayables(db: Db, payables: readonly Row[]): Promise<void> {
  await insertRows(db, 'payables', payables.map(toColumns));
}

/** Replaces the fields of payables. */
export async function updatePayables(db: Db, payables: readonly (Row & { id: number })[]): Promise<void> {
  await insertRows(
    db,
    'payables',
    payables.map(({ id, ...payable }) => ({ id, ...toColumns(payable) })),
    'replace',
  );
}

/** Replaces a vendor of payables by another vendor. Returns whether there was such a payable. */
export async function movePayables(db: Db, from: number, to: number): Promise<boolean> {
  const query = db.updateTable('payables').set({ vendorId: to }).where('vendorId', '=', from).returning('id');
  return (await query.execute()).length > 0;
}

/** Removes payables that no payment names. */
export async function deletePayables(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('payables').where('id', 'in', ids).execute();
}
