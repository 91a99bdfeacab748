import { type Insertable, type Selectable, sql } from 'kysely';
import { withItemsOf } from '../../../books/items.ts';
import { sumOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import { compares, equals, isAmong, isFilled } from '../../../db/filters.ts';
import { insertRow, insertRows } from '../../../db/insert.ts';
import type { List } from '../../../db/list.ts';
import { readPage } from '../../../db/page.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import { look } from '../../../db/search.ts';
import type { Minor } from '../../../lib/money.ts';
import type { Page } from '../../../lib/page.ts';
import { accountNames } from '../../ledger/accounts/joins.ts';
import { listPayees } from './payees.ts';
import type { Payment, PaymentQuery } from './schema.ts';
import type { PaymentTable } from './table.ts';

type Row = Omit<Payment, 'amount' | 'items' | 'payee'>;
/** An item of a payment: how much it pays of an expense or a payable. */
export type PaidItem = { expenseId: number | null; payableId?: number | null; amount: Minor };

/** Adds a payment with its items. Returns its id. */
export async function insertPayment(
  db: Db,
  payment: Insertable<PaymentTable>,
  items: readonly PaidItem[],
): Promise<number> {
  const paymentId = await insertRow(db, 'payments', payment);
  await insertRows(
    db,
    'paymentItems',
    items.map(({ expenseId, payableId = null, amount }, position) => ({
      paymentId,
      position,
      expenseId,
      payableId,
      amountMinor: amount,
    })),
  );
  return paymentId;
}

/** Changes columns of a payment. */
export async function updatePaymentColumns(
  db: Db,
  id: number,
  columns: Partial<Omit<Selectable<PaymentTable>, 'id'>>,
): Promise<void> {
  await db.updateTable('payments').set(columns).where('id', '=', id).execute();
}

const livePayments = (db: Db) =>
  db
    .selectFrom('payments')
    .innerJoin(accountNames(db), 'account.id', 'payments.accountId')
    .where('payments.deletedAt', 'is', null)
    .select([
      'payments.id',
      'payments.date',
      'payments.accountId',
      'account.name as accountName',
      'payments.method',
      'payments.reference',
      'payments.voidedOn',
      'payments.voidReason',
      'payments.createdAt',
      'payments.modifiedAt',
      'payments.createdBy',
      'payments.modifiedBy',
    ]);

/** Returns one payment that is not deleted, or undefined. */
export async function findPayment(db: Db, id: number): Promise<Payment | undefined> {
  const [payment] = await withItems(db, await showPayments(db, JSON.stringify([id])));
  return payment;
}

const showPayments = prepared((db, ids: string) => livePayments(db).where(isOneOf('payments.id', ids)));

const PAYMENTS = {
  table: 'payments',
  id: 'id',
  holds: [isFilled('payments.deletedAt', false)],
  orders: {
    date: { columns: ['date'] },
    reference: { columns: ['reference'] },
    createdAt: { columns: ['createdAt'] },
    modifiedAt: { columns: ['modifiedAt'] },
    id: { columns: [] },
  },
  show: showPayments,
} satisfies List<PaymentQuery['sort']['field'], Row>;

const paying = (expenseId: number) => sql`select "paymentId" from "paymentItems" where "expenseId" = ${expenseId}`;
const payingPayable = (id: number) => sql`select "paymentId" from "paymentItems" where "payableId" = ${id}`;

/** Returns a page of payments. The search looks in the reference and the reason for voiding. */
export async function listPayments(db: Db, query: PaymentQuery): Promise<Page<Payment>> {
  const { accountId, expenseId, payableId, from, to } = query;
  const filters = [
    equals('payments.accountId', accountId),
    isAmong('payments.id', expenseId, paying),
    isAmong('payments.id', payableId, payingPayable),
    compares('payments.date', '>=', from),
    compares('payments.date', '<=', to),
  ];
  const found = await look(db, 'payment', query, false);
  const page = await readPage(db, PAYMENTS, { request: query, filters, found });
  return { ...page, items: await withItems(db, page.items) };
}

async function withItems(db: Db, rows: readonly Row[]): Promise<Payment[]> {
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const items = await selectItems(db, ids);
  const payees = await listPayees(db, ids);
  return withItemsOf(
    rows.map((row) => ({ ...row, payee: payees.get(row.id) ?? null })),
    items.map(({ paymentId, ...item }) => [paymentId, item] as const),
  );
}

const selectItems = prepared((db, ids: string) =>
  db
    .selectFrom('paymentItems')
    .leftJoin('payables', 'payables.id', 'paymentItems.payableId')
    .select(['paymentId', 'expenseId', 'payableId', 'vendor', 'paymentItems.amountMinor as amount'])
    .where(isOneOf('paymentId', ids))
    .orderBy('paymentId')
    .orderBy('position'),
);

/**
 * Returns how much of each expense and its reversals is paid by payments that are not voided, by the id of the expense.
 * Money that came back counts as negative.
 */
export async function sumPaidOfWhole(db: Db, expenseIds: readonly number[]): Promise<ReadonlyMap<number, Minor>> {
  const rows = await db
    .selectFrom('expenses')
    .innerJoin('paymentItems', 'paymentItems.expenseId', 'expenses.id')
    .innerJoin('payments', 'payments.id', 'paymentItems.paymentId')
    .select((eb) => [
      eb.fn.coalesce('expenses.reversalOf', 'expenses.id').as('wholeId'),
      eb.fn.sum<number | null>('paymentItems.amountMinor').as('sum'),
    ])
    .where((eb) =>
      eb.or([
        isOneOf('expenses.id', JSON.stringify(expenseIds)),
        isOneOf('expenses.reversalOf', JSON.stringify(expenseIds)),
      ]),
    )
    .where('payments.voidedOn', 'is', null)
    .where('payments.deletedAt', 'is', null)
    .groupBy('wholeId')
    .execute();
  return new Map(rows.map(({ wholeId, sum }) => [wholeId, sumOf(sum)]));
}

/** Returns, by the id of the expense, the day of its latest payment that is not voided. */
export async function lastPaymentDays(db: Db, expenseIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('paymentItems')
    .innerJoin('payments', 'payments.id', 'paymentItems.paymentId')
    .select((eb) => ['paymentItems.expenseId', eb.fn.max<string>('payments.date').as('date')])
    .where(isOneOf('paymentItems.expenseId', JSON.stringify(expenseIds)))
    .where('payments.voidedOn', 'is', null)
    .where('payments.deletedAt', 'is', null)
    .groupBy('paymentItems.expenseId')
    .execute();
  return new Map(rows.flatMap(({ expenseId, date }) => (expenseId === null ? [] : [[expenseId, date]])));
}

/** Returns the id of an expense, one of these, for which money came back, or undefined. Voided refunds do not count. */
export async function findRefunded(db: Db, expenseIds: readonly number[]): Promise<number | undefined> {
  const row = await db
    .selectFrom('expenses')
    .innerJoin('paymentItems', 'paymentItems.expenseId', 'expenses.id')
    .innerJoin('payments', 'payments.id', 'paymentItems.paymentId')
    .select('expenses.reversalOf as expenseId')
    .where(isOneOf('expenses.reversalOf', JSON.stringify(expenseIds)))
    .where('payments.voidedOn', 'is', null)
    .where('payments.deletedAt', 'is', null)
    .orderBy('payments.id')
    .limit(1)
    .executeTakeFirst();
  return row?.expenseId ?? undefined;
}

/** Returns the latest of an expense's payments that are not voided, or undefined. */
export function findLastPayment(db: Db, expenseId: number) {
  return db
    .selectFrom('payments')
    .innerJoin('paymentItems', 'paymentItems.paymentId', 'payments.id')
    .select(['payments.id', 'payments.accountId', 'payments.method', 'payments.reference'])
    .where('expenseId', '=', expenseId)
    .where('voidedOn', 'is', null)
    .where('deletedAt', 'is', null)
    .orderBy('payments.date', 'desc')
    .orderBy('payments.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the ids of the payments of an expense, voided ones included. */
export async function listPaymentIds(db: Db, expenseId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('paymentItems', 'paymentItems.paymentId', 'payments.id')
    .select('payments.id')
    .where('expenseId', '=', expenseId)
    .where('deletedAt', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}
