import { type App, actorId, inTransaction, modified } from '../../../app.ts';
import { indexTexts } from '../../../db/search-index.ts';
import { AppError, inFuture } from '../../../errors.ts';
import { formatMoney } from '../../../lib/money.ts';
import { refusal } from '../../../validate.ts';
import { getApprovalRules } from '../approval-rules/service.ts';
import type { Changes, Fact } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { getChurch, today } from '../../church/profile/service.ts';
import { refuseBeforeBooks, refuseClosedMonths } from '../../../books/periods.ts';
import { payReversals, sumReversals, updateExpenseColumns } from './queries.ts';
import { documentOf, expenseFact, type Move, PAY, paymentOn, SUBMIT } from './rules.ts';
import type { Expense, ExpenseStatus, PaidExpense, Payment } from './schema.ts';
import { findVisible, getExpense, noteHand, refuseOthers } from './service.ts';

/**
 * Submits an expense: Draft -> PendingApproval. Only the owner or finance may do this. Raises `not_found`, `forbidden`
 * and `invalid_transition`.
 */
export function submitExpense(app: App, id: number): Promise<Expense> {
  return inTransaction(app, async (app) => {
    const { expense } = await findVisible(app, id);
    refuseOthers(app, expense, 'submit');
    requireStatus(expense, SUBMIT);
    await noteHand(app, id, 'Submitted');
    return applyMove(app, expense, SUBMIT, { rejectedReason: null });
  });
}

/**
 * Records the payment of an expense: Approved -> Paid. Its reversals are paid with it. The result has a warning if the
 * payer also approved the expense. Raises `not_found`, `invalid_transition`, `before_the_books`, `period_finalized`
 * with `firstOpenDate`, and `approver_pays`. Also raises `validation_failed` for a payment in the future, `reversed`
 * for a reversal or when nothing is left to pay, and `forbidden` for a command when the payer must be known.
 */
export function payExpense(app: App, id: number, payment: Payment): Promise<PaidExpense> {
  return inTransaction(app, async (app) => {
    const { expense } = await findVisible(app, id);
    requireStatus(expense, PAY);
    await refuseNothingToPay(app, expense);
    const isApprover = await refuseApprover(app, expense);
    const paidOn = await paymentDay(app, payment.paidOn);
    const columns = {
      paidBy: actorId(app),
      paidOn,
      paymentMethod: payment.paymentMethod ?? expense.paymentMethod,
      paymentReference: payment.paymentReference ?? expense.paymentReference,
    };
    const paid = await applyMove(app, expense, PAY, columns);
    const settled = await settleReversals(app, paid, paidOn);
    // The payment may have added a check number, and a search must find it.
    await indexTexts(app.db, 'expense', [paid, ...settled].map(documentOf));
    if (!isApprover) return paid;
    const message = 'The same person approved and paid this expense.';
    return { ...paid, warnings: [{ code: 'same_approver_and_payer', message }] };
  });
}

/**
 * True if the payer also approved the expense. Raises `approver_pays` if the approval rules forbid that. Raises
 * `forbidden` if the approval rules limit who may pay and the payer is unknown.
 */
async function refuseApprover(app: App, { amount, approvals }: Expense): Promise<boolean> {
  const { payerMayApproveUpTo: limit } = await getApprovalRules(app);
  const payer = actorId(app);
  if (payer === null && limit !== null) {
    throw new AppError(
      'forbidden',
      'The approval rules limit who may pay, so Vestry must know who you are. Sign in, or name yourself with --as EMAIL.',
    );
  }
  if (!approvals.some(({ by }) => by === payer)) return false;
  if (limit === null || amount <= limit) return true;
  throw new AppError(
    'approver_pays',
    `You approved this expense, and it is over ${formatMoney(limit)}. Ask somebody else in finance to pay it.`,
  );
}

/**
 * Returns the day of a payment: the given day, or else today. Raises `validation_failed` for a future day,
 * `before_the_books` and `period_finalized`.
 */
async function paymentDay(app: App, given: string | null): Promise<string> {
  const latest = await today(app);
  const day = given ?? latest;
  if (day > latest) throw refusal([inFuture('paidOn', latest)]);
  const { fiscalYearStartMonth } = await getChurch(app);
  await refuseBeforeBooks(app, day, fiscalYearStartMonth);
  await refuseClosedMonths(app, [paymentOn(day)]);
  return day;
}

async function refuseNothingToPay(app: App, { id, amount, reversalOf }: Expense): Promise<void> {
  if (reversalOf !== null) {
    throw new AppError('reversed', 'A reversal is paid together with the expense that it reverses.');
  }
  const reversed = await sumReversals(app.db, id);
  if (reversed !== null && reversed + amount === 0) {
    throw new AppError('reversed', 'The whole expense is reversed, so there is nothing left to pay.');
  }
}

/** Marks the unpaid reversals of an expense as paid with it, because they reduced the amount that was paid. */
async function settleReversals(app: App, { id, paymentMethod, paymentReference }: Expense, paidOn: string) {
  const payment = { paidOn, paidBy: actorId(app), paymentMethod, paymentReference };
  const settled = await payReversals(app.db, id, { ...payment, ...modified(app) });
  const facts = settled.map((reversal): Fact => {
    const changes: Changes = { status: [PAY.from, PAY.to], paidOn: [null, reversal.paidOn] };
    return { action: PAY.action, entityType: 'Expense', entityId: reversal.id, changes };
  });
  await record(app, ...facts);
  return settled;
}

const NEXT: Readonly<Record<ExpenseStatus, string>> = {
  Draft: 'Submit it first.',
  PendingApproval: 'Approve or reject it first.',
  Approved: 'It can be paid or reversed.',
  Paid: 'It can only be reversed.',
};

/** Raises `invalid_transition` unless the expense has the status from which the move starts. */
export function requireStatus({ status }: Expense, { from, done }: Move): void {
  if (status === from) return;
  throw new AppError(
    'invalid_transition',
    `Only an expense that is ${from} can be ${done}; this one is ${status}. Nothing was changed. ${NEXT[status]}`,
  );
}

/**
 * Changes the status of an expense and the given columns, and records this in the audit log. Raises
 * `invalid_transition`.
 */
export async function applyMove(
  app: App,
  expense: Expense,
  move: Move,
  columns: Parameters<typeof updateExpenseColumns>[2],
): Promise<Expense> {
  requireStatus(expense, move);
  await updateExpenseColumns(app.db, expense.id, { ...columns, status: move.to, ...modified(app) });
  const after = await getExpense(app, expense.id);
  await record(app, expenseFact(move.action, expense, after));
  return after;
}
