import { type App, inTransaction } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { deletePayment } from '../payments/void.ts';
import { applyMove, requireStatus } from './moves.ts';
import { WITHDRAW } from './rules.ts';
import { deleteExpense, getExpense, refuseOthers } from './service.ts';

/**
 * Deletes an expense that was submitted by mistake, together with the payment that was made before its approval. Only the
 * owner or finance may do this. Raises `not_found`, `forbidden`, `conflict` for an expense that somebody has approved or
 * added a receipt to, `invalid_transition`, and the errors of `deletePayment` and `deleteExpense`.
 */
export function withdrawExpense(app: App, id: number): Promise<void> {
  return inTransaction(app, async (app) => {
    const expense = await getExpense(app, id);
    refuseOthers(app, expense, 'withdraw');
    if (expense.status !== 'Draft') requireStatus(expense, WITHDRAW);
    refuseTouched(expense);
    if (expense.settled?.paymentId != null) await deletePayment(app, expense.settled.paymentId);
    if (expense.status !== 'Draft') await applyMove(app, await getExpense(app, id), WITHDRAW, {});
    await deleteExpense(app, id);
  });
}

function refuseTouched({ id, approvals, receipt }: Awaited<ReturnType<typeof getExpense>>): void {
  const what = approvals.length > 0 ? 'was approved' : receipt === null ? undefined : 'has a receipt now';
  if (what === undefined) return;
  throw new AppError('conflict', `Expense ${id} ${what}. Nothing was changed. Have an approver reject it first.`);
}
