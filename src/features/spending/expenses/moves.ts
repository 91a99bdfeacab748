import { type App, inTransaction, modified } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { record } from '../../audit/service.ts';
import { updateExpenseColumns } from './queries.ts';
import { expenseFact, type Move, SUBMIT } from './rules.ts';
import type { Expense, ExpenseStatus } from './schema.ts';
import { getExpense, noteHand, refuseOthers } from './service.ts';
import { paySettled } from './settlement.ts';

/**
 * Submits an expense: Draft -> PendingApproval. Only the owner or finance may do this. If the expense was already paid,
 * its payment is recorded. Raises `not_found`, `forbidden`, `invalid_transition` and the errors of `paySettled`.
 */
export function submitExpense(app: App, id: number): Promise<Expense> {
  return inTransaction(app, async (app) => {
    const expense = await getExpense(app, id);
    refuseOthers(app, expense, 'submit');
    requireStatus(expense, SUBMIT);
    await noteHand(app, id, 'Submitted');
    return applyMove(app, expense, SUBMIT, { rejectedReason: null, settledPaymentId: await paySettled(app, expense) });
  });
}

const NEXT: Readonly<Record<ExpenseStatus, string>> = {
  Draft: 'Submit it first.',
  PendingApproval: 'Approve or reject it first.',
  Approved: 'It can be paid or reversed.',
  Paid: 'It can only be reversed.',
};

/** Raises `invalid_transition` unless the expense has the status that the change requires. */
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
