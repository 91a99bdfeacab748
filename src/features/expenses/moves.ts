import { type App, actorId, inTransaction, modified, now } from '../../app.ts';
import { AppError, inFuture } from '../../errors.ts';
import { refusal } from '../../validate.ts';
import type { Changes, Fact } from '../audit/rules.ts';
import { record } from '../audit/service.ts';
import { latestDate, today } from '../profile/service.ts';
import { refuseClosedMonths } from '../statements/service.ts';
import { payReversals, type StoredExpense, sumReversals, updateExpenseColumns } from './queries.ts';
import { APPROVE, bookingOf, expenseFact, type Move, PAY, REJECT, SUBMIT } from './rules.ts';
import type { Approval, Expense, PaidExpense, Payment } from './schema.ts';
import { findVisible, getExpense, refuseOthers } from './service.ts';

/** Draft -> PendingApproval, by the owner or finance. Raises `not_found`, `forbidden`, `invalid_transition`. */
export function submitExpense(app: App, id: number): Promise<Expense> {
  return inTransaction(app, async (app) => {
    const { expense } = await findVisible(app, id);
    refuseOthers(app, expense, 'submit');
    return applyMove(app, expense, SUBMIT, { rejectedReason: null });
  });
}

/**
 * PendingApproval -> Approved, booked on a date in an open month. Raises `not_found`, `self_approval`,
 * `invalid_transition`, and `period_finalized` with `firstOpenDate`.
 */
export function approveExpense(app: App, id: number, { bookedOn }: Approval): Promise<Expense> {
  return inTransaction(app, async (app) => {
    const stored = await findVisible(app, id);
    const { expense } = stored;
    if (isOwn(app, stored)) {
      throw new AppError('self_approval', 'Somebody else has to approve what you entered, changed, or are to be paid.');
    }
    requireStatus(expense, APPROVE);
    const date = bookedOn ?? expense.expenseDate;
    await refuseClosedMonths(app, [bookingOf(date, expense)]);
    const columns = { bookedOn: date, approvedBy: actorId(app), approvedAt: now(app) };
    return applyMove(app, expense, APPROVE, columns);
  });
}

/** PendingApproval -> Draft, for a reason that the owner reads. Raises `not_found`, `invalid_transition`. */
export function rejectExpense(app: App, id: number, reason: string): Promise<Expense> {
  return inTransaction(app, async (app) => {
    const { expense } = await findVisible(app, id);
    return applyMove(app, expense, REJECT, { rejectedReason: reason });
  });
}

/**
 * Approved -> Paid, with what was reversed of it; warns when the payer approved it. Raises `not_found`,
 * `invalid_transition`, `validation_failed` for a payment in the future, and `reversed` for a reversal and where nothing is left to pay.
 */
export function payExpense(app: App, id: number, payment: Payment): Promise<PaidExpense> {
  return inTransaction(app, async (app) => {
    const { expense } = await findVisible(app, id);
    requireStatus(expense, PAY);
    await refuseNothingToPay(app, expense);
    const paidOn = payment.paidOn ?? (await today(app));
    const latest = await latestDate(app);
    if (paidOn > latest) throw refusal([inFuture('paidOn', latest)]);
    const columns = {
      paidBy: actorId(app),
      paidOn,
      paymentMethod: payment.paymentMethod ?? expense.paymentMethod,
      paymentReference: payment.paymentReference ?? expense.paymentReference,
    };
    const paid = await applyMove(app, expense, PAY, columns);
    await settleReversals(app, paid, paidOn);
    if (paid.paidBy === null || paid.paidBy !== paid.approvedBy) return paid;
    const message = 'The same person approved and paid this expense.';
    return { ...paid, warnings: [{ code: 'same_approver_and_payer', message }] };
  });
}

async function refuseNothingToPay(app: App, { id, amount, reversalOf }: Expense): Promise<void> {
  if (reversalOf !== null) {
    throw new AppError('reversed', 'A reversal is settled with the expense that it reverses.');
  }
  const reversed = await sumReversals(app.db, id);
  if (reversed !== null && reversed + amount === 0) {
    throw new AppError('reversed', 'All of this expense is reversed, so there is nothing left to pay.');
  }
}

/** What was reversed before the payment was taken off it: it is settled in the same way. */
async function settleReversals(app: App, { id, paymentMethod, paymentReference }: Expense, paidOn: string) {
  const payment = { paidOn, paidBy: actorId(app), paymentMethod, paymentReference };
  const settled = await payReversals(app.db, id, { ...payment, ...modified(app) });
  const facts = settled.map((reversal): Fact => {
    const changes: Changes = { status: [PAY.from, PAY.to], paidOn: [null, reversal.paidOn] };
    return { action: PAY.action, entityType: 'Expense', entityId: reversal.id, changes };
  });
  await record(app, ...facts);
}

/** Entered, last edited, or to be paid to the caller; a super_admin may stand in where nobody else is left. */
function isOwn({ actor }: App, { expense, editedBy, payeeUserId }: StoredExpense): boolean {
  if (actor.kind !== 'user' || actor.roles.includes('super_admin')) return false;
  return [expense.submittedBy, expense.createdBy, editedBy, payeeUserId].includes(actor.id);
}

function requireStatus({ status }: Expense, { from, to }: Move): void {
  if (status === from) return;
  throw new AppError('invalid_transition', `An expense becomes ${to} from ${from}; this one is ${status}.`);
}

async function applyMove(
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
