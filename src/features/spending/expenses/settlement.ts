/**
 * Expenses that were paid before they were approved, such as by a debit card. The payment is recorded when the expense
 * is submitted. Until the expense is booked, the money is in the account "Paid, not yet booked". A rejected expense
 * keeps its payment until the payment is voided, and its amount cannot be changed before that.
 */
import type { App } from '../../../app.ts';
import { refuseClosedMonths } from '../../../books/periods.ts';
import { AppError } from '../../../errors.ts';
import { paymentDay, refuseApprover, refuseUnfitAccount } from '../payments/checks.ts';
import { recordPayment } from '../payments/service.ts';
import { NOT_SETTLED } from './paid-queries.ts';
import { paymentOn } from './rules.ts';
import type { Expense, NewExpense, NewSettlement, Settlement } from './schema.ts';

/** Returns the columns that store a settlement: how an expense was paid before its approval. */
export function settledColumns(settled: NewSettlement | null) {
  if (!settled) return NOT_SETTLED;
  const { accountId, date, method, reference } = settled;
  return { settledAccountId: accountId, settledOn: date, settledMethod: method, settledReference: reference };
}

/**
 * Checks the account and the day of a settlement. Raises `unknown_reference`, `account_reserved`, `account_disabled`,
 * `before_the_books`, `period_finalized`, and `validation_failed` for an account that cannot pay or a future day.
 */
export async function refuseBadSettlement(app: App, { accountId, date }: NewSettlement): Promise<void> {
  await refuseUnfitAccount(app, accountId, 'settled.accountId');
  await paymentDay(app, date, 'settled.date');
}

/**
 * Checks the settlement of a changed expense. Once there is a payment, the settlement and the amount must not change.
 * Raises `settled` and the errors of `refuseBadSettlement`.
 */
export async function refuseChangedSettlement(app: App, before: Expense, input: NewExpense): Promise<void> {
  const isSame = isSameSettlement(before.settled, input.settled);
  if (before.settled?.paymentId != null && (!isSame || before.amount !== input.amount)) {
    throw isSettled(before.settled, 'given another amount or other payment details');
  }
  if (input.settled && !isSame) await refuseBadSettlement(app, input.settled);
}

function isSameSettlement(before: Settlement | null, after: NewSettlement | null): boolean {
  if (!before || !after) return before === after;
  return (['accountId', 'date', 'method', 'reference'] as const).every((field) => before[field] === after[field]);
}

/**
 * Returns the error for an attempt to change or delete an expense that is paid already. `verb` completes the message:
 * "so it cannot be ...".
 */
export function isSettled({ paymentId, date }: Settlement, verb: string): AppError {
  return new AppError(
    'settled',
    `The expense was paid on ${date}, so it cannot be ${verb}. Nothing was changed. Submit it again, or have finance void the payment first: vestry payment void ${paymentId}`,
  );
}

/**
 * Records the payment of an expense that is submitted, unless an earlier submission recorded it. Returns the id of the
 * payment; null if the expense is still to be paid. Raises the errors of `refuseBadSettlement` and `refuseApprover`.
 * Must run inside a transaction.
 */
export async function paySettled(app: App, expense: Expense): Promise<number | null> {
  const { id, settled, amount } = expense;
  if (!settled || settled.paymentId !== null) return settled?.paymentId ?? null;
  await refuseBadSettlement(app, settled);
  await refuseApprover(app, [expense]);
  const { accountId, date, method, reference } = settled;
  const payment = await recordPayment(app, { accountId, date, method, reference, items: [{ expenseId: id, amount }] });
  return payment.id;
}

/**
 * Raises `period_finalized` if booking a paid expense on a day would change the amount that is paid and not yet booked
 * in a finalized month.
 */
export async function refuseShiftedPayment(app: App, { settled }: Expense, bookedOn: string): Promise<void> {
  if (settled?.paymentId != null && bookedOn <= settled.date) await refuseClosedMonths(app, [paymentOn(settled.date)]);
}
