import type { App } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import type { Point } from '../../../room-declarations.ts';

/** The deposit that took other income to the bank. */
export type IncomeDeposit = { depositId: number; date: CalendarDate; accountId: number };

/**
 * Returns the deposit of other income, or undefined if it was not deposited. The room of deposits declares this
 * function.
 */
type FindDeposit = (app: App, incomeId: number) => Promise<IncomeDeposit | undefined>;

export const INCOME_DEPOSITS: Point<FindDeposit> = { name: 'the deposits of other income' };

/** Returns the deposit of other income, or undefined if it was not deposited. */
export async function findIncomeDeposit(app: App, incomeId: number): Promise<IncomeDeposit | undefined> {
  for (const find of await app.declared(INCOME_DEPOSITS)) {
    const deposit = await find(app, incomeId);
    if (deposit) return deposit;
  }
  return undefined;
}

/**
 * Raises `deposited` if other income was deposited, because its amount and its day must then agree with the deposit at
 * the bank.
 */
export async function refuseDepositedIncome(app: App, incomeId: number): Promise<void> {
  const deposit = await findIncomeDeposit(app, incomeId);
  if (!deposit) return;
  throw new AppError(
    'deposited',
    `Other income ${incomeId} is in deposit ${deposit.depositId} of ${deposit.date}. Nothing was changed. Delete the deposit first.`,
  );
}
