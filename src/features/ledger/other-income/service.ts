import { type App, created, inSnapshot, inTransaction, modified, now } from '../../../app.ts';
import { isCash } from '../../../books/account-kinds.ts';
import { GENERAL_FUND } from '../../../books/fund-classes.ts';
import { refuseCleared } from '../../../books/cleared.ts';
import { refuseBeforeOpening, refuseClosedMonths } from '../../../books/periods.ts';
import { addTexts, indexTexts, removeTexts } from '../../../db/search-index.ts';
import { AppError, badField, inFuture, notFound } from '../../../errors.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import type { Minor } from '../../../lib/money.ts';
import type { Page } from '../../../lib/page.ts';
import { refusal } from '../../../validate.ts';
import { record } from '../../audit/service.ts';
import { latestDate } from '../../church/profile/service.ts';
import { refuseUnusable } from '../usable.ts';
import { refuseDepositedIncome } from './deposits.ts';
import {
  findFirstDay,
  findOtherIncome,
  hasReversalFrom,
  insertOtherIncome,
  listOtherIncome as readOtherIncome,
  listReceived,
  sumReversals,
  updateOtherIncomeColumns,
} from './queries.ts';
import { bookingOf, documentOf, incomeFact, movesFigures, movesMoney } from './rules.ts';
import type { NewOtherIncome, OtherIncome, OtherIncomeQuery } from './schema.ts';

/** Returns one entry of other income. Raises `not_found`. */
export async function getOtherIncome(app: App, id: number): Promise<OtherIncome> {
  const [income] = await findOtherIncome(app.db, [id]);
  if (!income) throw notFound('other income');
  return income;
}

/** Returns the entries of other income with these ids, by id. Unknown ids are left out. */
export async function otherIncomeById(app: App, ids: readonly number[]): Promise<ReadonlyMap<number, OtherIncome>> {
  return new Map((await findOtherIncome(app.db, ids)).map((income) => [income.id, income]));
}

/** Returns the sums of the reversals of other income, as negative amounts, by the id of the reversed income. */
export function reversedIncome(app: App, ids: readonly number[]): Promise<ReadonlyMap<number, Minor>> {
  return sumReversals(app.db, ids);
}

/** Returns whether a reversal of any of these entries took money out of the account. */
export function isReversedFrom(app: App, ids: readonly number[], accountId: number): Promise<boolean> {
  return hasReversalFrom(app.db, ids, accountId);
}

/** Returns a page of other income. */
export function listOtherIncome(app: App, query: OtherIncomeQuery): Promise<Page<OtherIncome>> {
  return inSnapshot(app, ({ db }) => readOtherIncome(db, query));
}

/** Returns other income that an account received before a day, less its reversals up to the day `on`. */
export function listIncomeIn(app: App, wanted: Parameters<typeof listReceived>[1]): ReturnType<typeof listReceived> {
  return listReceived(app.db, wanted);
}

/** Returns the earliest day of other income of a fund, or undefined if there is none. */
export function firstIncomeOf(app: App, fundId: number): Promise<CalendarDate | undefined> {
  return findFirstDay(app.db, fundId);
}

/**
 * Enters other income. Raises `validation_failed` for a day in the future and for an account that cannot contain money,
 * `unknown_reference`, `account_reserved`, `account_disabled`, `fund_disabled`, `category_disabled`, `before_the_books`
 * and `period_finalized`.
 */
export function createOtherIncome(app: App, input: NewOtherIncome): Promise<OtherIncome> {
  return inTransaction(app, async (app) => {
    const columns = await prepare(app, input);
    await refuseDay(app, columns);
    const id = await insertOtherIncome(app.db, { ...columns, ...created(app) });
    const income = await getOtherIncome(app, id);
    await addTexts(app.db, 'otherIncome', [documentOf(income)]);
    await record(app, incomeFact('OtherIncomeCreated', null, income));
    return income;
  });
}

/**
 * Replaces the fields of other income. In a finalized month, only the payer, the reference and the memo may change.
 * Raises `not_found`, `reversed`, `deposited` or `reconciled` if the amount, day or account of income would change that
 * is deposited or on the bank statement, and whatever `createOtherIncome` raises.
 */
export function updateOtherIncome(app: App, id: number, input: NewOtherIncome): Promise<OtherIncome> {
  return inTransaction(app, async (app) => {
    const before = await getOtherIncome(app, id);
    await refuseReversed(app, before);
    const columns = await prepare(app, input, before);
    const wanted = { ...columns, amount: columns.amountMinor };
    if (movesMoney(before, wanted)) {
      await refuseDepositedIncome(app, id);
      await refuseCleared(app, 'OtherIncome', [id]);
    }
    if (movesFigures(before, wanted)) {
      await refuseClosedMonths(app, [bookingOf(before)]);
      await refuseDay(app, columns);
    }
    await updateOtherIncomeColumns(app.db, id, { ...columns, ...modified(app) });
    const after = await getOtherIncome(app, id);
    await indexTexts(app.db, 'otherIncome', [documentOf(after)]);
    await record(app, incomeFact('OtherIncomeUpdated', before, after));
    return after;
  });
}

/** Soft-deletes other income in an open month. Raises `not_found`, `reversed`, `deposited`, `reconciled` and `period_finalized`. */
export function deleteOtherIncome(app: App, id: number): Promise<void> {
  return inTransaction(app, async (app) => {
    const income = await getOtherIncome(app, id);
    await refuseReversed(app, income);
    await refuseDepositedIncome(app, id);
    await refuseCleared(app, 'OtherIncome', [id]);
    await refuseClosedMonths(app, [bookingOf(income)]);
    await updateOtherIncomeColumns(app.db, id, { deletedAt: now(app), ...modified(app) });
    await removeTexts(app.db, 'otherIncome', [id]);
    await record(app, incomeFact('OtherIncomeDeleted', income, null));
  });
}

/** Raises `validation_failed` for a day in the future, `before_the_books` and `period_finalized`. */
export async function refuseDay(app: App, income: { date: CalendarDate; fundId: number }): Promise<void> {
  const latest = await latestDate(app);
  if (income.date > latest) throw refusal([inFuture('date', latest)]);
  await refuseBeforeOpening(app, income.date);
  await refuseClosedMonths(app, [bookingOf(income)]);
}

async function refuseReversed(app: App, { id, reversalOf }: OtherIncome): Promise<void> {
  if (reversalOf === null && !(await sumReversals(app.db, [id])).has(id)) return;
  throw new AppError('reversed', 'Reversed income and its reversal cannot be changed or deleted.');
}

/** Checks the account, fund and category of other income, and returns its columns. */
async function prepare(app: App, { amount, ...rest }: NewOtherIncome, before?: OtherIncome) {
  const columns = { ...rest, amountMinor: amount, fundId: rest.fundId ?? GENERAL_FUND };
  const { accountId, fundId, incomeCategoryId } = columns;
  const { accounts } = await refuseUnusable(app, {
    accounts: [{ path: 'accountId', id: accountId, before: before?.accountId }],
    funds: [{ path: 'fundId', id: fundId, before: before?.fundId }],
    categories: [{ path: 'incomeCategoryId', id: incomeCategoryId, before: before?.incomeCategoryId }],
  });
  const account = accounts.get(accountId);
  if (account && isCash(account.kind)) return columns;
  throw badField('accountId', 'no_money', 'must be an account that contains money');
}
