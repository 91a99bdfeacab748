import { type App, created, inSnapshot } from '../../../app.ts';
import { addTexts } from '../../../db/search-index.ts';
import { notFound } from '../../../errors.ts';
import type { Minor } from '../../../lib/money.ts';
import type { Page } from '../../../lib/page.ts';
import type { Method } from '../../../books/payment-methods.ts';
import { record } from '../../audit/service.ts';
import { accountFor } from '../../ledger/accounts/by-method.ts';
import { findLastPayment, findPayment, insertPayment, listPayments as readPayments, type PaidItem } from './queries.ts';
import { documentOf, paymentFact } from './rules.ts';
import type { Payment, PaymentQuery } from './schema.ts';

/** Returns one payment. Raises `not_found`. */
export async function getPayment(app: App, id: number): Promise<Payment> {
  const payment = await findPayment(app.db, id);
  if (!payment) throw notFound('payment');
  return payment;
}

/** Returns a page of payments. */
export function listPayments(app: App, query: PaymentQuery): Promise<Page<Payment>> {
  return inSnapshot(app, ({ db }) => readPayments(db, query));
}

/** A payment to record. If `accountId` is null, the account for the method is used. */
export type PaymentRecord = {
  date: string;
  accountId: number | null;
  method: Method | null;
  reference: string | null;
  items: readonly PaidItem[];
};

/** Records a payment and its audit entry; checks nothing. Must run inside a transaction. */
export async function recordPayment(app: App, { items, ...payment }: PaymentRecord): Promise<Payment> {
  const accountId = payment.accountId ?? (await accountFor(app, 'out', payment.method));
  const id = await insertPayment(app.db, { ...payment, accountId, ...created(app) }, items);
  const recorded = await getPayment(app, id);
  await addTexts(app.db, 'payment', [documentOf(recorded)]);
  await record(app, paymentFact('PaymentCreated', null, recorded));
  return recorded;
}

/**
 * Records money that came back for a paid expense, into the account that had paid. It has no reference, because the number
 * of the check was that of the payment. Must run inside a transaction.
 */
export async function recordRefund(
  app: App,
  { expenseId, reversalId, date, amount }: { expenseId: number; reversalId: number; date: string; amount: Minor },
): Promise<Payment> {
  const last = await findLastPayment(app.db, expenseId);
  const { accountId = null, method = null } = last ?? {};
  return recordPayment(app, { date, accountId, method, reference: null, items: [{ expenseId: reversalId, amount }] });
}
