/**
 * Approves and rejects expenses. The people who entered, changed or submitted an expense, or are paid back by it, may
 * not approve it, nor may the husband or wife of who is paid, the member behind the vendor, or who wrote the rule of
 * the bank that made it.
 *
 * Three sources name these people: the columns of the expense (who entered or imported it, and who owns it), the user
 * account that is now linked to the member to be paid, and `expenseHands`, which records everybody who ever changed or
 * submitted the expense. `expenseDecisions` stores every approval and rejection. An approval that no longer counts has
 * a `clearedAt`. The approval rules are read inside the transaction of each approval and payment. A command must name the
 * person who approves, because otherwise Vestry does not know who is at the terminal.
 */
import { type App, actorId, inTransaction, modified, now } from '../../../app.ts';
import { AppError, inFuture } from '../../../errors.ts';
import { refusal } from '../../../validate.ts';
import { getApprovalRules } from '../approval-rules/service.ts';
import type { Changes } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { getChurch, latestDate } from '../../church/profile/service.ts';
import { closedMonths, refuseBeforeBooks, refuseClosedMonths } from '../../../books/periods.ts';
import { splitsOf } from '../../../books/expense-lines.ts';
import { refuseOverdrawn } from './held.ts';
import { noteReleases } from './releases.ts';
import { addDecision, clearApprovals, lastGivenDate } from './decision-queries.ts';
import { applyMove, requireStatus } from './moves.ts';
import { tiesTo, updateExpenseColumns } from './queries.ts';
import { APPROVE, bookingOf, expenseFact, needsTwo, REJECT } from './rules.ts';
import { refusePayer, SAME_PERSON } from '../payments/checks.ts';
import { markAsPaid } from '../payments/mark.ts';
import type { Payment } from '../payments/schema.ts';
import { getPayment } from '../payments/service.ts';
import { madeByRuleOf } from './rule-authors.ts';
import type { Approval, ApprovedExpense, Expense } from './schema.ts';
import { getExpense } from './service.ts';
import { refuseShiftedPayment } from './settlement.ts';

/** Why somebody may not approve an expense. */
const WHY = {
  self_approval: 'You entered, changed or submitted this expense, or you are the person to be paid back',
  own_family: 'This expense is paid to your husband or wife, or to a vendor that belongs to one of you',
  own_rule: 'A rule for the bank made this expense, and you wrote that rule last',
} as const;

/**
 * Approves an expense: PendingApproval -> Approved, booked on a date in an open month. If two approvals are needed, the
 * first one is recorded and the status does not change. The result has a warning if a super_admin approves their own
 * expense. An expense that was already paid becomes Paid at once. Raises `not_found`, `self_approval`, `own_family`, `own_rule`, `approver_pays`,
 * `invalid_transition`, `already_approved_by_you`, `fund_overdrawn`, `before_the_books`, `period_finalized` with `firstOpenDate`,
 * `validation_failed` for a booking date too far ahead, and `forbidden` for a command without `--as`.
 */
export function approveExpense(app: App, id: number, { bookedOn }: Approval): Promise<ApprovedExpense> {
  return inTransaction(app, async (app) => {
    const expense = await getExpense(app, id);
    const approver = personOf(app);
    const bar = await barOf(app, expense, approver);
    if (bar) refuseOwn(app, bar);
    requireStatus(expense, APPROVE);
    const isLast = await completes(app, expense, approver);
    const date = bookedOn ?? (await lastGivenDate(app.db, id)) ?? expense.expenseDate;
    await refuseBookingDate(app, date, expense);
    await refuseShiftedPayment(app, expense, date);
    if (isLast) await refuseOverdrawn(app, splitsOf(expense));
    const payment = await findSettlement(app, expense);
    const isPayer = payment !== null && (await refusePayer(app, expense, payment));
    await noteApproval(app, id, bookedOn);
    if (isLast) await noteReleases(app, expense);
    const approved = isLast
      ? await applyMove(app, expense, APPROVE, { bookedOn: date, approvedBy: approver, approvedAt: now(app) })
      : await recordFirst(app, expense, bookedOn);
    if (isLast && payment) await markAsPaid(app, [approved], payment, payment.createdBy);
    const after = payment ? await getExpense(app, id) : approved;
    const warnings = [
      ...(bar ? [{ code: bar, message: `${WHY[bar]}. You approved it yourself.` }] : []),
      ...(isPayer ? [SAME_PERSON] : []),
    ];
    return warnings.length === 0 ? after : { ...after, warnings };
  });
}

/** Returns the payment of an expense that was paid before its approval, or null. */
async function findSettlement(app: App, { settled }: Expense): Promise<Payment | null> {
  return settled?.paymentId == null ? null : getPayment(app, settled.paymentId);
}

/**
 * Rejects an expense: PendingApproval -> Draft. Stores the reason. Earlier approvals no longer count. Raises
 * `not_found`, `invalid_transition`, and `forbidden` for a command without `--as`.
 */
export function rejectExpense(app: App, id: number, reason: string): Promise<Expense> {
  return inTransaction(app, async (app) => {
    const expense = await getExpense(app, id);
    requireStatus(expense, REJECT);
    const [userId, at] = [personOf(app), now(app)];
    await clearApprovals(app.db, id, at);
    await addDecision(app.db, { expenseId: id, decision: 'Rejection', userId, at, reason });
    return applyMove(app, expense, REJECT, { rejectedReason: reason });
  });
}

/**
 * Records the caller's approval, which replaces an earlier approval by the same person. Records nothing for a command
 * without `--as`, which has no user.
 */
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

/** Returns why a user may not approve an expense, or undefined. */
async function barOf(app: App, expense: Expense, userId: number): Promise<keyof typeof WHY | undefined> {
  const { hasPart, paysFamily } = await tiesTo(app.db, expense.id, userId);
  if (hasPart) return 'self_approval';
  if (paysFamily) return 'own_family';
  return (await madeByRuleOf(app, userId, [expense])).size > 0 ? 'own_rule' : undefined;
}

/** Throws, except for a super_admin. A small church may have nobody else to approve their expenses. */
function refuseOwn({ actor }: App, code: keyof typeof WHY): void {
  if (actor.kind === 'user' && actor.roles.includes('super_admin')) return;
  throw new AppError(code, `${WHY[code]}. Ask somebody else to approve it.`);
}

/**
 * True if the expense needs no further approval after this one. Raises `already_approved_by_you` if a second approval
 * is needed and the caller gave the first one.
 */
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
 * Checks the booking date of an expense. It may not be before the books begin. It may not be after tomorrow, or after
 * the first open date if tomorrow is in a finalized month. Raises `validation_failed`, `before_the_books` and
 * `period_finalized`.
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
