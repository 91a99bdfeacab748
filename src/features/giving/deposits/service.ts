import { type App, created, inSnapshot, inTransaction, modified, now } from '../../../app.ts';
import { isCash } from '../../../books/account-kinds.ts';
import { refuseCleared } from '../../../books/cleared.ts';
import { refuseBeforeBooks, refuseBeforeOpening, refuseClosedMonths } from '../../../books/periods.ts';
import { addTexts, removeTexts } from '../../../db/search-index.ts';
import { documentOf } from '../../../db/search-texts.ts';
import { AppError, badField, inFuture, missingReference, notFound, unknownReferences } from '../../../errors.ts';
import { addMoney, type Minor } from '../../../lib/money.ts';
import type { Page } from '../../../lib/page.ts';
import { refusal } from '../../../validate.ts';
import { changesBetween, type Fact } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { getChurch, today } from '../../church/profile/service.ts';
import { accountDisabled } from '../../ledger/accounts/by-method.ts';
import { accountReserved, accountsById } from '../../ledger/accounts/service.ts';
import { feeExpenses } from './fees.ts';
import { itemsOf } from './items.ts';
import { refuseReversedItems } from './other-income.ts';
import {
  findDeposit,
  findDepositByFees,
  insertDeposit,
  listDepositDays,
  listDeposits as readDeposits,
  type SourcedItem,
  updateDepositColumns,
} from './queries.ts';
import { Deposit, type DepositQuery, type NewDeposit } from './schema.ts';

/** Returns one deposit. Raises `not_found`. */
export async function getDeposit(app: App, id: number): Promise<Deposit> {
  const deposit = await findDeposit(app.db, id);
  if (!deposit) throw notFound('deposit');
  return deposit;
}

/** Returns a page of deposits. */
export function listDeposits(app: App, query: DepositQuery): Promise<Page<Deposit>> {
  return inSnapshot(app, ({ db }) => readDeposits(db, query));
}

/**
 * Enters a deposit. Raises `unknown_reference`, `account_reserved`, `account_disabled`, `validation_failed`,
 * `deposited` for money that is already deposited, `reversed` for other income of which nothing is left,
 * `before_the_books` and `period_finalized`.
 */
export function createDeposit(app: App, input: NewDeposit): Promise<Deposit> {
  return inTransaction(app, async (app) => {
    await refuseUnfitAccount(app, input.accountId);
    await refuseDate(app, input.date);
    const items = await itemsOf(app, input);
    const { fee } = input;
    if (fee !== null && fee > addMoney(...items.map(({ amount }) => amount))) {
      throw badField('fee', 'fee_too_large', 'must not be more than what is deposited');
    }
    const feeExpenseId = fee === null ? null : await enterFee(app, { ...input, fee });
    return addDeposit(app, { ...input, feeExpenseId, sessionId: null }, items);
  });
}

/**
 * Deletes a deposit in an open month, and the expense of its fee. The money is then again in the accounts from which it
 * came. Raises `not_found`, `deposited`, `reversed`, `reconciled`, `before_the_books` for a deposit that the opening
 * includes, and `period_finalized`.
 */
export function deleteDeposit(app: App, id: number): Promise<void> {
  return inTransaction(app, async (app) => {
    const deposit = await getDeposit(app, id);
    if (deposit.sessionId !== null) {
      throw new AppError(
        'deposited',
        `The reconciliation of a session made this deposit. Reopen the session instead: vestry session reopen ${deposit.sessionId} --reason REASON`,
      );
    }
    await refuseBeforeOpening(app, deposit.date);
    await refuseReversedItems(app, deposit);
    await removeDeposit(app, deposit);
    const { feeExpenseId } = deposit;
    if (feeExpenseId === null) return;
    await (await feeExpenses(app)).remove(app, feeExpenseId);
  });
}

/** Returns the id of the deposit whose fee is one of the expenses, or undefined. */
export function findDepositOfFees(app: App, expenseIds: readonly number[]): Promise<number | undefined> {
  return findDepositByFees(app.db, expenseIds);
}

