/** The items of a deposit that are other income. */
import type { App } from '../../../app.ts';
import { AppError, type FieldError, missingReference } from '../../../errors.ts';
import { addMoney, ZERO } from '../../../lib/money.ts';
import type { Account } from '../../ledger/accounts/schema.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import type { IncomeDeposit } from '../../ledger/other-income/deposits.ts';
import type { OtherIncome } from '../../ledger/other-income/schema.ts';
import { isReversedFrom, otherIncomeById, reversedIncome } from '../../ledger/other-income/service.ts';
import { alreadyDeposited, type Faults, tooEarly } from './item-faults.ts';
import { listIncomeDeposits, type SourcedItem } from './queries.ts';
import type { Deposit, NewDeposit } from './schema.ts';

/** Returns the deposit of other income, or undefined if it was not deposited. */
export async function findDepositOfIncome(app: App, incomeId: number): Promise<IncomeDeposit | undefined> {
  return (await listIncomeDeposits(app.db, [incomeId])).get(incomeId);
}

/**
 * Returns the items of a deposit that are other income, by their position, with the amount of each that is left to
 * deposit. Adds invalid items to the faults. Raises `deposited` for income that is already deposited, and `reversed`
 * for income that is wholly reversed.
 */
export async function incomeItemsOf(
  app: App,
  deposit: NewDeposit,
  { missing, invalid }: Faults,
): Promise<ReadonlyMap<number, SourcedItem>> {
  const wanted = deposit.items.flatMap(({ otherIncomeId }, index) =>
    otherIncomeId === null ? [] : [{ id: otherIncomeId, index }],
  );
  const found = new Map<number, SourcedItem>();
  if (wanted.length === 0) return found;
  const ids = wanted.map(({ id }) => id);
  const [incomes, reversed] = [await otherIncomeById(app, ids), await reversedIncome(app, ids)];
  const [deposits, accounts] = [await listIncomeDeposits(app.db, ids), await accountsById(app)];
  for (const { id, index } of wanted) {
    const path = `items.${index}.otherIncomeId`;
    const income = incomes.get(id);
    const fault = income && faultOf(income, accounts.get(income.accountId), { deposit, path });
    if (!income) missing.push(missingReference(path, 'other income'));
    else if (fault) invalid.push(fault);
    else {
      const earlier = deposits.get(id);
      if (earlier) throw alreadyDeposited(`Other income ${id} was deposited on ${earlier.date}.`);
      const amount = addMoney(income.amount, reversed.get(id) ?? ZERO);
      if (amount === ZERO) throw new AppError('reversed', `Other income ${id} was reversed. Nothing was changed.`);
      const source = { sourceId: income.accountId, sessionId: null, method: null, givingId: null };
      found.set(index, { ...source, otherIncomeId: id, amount });
    }
  }
  return found;
}

type Place = { deposit: NewDeposit; path: string };

/** Returns why other income cannot be an item of a deposit, or undefined. */
function faultOf(income: OtherIncome, account: Account | undefined, { deposit, path }: Place): FieldError | undefined {
  const isWaiting = account?.kind === 'Undeposited' || account?.kind === 'Processor';
  if (!isWaiting || income.accountId === deposit.accountId || income.reversalOf !== null) {
    return { path, code: 'nothing_to_deposit', message: 'is not waiting for a deposit' };
  }
  return income.date > deposit.date ? tooEarly(path, income.date) : undefined;
}

/** Raises `reversed` if other income in a deposit was reversed and its money left the account of the deposit. */
export async function refuseReversedItems(app: App, { items, accountId }: Deposit): Promise<void> {
  const ids = items.flatMap(({ otherIncomeId }) => otherIncomeId ?? []);
  if (ids.length === 0 || !(await isReversedFrom(app, ids, accountId))) return;
  throw new AppError('reversed', 'Other income in this deposit was reversed, so the deposit cannot be deleted.');
}
