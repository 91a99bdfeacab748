/** Books what an investment is worth: the gain or loss since the last value, and the fee of the broker. */
import { type App, inTransaction } from '../../../app.ts';
import { accountBalancesAt } from '../../../books/balances.ts';
import { fundsWithGains, gainCategory } from '../../../books/gains.ts';
import { AppError, badField, inFuture, missingReference, notFound, unknownReferences } from '../../../errors.ts';
import { addMoney, formatMoney, subtractMoney, ZERO } from '../../../lib/money.ts';
import { refusal } from '../../../validate.ts';
import { latestDate } from '../../church/profile/service.ts';
import type { Account } from '../../ledger/accounts/schema.ts';
import { accountReserved, accountsById } from '../../ledger/accounts/service.ts';
import { accountDisabled } from '../../ledger/accounts/by-method.ts';
import { heldAt } from '../../ledger/bound.ts';
import { fundsById } from '../../ledger/funds/service.ts';
import { incomeCategoriesById } from '../../ledger/income-categories/service.ts';
import { purposeOfFees } from '../../spending/payments/deposit-fee.ts';
import { refuseLaterGain } from '../journal-entries/gains.ts';
import { addEntry } from '../journal-entries/service.ts';
import { type Booked, isDivisible, linesOf, partsOf, type Share, sharesOf } from './rules.ts';
import type { NewValuation, Valuation } from './schema.ts';

/**
 * Books the value of an Investment account on a day. No money moves, so it needs no approval. Raises `not_found`,
 * `account_reserved`, `account_disabled`, `unknown_reference`, `validation_failed` for an account of another kind, for a
 * fund that holds nothing of the account, for a value that changes nothing, and for a day in the future,
 * `before_the_books`, `period_finalized`, `value_booked` if a later value is booked, and `conflict` if the church has
 * deleted a category that it needs.
 */
export function valueAccount(app: App, accountId: number, input: NewValuation): Promise<Valuation> {
  return inTransaction(app, async (app) => {
    const account = await investment(app, accountId);
    const { date, value, fundId } = input;
    const fee = input.fee ?? ZERO;
    const latest = await latestDate(app);
    if (date > latest) throw refusal([inFuture('date', latest)]);
    const shares = await sharesOn(app, accountId, input);
    await refuseLaterGain(app, { accountId, fundIds: shares.map((share) => share.fundId) }, { date });
    const book = addMoney(ZERO, ...shares.map((share) => share.book));
    const gain = subtractMoney(addMoney(value, fee), book);
    if (gain === 0 && fee === 0) {
      throw badField('value', 'unchanged', `is already what the books say: ${formatMoney(book)}`);
    }
    if (!isDivisible(shares)) {
      const message =
        'is required, because the value cannot be divided by what the funds hold of this account; or first move the holdings with an adjusting entry';
      throw badField('fundId', 'required', message);
    }
    const lines = linesOf(partsOf(shares, { value, fee }), await bookedTo(app, accountId));
    const memo = `Value of ${account.name}: ${formatMoney(value)}`;
    const { id } = await addEntry(app, { date, memo, yearEnd: false, lines, reversalOf: null });
    return { id, accountId, accountName: account.name, date, book, value, fee, gain, fundId };
  });
}

async function investment(app: App, id: number): Promise<Account> {
  const account = (await accountsById(app)).get(id);
  if (!account) throw notFound('account');
  if (account.isReserved) throw accountReserved(account);
  if (!account.isActive) throw accountDisabled(account);
  if (account.kind === 'Investment') return account;
  throw badField('id', 'wrong_kind', `must be an account of the kind Investment; ${account.name} is a ${account.kind}`);
}

/**
 * Returns what the funds hold of the account at the end of the day, or what the named fund holds. After a loss of all that
 * they had, they are still its holders.
 */
async function sharesOn(app: App, accountId: number, { date, fundId }: NewValuation): Promise<Share[]> {
  const balance = (await accountBalancesAt(app.db, date)).get(accountId) ?? ZERO;
  const shares = sharesOf(accountId, balance, await heldAt(app, date));
  const holds = (id: number) => shares.some((share) => share.fundId === id && share.book !== 0);
  const valued = await fundsWithGains(app.db, accountId, date);
  const lost = valued.filter((id) => !holds(id)).map((id): Share => ({ fundId: id, book: ZERO }));
  if (fundId === null) return lost.length > 0 && shares.every(({ book }) => book === 0) ? lost : shares;
  const fund = (await fundsById(app)).get(fundId);
  if (!fund) throw unknownReferences([missingReference('fundId', 'fund')]);
  const own = [...shares, ...lost].find((share) => share.fundId === fundId);
  if (own) return [own];
  throw badField(
    'fundId',
    'holds_nothing',
    `must be a fund that holds a part of the account; ${fund.name} holds nothing`,
  );
}

async function bookedTo(app: App, accountId: number): Promise<Booked> {
  const incomeCategoryId = await gainCategory(app.db);
  if (!(await incomeCategoriesById(app)).has(incomeCategoryId)) {
    throw new AppError(
      'conflict',
      'The church has deleted the category Gain or loss on investments. Nothing was changed. Enter the value as an adjusting entry.',
    );
  }
  return { accountId, incomeCategoryId, ...(await purposeOfFees(app)) };
}
