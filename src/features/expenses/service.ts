import { type App, actorId, created, inSnapshot, inTransaction, modified, now } from '../../app.ts';
import { indexTexts } from '../../db/search.ts';
import { exists } from '../../db/exists.ts';
import { AppError, type FieldError, missingReference, notFound, unknownReferences } from '../../errors.ts';
import { type Page, toPage } from '../../lib/page.ts';
import { can } from '../../permissions.ts';
import { type Changes, changesBetween, type Fact } from '../audit/rules.ts';
import { record } from '../audit/service.ts';
import { getSubCategory } from '../expense-categories/service.ts';
import { categoriesById } from '../giving-categories/service.ts';
import { findMinistry } from '../ministries/service.ts';
import { today } from '../profile/service.ts';
import { refuseClosedMonths } from '../statements/service.ts';
import {
  findExpense,
  insertExpense,
  listExpenses as readExpenses,
  moveExpenses,
  type StoredExpense,
  updateExpenseColumns,
} from './queries.ts';
import {
  type Approval,
  Expense,
  type ExpenseQuery,
  type ExpenseStatus,
  type NewExpense,
  type PaidExpense,
  type Payment,
} from './schema.ts';

type Move = { from: ExpenseStatus; to: ExpenseStatus; action: string };

const SUBMIT: Move = { from: 'Draft', to: 'PendingApproval', action: 'ExpenseSubmitted' };
const APPROVE: Move = { from: 'PendingApproval', to: 'Approved', action: 'ExpenseApproved' };
const PAY: Move = { from: 'Approved', to: 'Paid', action: 'ExpensePaid' };

/** One expense. Raises `not_found`, also for another's when the caller is not finance-privileged. */
export async function getExpense(app: App, id: number): Promise<Expense> {
  return (await findVisible(app, id)).expense;
}

/** A page of everybody's expenses. */
export function listExpenses(app: App, query: ExpenseQuery): Promise<Page<Expense>> {
  return inSnapshot(app, ({ db }) => readExpenses(db, query));
}

/** A page of the expenses that the caller owns. */
export function listOwnExpenses(app: App, query: ExpenseQuery): Promise<Page<Expense>> {
  const owner = actorId(app);
  const isOthers = query.submittedBy !== undefined && query.submittedBy !== owner;
  if (owner === null || isOthers) return Promise.resolve(toPage([], 0, query));
  return listExpenses(app, { ...query, submittedBy: owner });
}

/** Enters an expense as a draft of the caller's. Raises `unknown_reference`, `category_disabled`, `fund_not_restricted`. */
export function createExpense(app: App, input: NewExpense): Promise<Expense> {
  return inTransaction(app, async (app) => {
    const owner = actorId(app);
    if (owner === null) throw new AppError('forbidden', 'An expense needs a signed-in user as its owner.');
    await refuseBadReferences(app, input);
    const { amount, ...rest } = input;
    const id = await insertExpense(app.db, {
      ...rest,
      amountMinor: amount,
      status: 'Draft',
      submittedBy: owner,
      editedBy: owner,
      ...created(app),
    });
    const texts = [input.description, input.vendor, input.paymentReference, input.notes];
    await indexTexts(app.db, 'expense', [{ id, texts }]);
    const expense = await getExpense(app, id);
    await recordChange(app, 'ExpenseCreated', null, expense);
    return expense;
  });
}

/** Draft -> PendingApproval, by the owner or finance. Raises `not_found`, `forbidden`, `invalid_transition`. */
export function submitExpense(app: App, id: number): Promise<Expense> {
  return inTransaction(app, async (app) => {
    const { expense } = await findVisible(app, id);
    if (expense.submittedBy !== actorId(app) && !can(app.actor, 'finance.manage')) {
      throw new AppError('forbidden', 'Only its owner or finance may submit an expense.');
    }
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
    await refuseClosedMonths(app, [{ date, moves: expense.fundCategoryId === null ? 'balance' : 'fund' }]);
    const columns = { bookedOn: date, approvedBy: actorId(app), approvedAt: now(app) };
    return applyMove(app, expense, APPROVE, columns);
  });
}

/** Approved -> Paid; warns when the payer approved it. Raises `not_found`, `invalid_transition`. */
export function payExpense(app: App, id: number, payment: Payment): Promise<PaidExpense> {
  return inTransaction(app, async (app) => {
    const { expense } = await findVisible(app, id);
    requireStatus(expense, PAY);
    const columns = {
      paidBy: actorId(app),
      paidOn: payment.paidOn ?? (await today(app)),
      paymentMethod: payment.paymentMethod ?? expense.paymentMethod,
      paymentReference: payment.paymentReference ?? expense.paymentReference,
    };
    const paid = await applyMove(app, expense, PAY, columns);
    if (paid.paidBy === null || paid.paidBy !== paid.approvedBy) return paid;
    const message = 'The same person approved and paid this expense.';
    return { ...paid, warnings: [{ code: 'same_approver_and_payer', message }] };
  });
}

/** Makes the expenses that name one member as payee name another, or nobody; no figure changes. Returns their ids. */
export async function reassignExpenses(app: App, from: number, to: number | null): Promise<number[]> {
  const ids = await moveExpenses(app.db, from, { memberId: to, ...modified(app) });
  const changes: Changes = { memberId: [from, to] };
  await record(
    app,
    ...ids.map((entityId): Fact => ({ action: 'ExpenseUpdated', entityType: 'Expense', entityId, changes })),
  );
  return ids;
}

async function findVisible(app: App, id: number): Promise<StoredExpense> {
  const stored = await findExpense(app.db, id);
  const isVisible = stored && (stored.expense.submittedBy === actorId(app) || can(app.actor, 'expenses.readAll'));
  if (!isVisible) throw notFound('expense');
  return stored;
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
  await recordChange(app, move.action, expense, after);
  return after;
}

async function refuseBadReferences(app: App, input: NewExpense): Promise<void> {
  const missing: FieldError[] = [];
  const { subCategoryId, ministryId, memberId, fundCategoryId } = input;
  const subCategory = await getSubCategory(app, subCategoryId).catch(ifMissing);
  if (!subCategory) missing.push(missingReference('subCategoryId', 'expense subcategory'));
  const ministry = await findMinistry(app, ministryId);
  if (!ministry) missing.push(missingReference('ministryId', 'ministry'));
  if (memberId !== null && !(await exists(app.db, 'members', memberId))) {
    missing.push(missingReference('memberId', 'member'));
  }
  const fund = fundCategoryId === null ? undefined : (await categoriesById(app, [fundCategoryId])).get(fundCategoryId);
  if (fundCategoryId !== null && !fund) missing.push(missingReference('fundCategoryId', 'giving category'));
  if (missing.length > 0) throw unknownReferences(missing);
  if (fund && !fund.isRestricted) {
    throw new AppError(
      'fund_not_restricted',
      `${fund.name} is not a restricted fund. Leave the fund out, or name another.`,
    );
  }
  const closed = [subCategory?.isActive === false && subCategory, ministry?.isActive === false && ministry].find(
    Boolean,
  );
  if (closed) throw new AppError('category_disabled', `${closed.name} is no longer in use. Choose another.`);
}

function ifMissing(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_found') return undefined;
  throw error;
}

async function recordChange(app: App, action: string, before: Expense | null, after: Expense): Promise<void> {
  const changes = changesBetween(Expense, before, after);
  await record(app, { action, entityType: 'Expense', entityId: after.id, changes });
}
