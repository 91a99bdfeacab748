import { type App, actorId, created, inSnapshot, inTransaction, modified, now } from '../../../app.ts';
import { indexTexts, removeTexts } from '../../../db/search-index.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import { type Page, toPage } from '../../../lib/page.ts';
import { can } from '../../../permissions.ts';
import { record } from '../../audit/service.ts';
import { addHand } from './decision-queries.ts';
import {
  findExpense,
  findExpenses,
  insertExpense,
  findFirstDay,
  listBooked,
  listExpenses as readExpenses,
  sumReversals,
  updateExpenseColumns,
} from './queries.ts';
import { refuseOverdrawnDraft } from './held.ts';
import { refuseBadReferences } from './references.ts';
import { documentOf, expenseFact, type Purpose, purposeOf } from './rules.ts';
import type { Expense, ExpenseQuery, NewExpense } from './schema.ts';
import { isSettled, refuseBadSettlement, refuseChangedSettlement, settledColumns } from './settlement.ts';
import { insertSplits, replaceSplits } from './split-queries.ts';
import { vendorOf } from './vendor.ts';

/** Returns an expense. Throws `not_found`, also for another person's expense if the caller may not read all expenses. */
export async function getExpense(app: App, id: number): Promise<Expense> {
  const expense = await findExpense(app.db, id);
  const isVisible = expense && (isOwner(app, expense) || can(app.actor, 'expenses.readAll'));
  if (!isVisible) throw notFound('expense');
  return expense;
}

/** Returns the expenses with these ids, by id. Unknown ids are left out. */
export async function expensesById(app: App, ids: readonly number[]): Promise<ReadonlyMap<number, Expense>> {
  return new Map((await findExpenses(app.db, ids)).map((expense) => [expense.id, expense]));
}

/** Returns a page of everybody's expenses. */
export function listExpenses(app: App, query: ExpenseQuery): Promise<Page<Expense>> {
  return inSnapshot(app, ({ db }) => readExpenses(db, query));
}

/**
 * Returns a page of the expenses that make up a figure of a report. `booked` selects them by booking date and
 * subcategory.
 */
export function listBookedExpenses(
  app: App,
  booked: Parameters<typeof listBooked>[1],
  request: Parameters<typeof listBooked>[2],
): Promise<Page<Expense>> {
  return listBooked(app.db, booked, request);
}

/** Returns the earliest date on which an expense of the fund counts, or undefined if none counts. */
export function firstExpenseFrom(app: App, fundId: number): Promise<CalendarDate | undefined> {
  return findFirstDay(app.db, fundId);
}

/** Returns a page of the expenses that the caller owns. */
export function listOwnExpenses(app: App, query: ExpenseQuery): Promise<Page<Expense>> {
  const owner = actorId(app);
  const isOthers = query.submittedBy !== undefined && query.submittedBy !== owner;
  if (owner === null || isOthers) return Promise.resolve(toPage([], 0, query));
  return listExpenses(app, { ...query, submittedBy: owner });
}

/**
 * Enters an expense as a draft of the caller. Raises `forbidden` for a command without `--as`, and the errors of
 * `refuseBadReferences`, `refuseOverdrawnDraft` and `vendorOf`.
 */
export function createExpense(app: App, input: NewExpense): Promise<Expense> {
  return inTransaction(app, async (app) => {
    const owner = actorId(app);
    if (owner === null) throw new AppError('forbidden', 'An expense needs a signed-in user as its owner.');
    const purpose = purposeOf(input);
    await refuseBadReferences(app, { ...input, ...purpose });
    await refuseOverdrawnDraft(app, { ...input, ...purpose });
    const vendor = await vendorOf(app, input);
    if (input.settled) await refuseBadSettlement(app, input.settled);
    const id = await insertExpense(app.db, {
      ...toColumns(input, purpose),
      ...vendor,
      status: 'Draft',
      submittedBy: owner,
      ...created(app),
    });
    await insertSplits(app.db, [{ id, splits: purpose.splits }]);
    const expense = await getExpense(app, id);
    await indexTexts(app.db, 'expense', [documentOf(expense)]);
    await record(app, expenseFact('ExpenseCreated', null, expense));
    return expense;
  });
}