type DepositRecord = Pick<NewDeposit, 'date' | 'accountId' | 'fee' | 'memo'> &
  Pick<Deposit, 'feeExpenseId' | 'sessionId'>;

/** Records a deposit and its audit entry, without checking anything. Must run inside a transaction. */
export async function addDeposit(app: App, deposit: DepositRecord, items: readonly SourcedItem[]): Promise<Deposit> {
  const { date, accountId, fee, feeExpenseId, memo, sessionId } = deposit;
  const columns = { date, accountId, feeMinor: fee, feeExpenseId, memo, sessionId, ...created(app) };
  const id = await insertDeposit(app.db, columns, items);
  const added = await getDeposit(app, id);
  await addTexts(app.db, 'deposit', [documentOf('deposit', added)]);
  await record(app, depositFact('DepositCreated', null, added));
  return added;
}

/** Marks a deposit as deleted. Must run inside a transaction. Raises `reconciled` and `period_finalized`. */
export async function removeDeposit(app: App, deposit: Deposit): Promise<void> {
  await refuseCleared(app, 'Deposit', [deposit.id]);
  await refuseClosedMonths(app, [{ date: deposit.date, moves: 'attendance' }]);
  await updateDepositColumns(app.db, deposit.id, { deletedAt: now(app), ...modified(app) });
  await removeTexts(app.db, 'deposit', [deposit.id]);
  await record(app, depositFact('DepositDeleted', deposit, null));
}

/**
 * Raises `deposited` if one of the gifts was deposited by itself, because its amount and its account must then agree
 * with the deposit at the bank.
 */
export async function refuseDeposited(app: App, givingIds: readonly number[]): Promise<void> {
  const [deposited] = await listDepositDays(app.db, givingIds);
  if (!deposited) return;
  const [givingId, day] = deposited;
  throw new AppError(
    'deposited',
    `Giving ${givingId} was deposited on ${day}. Nothing was changed. Delete the deposit first.`,
  );
}

/** Raises `validation_failed` for a day in the future, `before_the_books` and `period_finalized`. */
async function refuseDate(app: App, date: string): Promise<void> {
  const latest = await today(app);
  if (date > latest) throw refusal([inFuture('date', latest)]);
  const { fiscalYearStartMonth } = await getChurch(app);
  await refuseBeforeBooks(app, date, fiscalYearStartMonth);
  await refuseClosedMonths(app, [{ date, moves: 'attendance' }]);
}

/**
 * Raises `unknown_reference`, `account_reserved`, `account_disabled`, and `validation_failed` for an account of a kind
 * that cannot receive deposits.
 */
export async function refuseUnfitAccount(app: App, accountId: number): Promise<void> {
  const account = (await accountsById(app)).get(accountId);
  if (!account) throw unknownReferences([missingReference('accountId', 'account')]);
  if (account.isReserved) throw accountReserved(account);
  if (!account.isActive) throw accountDisabled(account);
  if (isCash(account.kind) && account.kind !== 'Undeposited') return;
  throw badField('accountId', 'no_deposits', 'must be a Checking, Savings, Cash or Processor account');
}

/** Enters the fee of a deposit as a paid expense. Returns the id of the expense. */
async function enterFee(app: App, { date, accountId, fee, memo }: NewDeposit & { fee: Minor }): Promise<number> {
  const description = memo === null ? `Fee of the deposit of ${date}` : `Fee of the deposit of ${date}: ${memo}`;
  return (await feeExpenses(app)).enter(app, { date, accountId, amount: fee, description });
}

/**
 * Returns the audit entry of a change to a deposit. `before` is null for a new deposit, and `after` for a deleted one.
 */
function depositFact(action: string, before: Deposit | null, after: Deposit | null): Fact {
  const changes = changesBetween(Deposit, before, after);
  return { action, entityType: 'Deposit', entityId: (after ?? before)?.id ?? '', changes };
}
