/** Books what an investment is worth: the gain or loss since the last value, and the fee of the broker. */
import { type App, inTransaction } from '../../../app.ts';
import { accountBalancesAt } from '../../../books/balances.ts';
import { fundsWithLosses, gainCategory } from '../../../books/gains.ts';
import { AppError, badField, inFuture, missingReference, notFound, unknownReferences } from '../../../errors.ts';
import { LAST_DAY } from '../../../lib/date.ts';
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
 * deleted a category that it needs. The result has a warning if a later sale took more than the value leaves.
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
    const valuation = { id, accountId, accountName: account.name, date, book, value, fee, gain, fundId };
    const warnings = await belowZero(app, account, shares);
    return warnings.length > 0 ? { ...valuation, warnings } : valuation;
  });
}

/** Returns a warning for every holder who has less than nothing of the account after its later documents, such as a sale. */
async function belowZero(
  app: App,
  account: Account,
  shares: readonly Share[],
): Promise<NonNullable<Valuation['warnings']>> {
  const balance = (await accountBalancesAt(app.db, LAST_DAY)).get(account.id) ?? ZERO;
  const now = sharesOf(account.id, balance, await heldAt(app, LAST_DAY));
  const funds = await fundsById(app);
  return shares.flatMap(({ fundId }) => {
    const left = now.find((share) => share.fundId === fundId)?.book ?? ZERO;
    if (left >= 0) return [];
    const message = `After the later documents, ${funds.get(fundId)?.name} has ${formatMoney(left)} of ${account.name}. Enter a value of a day after them.`;
    return [{ code: 'below_zero' as const, message }];
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
 * Returns what the funds hold of the account at the end of the day, or what the named fund holds. If nobody holds anything,
 * these are the funds in use that lost all that they had by a value. Such a fund may also be named.
 */
async function sharesOn(app: App, accountId: number, { date, fundId }: NewValuation): Promise<Share[]> {
  const funds = await fundsById(app);
  const balance = (await accountBalancesAt(app.db, date)).get(accountId) ?? ZERO;
  const shares = sharesOf(accountId, balance, await heldAt(app, date));
  const holders = shares.filter(({ book }) => book !== 0);
  const losers = (await fundsWithLosses(app.db, accountId, date)).flatMap((id): Share[] => {
    const isLoser = funds.get(id)?.isActive === true && !holders.some((share) => share.fundId === id);
    return isLoser ? [{ fundId: id, book: ZERO }] : [];
  });
  if (fundId === null) return holders.length === 0 && losers.length > 0 ? losers : shares;
  const fund = funds.get(fundId);
  if (!fund) throw unknownReferences([missingReference('fundId', 'fund')]);
  const own = [...shares, ...losers].find((share) => share.fundId === fundId);
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
