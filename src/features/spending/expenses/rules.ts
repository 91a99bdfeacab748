import { type Document, documentOf as documentOfKind, type SearchedRow } from '../../../db/search-texts.ts';
import type { Minor } from '../../../lib/money.ts';
import type { AccountKind } from '../../../books/account-kinds.ts';
import { type FundClass, GENERAL_FUND, isReleasedByPurchases } from '../../../books/fund-classes.ts';
import { NO_RELEASE, type Split } from '../../../books/expense-lines.ts';
import { changesBetween, type Fact } from '../../audit/rules.ts';
import type { Booking } from '../../../books/period-rules.ts';
import { Expense, type ExpenseStatus, type NewExpense } from './schema.ts';

/** A change of an expense's status. `action` is its name in the audit log, and `done` the verb in messages. */
export type Move = { from: ExpenseStatus; to: ExpenseStatus; action: string; done: string };

export const SUBMIT: Move = { from: 'Draft', to: 'PendingApproval', action: 'ExpenseSubmitted', done: 'submitted' };
export const APPROVE: Move = { from: 'PendingApproval', to: 'Approved', action: 'ExpenseApproved', done: 'approved' };
export const REJECT: Move = { from: 'PendingApproval', to: 'Draft', action: 'ExpenseRejected', done: 'rejected' };
export const WITHDRAW: Move = { from: 'PendingApproval', to: 'Draft', action: 'ExpenseWithdrawn', done: 'withdrawn' };
export const PAY: Move = { from: 'Approved', to: 'Paid', action: 'ExpensePaid', done: 'paid' };

/** Returns the texts by which a search finds an expense. */
export const documentOf = (expense: SearchedRow<'expense'>): Document => documentOfKind('expense', expense);

/** What an expense is for: either single fields, or parts. */
export type Purpose = Pick<Expense, 'subCategoryId' | 'ministryId' | 'functionalClass' | 'fundId'> & {
  splits: readonly Split[] | null;
};

/**
 * Returns what a new expense is for, as it is stored. The fields of the expense are the defaults of its parts. A single
 * part with a subcategory and no box of Form 1099 is stored like an expense without parts.
 */
export function purposeOf(input: NewExpense): Purpose {
  const { subCategoryId, ministryId, functionalClass, splits } = input;
  const fundId = input.fundId ?? GENERAL_FUND;
  if (!splits) return { subCategoryId, ministryId, functionalClass, fundId, splits: null };
  const complete = splits.map((split): Split => {
    const inUse = split.inUse ?? true;
    const own = { ...split, ...NO_RELEASE, inUse, fundId: split.fundId ?? fundId };
    if (split.subCategoryId === null) return own;
    return {
      ...own,
      ministryId: split.ministryId ?? ministryId,
      functionalClass: split.functionalClass ?? functionalClass,
    };
  });
  const [only] = complete;
  if (only && complete.length === 1 && only.subCategoryId !== null && only.form1099 === null) {
    const { subCategoryId, ministryId, functionalClass, fundId } = only;
    const single = { subCategoryId, ministryId, functionalClass, fundId };
    return { ...single, splits: null };
  }
  return { ...NO_SINGLE, splits: complete };
}

/** The values of the single fields in an expense with parts. */
const NO_SINGLE = { subCategoryId: null, ministryId: null, functionalClass: null, fundId: null };

/** The account and the fund of a part, with what decides when the part ends the restriction of the fund. */
type Bought = Pick<Split, 'accountId' | 'release'> & {
  accountKind: AccountKind | null | undefined;
  fundClass: FundClass | undefined;
};

/**
 * True if an approved part ends the restriction of its fund when the asset is in use. Parts that were booked before Vestry
 * released anything are among them.
 */
export function isReleasedInUse({ accountId, release, accountKind, fundClass }: Bought): boolean {
  if (accountId === null) return false;
  return release === 'InUse' || (release === null && accountKind === 'FixedAsset' && isReleasedByPurchases(fundClass));
}

/**
 * Returns the booking of an expense on a date. It is used to find the finalized months that the booking would change.
 */
export function bookingOf(
  date: string,
  { fundId, splits = null }: Pick<Purpose, 'fundId'> & Partial<Pick<Purpose, 'splits'>>,
): Booking {
  const funds = splits ? splits.map((split) => split.fundId) : [fundId];
  return { date, moves: funds.every((fund) => fund === GENERAL_FUND) ? 'balance' : 'fund' };
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

/** What the audit log tells of an expense. Whether it waits for use follows from its parts. */
const Told = Expense.omit({ waitsForUse: true });

/**
 * Returns the audit entry of a change to an expense. `before` is null for a new expense, and `after` for a deleted one.
 */
export function expenseFact(action: string, before: Expense | null, after: Expense | null): Fact {
  const changes = changesBetween(Told, before, after);
  return { action, entityType: 'Expense', entityId: (after ?? before)?.id ?? '', changes };
}
