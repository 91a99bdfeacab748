import { type Document, documentOf as documentOfKind, type SearchedRow } from '../../../db/search-texts.ts';
import type { Minor } from '../../../lib/money.ts';
import { GENERAL_FUND } from '../../../books/fund-classes.ts';
import { changesBetween, type Fact } from '../../audit/rules.ts';
import type { Booking } from '../../../books/period-rules.ts';
import { Expense, type ExpenseStatus } from './schema.ts';

/** A change of an expense's status. `action` is its name in the audit log, and `done` the verb in messages. */
export type Move = { from: ExpenseStatus; to: ExpenseStatus; action: string; done: string };

export const SUBMIT: Move = { from: 'Draft', to: 'PendingApproval', action: 'ExpenseSubmitted', done: 'submitted' };
export const APPROVE: Move = { from: 'PendingApproval', to: 'Approved', action: 'ExpenseApproved', done: 'approved' };
export const REJECT: Move = { from: 'PendingApproval', to: 'Draft', action: 'ExpenseRejected', done: 'rejected' };
export const PAY: Move = { from: 'Approved', to: 'Paid', action: 'ExpensePaid', done: 'paid' };

/** Returns the texts by which a search finds an expense. */
export const documentOf = (expense: SearchedRow<'expense'>): Document => documentOfKind('expense', expense);

/**
 * Returns the booking of an expense on a date. It is used to find the finalized months that the booking would change.
 */
export function bookingOf(date: string, { fundId }: Pick<Expense, 'fundId'>): Booking {
  return { date, moves: fundId === GENERAL_FUND ? 'balance' : 'fund' };
}

/**
 * Returns the booking of a payment on a day. Like an attendance count, a payment affects only its own month. It changes
 * the sum that is unpaid at the end of that month, but no balance.
 */
export function paymentOn(date: string): Booking {
  return { date, moves: 'attendance' };
}

/** True if an expense was ever submitted. A draft that has a rejection was submitted before. */
export function wasSubmitted({ status, rejections }: Pick<Expense, 'status' | 'rejections'>): boolean {
  return status !== 'Draft' || rejections.length > 0;
}

/** True if an expense of this amount needs a second approver. A null limit means that no expense does. */
export function needsTwo({ amount }: Pick<Expense, 'amount'>, limit: Minor | null): boolean {
  return limit !== null && amount > limit;
}

/**
 * Returns the audit entry of a change to an expense. `before` is null for a new expense, and `after` for a deleted one.
 */
export function expenseFact(action: string, before: Expense | null, after: Expense | null): Fact {
  const changes = changesBetween(Expense, before, after);
  return { action, entityType: 'Expense', entityId: (after ?? before)?.id ?? '', changes };
}
