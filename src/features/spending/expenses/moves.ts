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

/** Draft -> PendingApproval, by the owner or finance. Raises `not_found`, `forbidden`, `invalid_transition`. */
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
 * Approved -> Paid, together with its reversals; warns when the payer approved it. Raises `not_found`,
 * `invalid_transition`, `validation_failed` for a payment in the future, `before_the_books`, `period_finalized` with
 * `firstOpenDate`, `approver_pays`, `forbidden` for a command when the payer must be known, and `reversed` for a
 * reversal or when nothing is left to pay.
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
    // The check number may only be known now.
    await indexTexts(app.db, 'expense', [paid, ...settled].map(documentOf));
    if (!isApprover) return paid;
    const message = 'The same person approved and paid this expense.';
    return { ...paid, warnings: [{ code: 'same_approver_and_payer', message }] };
  });
}

/** Whether the payer approved the expense. Raises `approver_pays` if the rules forbid that. */
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

/** Returns the day of a payment: today or the given day, after the books begin and in an open month. */
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
    throw new AppError('reversed', 'A reversal is settled with the expense that it reverses.');
  }
  const reversed = await sumReversals(app.db, id);
  if (reversed !== null && reversed + amount === 0) {
    throw new AppError('reversed', 'The whole expense is reversed, so there is nothing left to pay.');
  }
}

/** Reversals from before the payment reduced it, so they are settled with it. */
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

/** Raises `invalid_transition` unless the expense has the status at which a move begins. */
export function requireStatus({ status }: Expense, { from, done }: Move): void {
  if (status === from) return;
  throw new AppError(
    'invalid_transition',
    `Only an expense that is ${from} can be ${done}; this one is ${status}. Nothing was changed. ${NEXT[status]}`,
  );
}

/** Makes a move with its entry in the audit log. Raises `invalid_transition`. */
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
