import { type Document, documentOf as documentOfKind, type SearchedRow } from '../../../db/search-texts.ts';
import type { Minor } from '../../../lib/money.ts';
import { changesBetween, type Fact } from '../../audit/rules.ts';
import type { Booking } from '../../../books/period-rules.ts';
import { Expense, type ExpenseStatus } from './schema.ts';

/** A change of an expense's status. */
export type Move = { from: ExpenseStatus; to: ExpenseStatus; action: string; done: string };

export const SUBMIT: Move = { from: 'Draft', to: 'PendingApproval', action: 'ExpenseSubmitted', done: 'submitted' };
export const APPROVE: Move = { from: 'PendingApproval', to: 'Approved', action: 'ExpenseApproved', done: 'approved' };
export const REJECT: Move = { from: 'PendingApproval', to: 'Draft', action: 'ExpenseRejected', done: 'rejected' };
export const PAY: Move = { from: 'Approved', to: 'Paid', action: 'ExpensePaid', done: 'paid' };

/** Returns the texts by which an expense is found. */
export const documentOf = (expense: SearchedRow<'expense'>): Document => documentOfKind('expense', expense);

/** Returns the amount that an expense adds to its booking date. */
export function bookingOf(date: string, { fundCategoryId }: Pick<Expense, 'fundCategoryId'>): Booking {
  return { date, moves: fundCategoryId === null ? 'balance' : 'fund' };
}

/** Returns what a payment on that day changes: the unpaid sum at the end of its month, but no balance. */
export function paymentOn(date: string): Booking {
  return { date, moves: 'attendance' };
}

/** Whether an expense was ever submitted: it is no draft, or was returned by a rejection. */
export function wasSubmitted({ status, rejections }: Pick<Expense, 'status' | 'rejections'>): boolean {
  return status !== 'Draft' || rejections.length > 0;
}

/** Whether an expense of this amount needs a second approver. */
export function needsTwo({ amount }: Pick<Expense, 'amount'>, limit: Minor | null): boolean {
  return limit !== null && amount > limit;
}

/** Returns the audit entry of a change to an expense. A missing state counts as empty. */
export function expenseFact(action: string, before: Expense | null, after: Expense | null): Fact {
  const changes = changesBetween(Expense, before, after);
  return { action, entityType: 'Expense', entityId: (after ?? before)?.id ?? '', changes };
}