/**
 * Replaces the fields of an expense. A subcategory, ministry, fund or account that the expense already names may stay
 * even if it is disabled. The same is true of a vendor. A payee may stay even if that member is deleted. Raises `not_found`, `not_draft`, `reversed`,
 * the errors of `createExpense`, and `forbidden` for a caller who may only read the expense.
 */
export function updateExpense(app: App, id: number, input: NewExpense): Promise<Expense> {
  return inTransaction(app, async (app) => {
    const before = await findChangeable(app, id);
    const purpose = purposeOf(input);
    await refuseBadReferences(app, { ...input, ...purpose }, before);
    await refuseOverdrawnDraft(app, { ...input, ...purpose });
    const vendor = await vendorOf(app, input, before);
    await refuseChangedSettlement(app, before, input);
    await updateExpenseColumns(app.db, id, { ...toColumns(input, purpose), ...vendor, ...modified(app) });
    await replaceSplits(app.db, { id, splits: purpose.splits });
    await noteHand(app, id, 'Changed');
    const after = await getExpense(app, id);
    await indexTexts(app.db, 'expense', [documentOf(after)]);
    await record(app, expenseFact('ExpenseUpdated', before, after));
    return after;
  });
}

/** Soft-deletes an expense. Raises `not_found`, `forbidden`, `not_draft`, `reversed` and `settled`. */
export function deleteExpense(app: App, id: number): Promise<void> {
  return inTransaction(app, async (app) => {
    const before = await findChangeable(app, id);
    if (before.settled?.paymentId != null) throw isSettled(before.settled, 'deleted');
    await updateExpenseColumns(app.db, id, { deletedAt: now(app), ...modified(app) });
    await removeTexts(app.db, 'expense', [id]);
    await record(app, expenseFact('ExpenseDeleted', before, null));
  });
}

/**
 * Records that the caller changed or submitted an expense, and therefore may not approve it. Records nothing for a
 * command without `--as`, which has no user.
 */
export async function noteHand(app: App, expenseId: number, deed: 'Changed' | 'Submitted'): Promise<void> {
  const userId = actorId(app);
  if (userId !== null) await addHand(app.db, { expenseId, userId, deed, at: now(app) });
}

/** Raises `forbidden` unless the caller owns the expense or has the permission `finance.manage`. */
export function refuseOthers(app: App, expense: Expense, verb: string): void {
  if (isOwner(app, expense) || can(app.actor, 'finance.manage')) return;
  throw new AppError('forbidden', `Only the owner or finance may ${verb} this expense.`);
}

function isOwner(app: App, { submittedBy }: Expense): boolean {
  return submittedBy === actorId(app);
}

async function findChangeable(app: App, id: number): Promise<Expense> {
  const expense = await getExpense(app, id);
  refuseOthers(app, expense, 'change');
  if (expense.reversalOf !== null || (await sumReversals(app.db, id)) !== null) {
    throw new AppError('reversed', 'A reversed expense and its reversal cannot be changed or deleted.');
  }
  if (expense.status === 'Draft') return expense;
  throw new AppError(
    'not_draft',
    `Only a Draft can be changed; this expense is ${expense.status}. ` +
      (expense.status === 'PendingApproval' ? 'Ask an approver to reject it first.' : 'Reverse it instead.'),
  );
}

function toColumns(input: NewExpense, { splits: _splits, ...purpose }: Purpose) {
  const { amount, splits: _sent, settled, ...rest } = input;
  return { ...rest, ...purpose, amountMinor: amount, ...settledColumns(settled) };
}
