/**
 * Approving and rejecting, kept apart from entering, changing, submitting and being paid.
 *
 * Three sources say who may not approve an expense: its own columns (who entered or imported it, who owns it), the user
 * who is linked at that moment to the member to be paid, and `expenseHands`, which records everybody who ever changed
 * or submitted it. `expenseDecisions` keeps every approval and rejection; an approval that no longer counts has a
 * `clearedAt`. The approval rules are read inside the transaction of each approval and payment. The command line cannot
 * approve, because it does not know who sits at the terminal.
 */
import { type App, actorId, inTransaction, modified, now } from '../../../app.ts';
import { AppError, inFuture } from '../../../errors.ts';
import { refusal } from '../../../validate.ts';
import { getApprovalRules } from '../approval-rules/service.ts';
import type { Changes } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { getChurch, latestDate } from '../../church/profile/service.ts';
import { closedMonths, refuseBeforeBooks, refuseClosedMonths } from '../../../books/periods.ts';
import { addDecision, clearApprovals, hadHandIn, lastGivenDate } from './decision-queries.ts';
import { applyMove, requireStatus } from './moves.ts';
import { updateExpenseColumns, type StoredExpense } from './queries.ts';
import { APPROVE, bookingOf, expenseFact, needsTwo, REJECT } from './rules.ts';
import type { Approval, ApprovedExpense, Expense } from './schema.ts';
import { findVisible, getExpense } from './service.ts';

const OWN_EXPENSE = 'You entered, changed or submitted this expense, or you are the person to be paid back';

/**
 * Approves an expense: PendingApproval -> Approved, booked on a date in an open month; if two approvals are needed, the
 * first one is recorded. Warns a super_admin who approves their own expense. Raises `not_found`, `forbidden` for a
 * command, `self_approval`, `invalid_transition`, `already_approved_by_you`, `validation_failed` for a booking date too
 * far ahead, `before_the_books`, and `period_finalized` with `firstOpenDate`.
 */
export function approveExpense(app: App, id: number, { bookedOn }: Approval): Promise<ApprovedExpense> {
  return inTransaction(app, async (app) => {
    const stored = await findVisible(app, id);
    const { expense } = stored;
    const approver = personOf(app);
    const isOwn = await hasPartIn(app, stored, approver);
    if (isOwn) refuseOwn(app);
    requireStatus(expense, APPROVE);
    const isLast = await completes(app, expense, approver);
    const date = bookedOn ?? (await lastGivenDate(app.db, id)) ?? expense.expenseDate;
    await refuseBookingDate(app, date, expense);
    await noteApproval(app, id, bookedOn);
    const approved = isLast
      ? await applyMove(app, expense, APPROVE, { bookedOn: date, approvedBy: approver, approvedAt: now(app) })
      : await recordFirst(app, expense, bookedOn);
    if (!isOwn) return approved;
    return { ...approved, warnings: [{ code: 'self_approval', message: `${OWN_EXPENSE}, and approved it yourself.` }] };
  });
}

/**
 * PendingApproval -> Draft. The reason is kept, and earlier approvals no longer count. Raises `not_found`, `forbidden`
 * for a command, and `invalid_transition`.
 */
export function rejectExpense(app: App, id: number, reason: string): Promise<Expense> {
  return inTransaction(app, async (app) => {
    const { expense } = await findVisible(app, id);
    requireStatus(expense, REJECT);
    const [userId, at] = [personOf(app), now(app)];
    await clearApprovals(app.db, id, at);
    await addDecision(app.db, { expenseId: id, decision: 'Rejection', userId, at, reason });
    return applyMove(app, expense, REJECT, { rejectedReason: reason });
  });
}

/** Records the caller's approval in place of an earlier one of theirs. A command cannot approve. */
export async function noteApproval(app: App, expenseId: number, bookedOn: string | null): Promise<void> {
  const [userId, at] = [actorId(app), now(app)];
  if (userId === null) return;
  await clearApprovals(app.db, expenseId, at, userId);
  await addDecision(app.db, { expenseId, decision: 'Approval', userId, at, bookedOn });
}

function personOf(app: App): number {
  const id = actorId(app);
  if (id !== null) return id;
  throw new AppError('forbidden', 'Only somebody who is signed in can approve or reject an expense.');
}

/** Whether a user took part in an expense other than by deciding on it. */
async function hasPartIn({ db }: App, { expense, payeeUserId }: StoredExpense, userId: number): Promise<boolean> {
  if ([expense.submittedBy, expense.createdBy, payeeUserId].includes(userId)) return true;
  return hadHandIn(db, expense.id, userId);
}

/** A super_admin may approve their own if nobody else can. */
function refuseOwn({ actor }: App): void {
  if (actor.kind === 'user' && actor.roles.includes('super_admin')) return;
  throw new AppError('self_approval', `${OWN_EXPENSE}. Ask somebody else to approve it.`);
}

/** Whether this approval completes the expense. Raises `already_approved_by_you` when another person's is needed. */
async function completes(app: App, expense: Expense, approver: number): Promise<boolean> {
  const { secondApprovalAbove } = await getApprovalRules(app);
  if (!needsTwo(expense, secondApprovalAbove)) return true;
  if (expense.approvals.some(({ by }) => by === approver)) {
    throw new AppError(
      'already_approved_by_you',
      'You have approved this expense already. It needs the approval of a second person.',
    );
  }
  return expense.approvals.length > 0;
}

/**
 * An expense counts at the earliest when the books begin, and at the latest tomorrow, or on the first open date if
 * tomorrow is in a finalized month.
 */
async function refuseBookingDate(app: App, date: string, expense: Expense): Promise<void> {
  const tomorrow = await latestDate(app);
  const closed = (await closedMonths(app, tomorrow))(bookingOf(tomorrow, expense));
  const latest = closed?.firstOpenDate ?? tomorrow;
  if (date > latest) throw refusal([inFuture('bookedOn', latest)]);
  const { fiscalYearStartMonth } = await getChurch(app);
  await refuseBeforeBooks(app, date, fiscalYearStartMonth);
  await refuseClosedMonths(app, [bookingOf(date, expense)]);
}

async function recordFirst(app: App, before: Expense, bookedOn: string | null): Promise<Expense> {
  await updateExpenseColumns(app.db, before.id, modified(app));
  const after = await getExpense(app, before.id);
  const fact = expenseFact('ExpenseFirstApproved', before, after);
  const given: Changes = bookedOn === null ? {} : { givenBookedOn: [null, bookedOn] };
  await record(app, { ...fact, changes: { ...fact.changes, ...given } });
  return after;
}
