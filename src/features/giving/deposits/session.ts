/** The deposit that reconciling a session makes, and that reopening the session takes back. */
import type { App } from '../../../app.ts';
import { refuseBeforeBooks, refuseClosedMonths } from '../../../books/periods.ts';
import { AppError, badField } from '../../../errors.ts';
import { getChurch, today } from '../../church/profile/service.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { findOfSession, findWithMoneyOf, listRests } from './queries.ts';
import { addDeposit, refuseUnfitAccount, removeDeposit } from './service.ts';

type Bank = { depositedOn: string | null; accountId: number | null };

/**
 * Deposits the cash and the checks of a session that are not deposited yet. Returns the day of the deposit, or the
 * given day if nothing was left. Raises `validation_failed` for a day before the session, `before_the_books`,
 * `period_finalized`, and the errors of `refuseUnfitAccount`.
 */
export async function depositSession(
  app: App,
  { id, date }: { id: number; date: string },
  { depositedOn, accountId }: Bank,
): Promise<string | null> {
  if (depositedOn !== null && depositedOn < date) {
    throw badField('depositedOn', 'before_original', `must not be before ${date}, the date of the session`);
  }
  if (accountId !== null) await refuseUnfitAccount(app, accountId);
  const rests = (await listRests(app.db, [id])).filter(({ left }) => left > 0);
  const day = depositedOn ?? (rests.length > 0 ? await dayOfDeposit(app, date) : null);
  if (day !== null) {
    await refuseBeforeBooks(app, day, (await getChurch(app)).fiscalYearStartMonth);
    await refuseClosedMonths(app, [{ date: day, moves: 'attendance' }]);
  }
  if (rests.length === 0 || day === null) return day;
  const items = rests.map(({ left, ...rest }) => ({ ...rest, givingId: null, otherIncomeId: null, amount: left }));
  const account = accountId ?? (await defaultAccount(app));
  await addDeposit(
    app,
    { date: day, accountId: account, memo: null, fee: null, feeExpenseId: null, sessionId: id },
    items,
  );
  return day;
}

/**
 * Takes back the deposit that reconciling a session made, if there is one. Raises `deposited` if money of the session
 * is also in another deposit, `reconciled` if the bank statement has the deposit, and `period_finalized`.
 */
export async function undoDeposit(app: App, sessionId: number): Promise<void> {
  const deposit = await findOfSession(app.db, sessionId);
  if (deposit) await removeDeposit(app, deposit);
  const other = await findWithMoneyOf(app.db, sessionId);
  if (other === undefined) return;
  throw new AppError(
    'deposited',
    `Money of the session is in deposit ${other.id} of ${other.date}. Nothing was changed. Delete the deposit first.`,
  );
}

/** Returns today or, for a session that is dated tomorrow, the date of the session. */
async function dayOfDeposit(app: App, sessionDate: string): Promise<string> {
  const now = await today(app);
  return now < sessionDate ? sessionDate : now;
}

async function defaultAccount(app: App): Promise<number> {
  const account = [...(await accountsById(app)).values()].find(({ isDefault }) => isDefault);
  if (!account) throw new Error('There is no default account.');
  return account.id;
}
