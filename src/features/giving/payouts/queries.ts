/** The rows of payment services that were imported, and the documents that were booked for them. */
import type { Selectable } from 'kysely';
import { sumOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import { insertRows } from '../../../db/insert.ts';
import { isOneOf } from '../../../db/prepared.ts';
import { inChunks, MANY } from '../../../lib/chunks.ts';
import type { DateRange } from '../../../lib/date.ts';
import { type Minor, ZERO } from '../../../lib/money.ts';
import type { PayoutRowTable } from './table.ts';

/** A row that was imported. */
export type KnownRow = Selectable<PayoutRowTable>;

/** Returns the rows of an account that have one of these ids of the service, as a row or as a payment. */
export async function listKnown(db: Db, accountId: number, ids: readonly string[]): Promise<KnownRow[]> {
  const found = new Map<number, KnownRow>();
  const find = async (part: readonly string[]) => {
    const json = JSON.stringify(part);
    const rows = (column: 'transactionId' | 'charge') =>
      db.selectFrom('payoutRows').selectAll().where('accountId', '=', accountId).where(isOneOf(column, json)).execute();
    for (const row of [...(await rows('transactionId')), ...(await rows('charge'))]) found.set(row.id, row);
  };
  await inChunks([...new Set(ids)], find, MANY);
  return [...found.values()];
}

/** Returns the gifts that were entered with one of these ids of PayPal, such as by hand, as rows of an account. */
export async function listReferred(db: Db, accountId: number, ids: readonly string[]): Promise<KnownRow[]> {
  const rows = await db
    .selectFrom('givings')
    .select(['id as givingId', 'payPalReference', 'date as day', 'amountMinor as grossMinor'])
    .where(isOneOf('payPalReference', JSON.stringify(ids)))
    .where('reversalOf', 'is', null)
    .where('deletedAt', 'is', null)
    .execute();
  return rows.map(({ payPalReference, ...row }) => ({
    ...row,
    id: 0,
    accountId,
    kind: 'Gift',
    transactionId: payPalReference ?? '',
    charge: null,
    feeMinor: ZERO,
    payout: null,
    feeExpenseId: null,
    transferId: null,
  }));
}

/** Returns the rows of an account that belong to one of these payouts. */
export function listOfPayouts(db: Db, accountId: number, payouts: readonly string[]): Promise<KnownRow[]> {
  return db
    .selectFrom('payoutRows')
    .selectAll()
    .where('accountId', '=', accountId)
    .where(isOneOf('payout', JSON.stringify(payouts)))
    .execute();
}

/** Returns what is left of each expense of fees of an account, by the id of the expense, the latest first. */
export async function listFees(db: Db, accountId: number): Promise<{ id: number; date: string; left: Minor }[]> {
  const rows = await db
    .selectFrom('payoutRows')
    .select((eb) => ['feeExpenseId as id', eb.fn.min('day').as('date'), eb.fn.sum<number>('feeMinor').as('left')])
    .where('accountId', '=', accountId)
    .where('feeExpenseId', 'is not', null)
    .groupBy('feeExpenseId')
    .orderBy('feeExpenseId', 'desc')
    .execute();
  return rows.map(({ id, date, left }) => ({ id: id ?? 0, date, left: sumOf(left) }));
}

/** Returns the refunds, the payments that were taken back and those that came back of an account that nothing books. */
export function listOpen(db: Db, accountId: number): Promise<KnownRow[]> {
  return openRows(db).where('accountId', '=', accountId).execute();
}

/** Returns the rows in a range of days that nothing books. */
export function listOpenIn(db: Db, { from, to }: DateRange): Promise<KnownRow[]> {
  return openRows(db).where('day', '>=', from).where('day', '<=', to).execute();
}

/** A document that was booked for rows of a service. */
export type Booked = { type: 'Expense' | 'Giving' | 'Transfer'; id: number; date: string; amount: Minor };

/** Returns the fees, the reversals and the transfers for rows in a range of days, in this order. */
export async function listBookedIn(db: Db, { from, to }: DateRange): Promise<Booked[]> {
  const within = (column: 'feeExpenseId' | 'givingId' | 'transferId', sum: 'feeMinor' | 'grossMinor') =>
    db
      .selectFrom('payoutRows')
      .select((eb) => [eb.ref(column).as('id'), eb.fn.min('day').as('date'), eb.fn.sum<number>(sum).as('amount')])
      .where('day', '>=', from)
      .where('day', '<=', to)
      .where(column, 'is not', null)
      .groupBy(column)
      .orderBy(column);
  const [fees, reversals, transfers] = [
    await within('feeExpenseId', 'feeMinor').execute(),
    await within('givingId', 'grossMinor').where('kind', '<>', 'Gift').execute(),
    await within('transferId', 'grossMinor').execute(),
  ];
  const as = (type: Booked['type'], rows: typeof fees) =>
    rows.map(({ id, date, amount }) => ({ type, id: id ?? 0, date, amount: sumOf(amount) }));
  return [...as('Expense', fees), ...as('Giving', reversals), ...as('Transfer', transfers)];
}

const openRows = (db: Db) =>
  db
    .selectFrom('payoutRows')
    .selectAll()
    .where('kind', 'in', ['Refund', 'Returned', 'Regained', 'Open'])
    .where('givingId', 'is', null)
    .orderBy('day')
    .orderBy('id');

/** Stores rows with ids that the caller has chosen. */
export function insertPayoutRows(db: Db, rows: readonly KnownRow[]): Promise<void> {
  return insertRows(db, 'payoutRows', rows);
}

/** Changes what is known of rows: the document that was booked for them, or the payout that contains them. */
export async function updatePayoutRows(
  db: Db,
  ids: readonly number[],
  columns: Partial<Pick<KnownRow, 'givingId' | 'payout'>>,
): Promise<void> {
  await db
    .updateTable('payoutRows')
    .set(columns)
    .where(isOneOf('id', JSON.stringify(ids)))
    .execute();
}

/** Returns an expense of which one of these rows gave a part back, or undefined. */
export async function findFeeReturned(db: Db, ids: readonly number[]): Promise<number | undefined> {
  const row = await db
    .selectFrom('payoutRows')
    .select('feeExpenseId')
    .where(isOneOf('id', JSON.stringify(ids)))
    .where('feeMinor', '<', ZERO)
    .where('feeExpenseId', 'is not', null)
    .executeTakeFirst();
  return row?.feeExpenseId ?? undefined;
}

/** Removes rows of an import, and makes what one of the removed givings settled an open point again. */
export async function removePayoutRows(db: Db, ids: readonly number[], givingIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('payoutRows')
    .where(isOneOf('id', JSON.stringify(ids)))
    .execute();
  await db
    .updateTable('payoutRows')
    .set({ givingId: null })
    .where(isOneOf('givingId', JSON.stringify(givingIds)))
    .where('kind', '<>', 'Gift')
    .execute();
}
