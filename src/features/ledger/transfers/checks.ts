/** Checks the accounts, the funds and the day of a transfer, and who enters it. */
import { type App, actorId } from '../../../app.ts';
import { fundBalancesAt } from '../../../books/balances.ts';
import { isNoMoney } from '../../../books/account-kinds.ts';
import { GENERAL_FUND, isOwned } from '../../../books/fund-classes.ts';
import { findLaterGain } from '../../../books/gains.ts';
import { refuseBeforeOpening, refuseClosedMonths } from '../../../books/periods.ts';
import { AppError, badField, inFuture } from '../../../errors.ts';
import { LAST_DAY } from '../../../lib/date.ts';
import { addMoney, formatMoney, type Minor, negateMoney, subtractMoney, ZERO } from '../../../lib/money.ts';
import { refusal } from '../../../validate.ts';
import { latestDate } from '../../church/profile/service.ts';
import type { Account } from '../accounts/schema.ts';
import { accountsById } from '../accounts/service.ts';
import { fundsOfCategories } from '../funds/category-funds.ts';
import type { Fund } from '../funds/schema.ts';
import { fundsById } from '../funds/service.ts';
import { boundAt } from '../bound.ts';
import { cashOfFunds, refuseOverheld } from '../held.ts';
import { refuseUnusable } from '../usable.ts';
import { refuseBadLoan, takenBy } from './loans.ts';
import { bookingOf, givenBy, heldBy, type Moved, movesFigures, needsApproval, staysOwed } from './rules.ts';
import type { EnteredTransfer, NewTransfer, Transfer } from './schema.ts';

/**
 * Raises `unknown_reference`, `account_reserved`, `account_disabled` or `fund_disabled` if a transfer may not use one
 * of its accounts or funds. A disabled account or fund may stay if the transfer already had it (`before`). Raises
 * `validation_failed` for an Undeposited account, for a transfer between the church's own funds and Custodial funds,
 * and for a missing reason. Raises `fund_overdrawn` and, for a repayment, `loan_repaid`.
 */
export async function refuseNamed(app: App, input: NewTransfer, before?: Transfer): Promise<void> {
  const named = (field: 'fromAccountId' | 'toAccountId' | 'fromFundId' | 'toFundId' | 'fundId') => ({
    path: field,
    id: input[field],
    before: before?.[field],
  });
  const { accounts, funds } = await refuseUnusable(app, {
    accounts: [named('fromAccountId'), named('toAccountId')],
    funds: [named('fromFundId'), named('toFundId'), named('fundId')],
  });
  refuseUndeposited(input, accounts);
  refuseChangeOfOwner(input, funds);
  if (input.reason === null && needsApproval(input, funds)) {
    throw badField('reason', 'required', 'is required, because donors have restricted the money of the fund');
  }
  await refuseHeld(app, input, before);
  if (!before || movesFigures(before, input)) await refuseBadLoan(app, input, before);
}

/**
 * Raises `validation_failed` for a fund of accounts that are both money, and `fund_overdrawn` for more than the fund
 * has or holds. `input` is null for a transfer that is deleted, and `before` is the transfer as it is now.
 */
export async function refuseHeld(app: App, input: Moved | null, before?: Transfer): Promise<void> {
  const own = before?.status === 'Posted' ? before : null;
  const accounts = await accountsById(app);
  const heldOf = (transfer: Moved | null) => {
    if (transfer === null) return { lines: [] };
    const { lines, raised } = heldBy(transfer);
    return { lines: lines.filter((line) => isNoMoney(accounts.get(line.accountId ?? 0)?.kind ?? 'Cash')), raised };
  };
  const held = heldOf(input);
  if (input !== null && input.fundId !== null && held.lines.length === 0) {
    throw badField(
      'fundId',
      'account_of_money',
      'is only for a transfer from or to an account that is no money, such as an Investment',
    );
  }
  await refuseOverheld(app, { ...held, before: heldOf(own) });
}

function refuseUndeposited(input: NewTransfer, accounts: ReadonlyMap<number, Account>): void {
  for (const field of ['fromAccountId', 'toAccountId'] as const) {
    if (accounts.get(input[field] ?? 0)?.kind !== 'Undeposited') continue;
    throw badField(field, 'use_a_deposit', 'must not be an Undeposited account; enter a deposit instead');
  }
}

/** Net assets do not include Custodial funds. Moving money into or out of net assets would be income or an expense. */
function refuseChangeOfOwner({ fromFundId, toFundId }: NewTransfer, funds: ReadonlyMap<number, Fund>): void {
  const [from, to] = [funds.get(fromFundId ?? 0), funds.get(toFundId ?? 0)];
  if (!from || !to || isOwned(from.class) === isOwned(to.class)) return;
  throw badField(
    'toFundId',
    'other_owner',
    `must ${isOwned(from.class) ? 'not ' : ''}be a Custodial fund, because the money of a Custodial fund belongs to others; use an adjusting entry instead`,
  );
}

/** Returns whether another person must approve a transfer. If so, raises `forbidden` for a command without `--as`. */
export async function mustBeApproved(app: App, transfer: Moved): Promise<boolean> {
  if (!needsApproval(transfer, await fundsById(app))) return false;
  if (actorId(app) !== null) return true;
  throw new AppError(
    'forbidden',
    'Another person must approve money that leaves a Restricted or Endowment fund, so Vestry must know who enters it. On the command line, name yourself with --as.',
  );
}

/** Raises `validation_failed` for a day in the future, `before_the_books` and `period_finalized`. */
export async function refuseDay(app: App, transfer: Moved): Promise<void> {
  const latest = await latestDate(app);
  if (transfer.date > latest) throw refusal([inFuture('date', latest)]);
  await refuseBeforeOpening(app, transfer.date);
  await refuseClosed(app, transfer);
}

/** Raises `period_finalized` if a transfer would change a finalized month. */
export async function refuseClosed(app: App, transfer: Moved): Promise<void> {
  await refuseClosedMonths(app, [bookingOf(transfer, await accountsById(app))]);
}

/**
 * Returns a transfer, with a warning if it leaves its fund with a negative balance or less than no cash, and if it changes an investment whose
 * value on a later day is booked already.
 */
export async function withWarnings(app: App, transfer: Transfer): Promise<EnteredTransfer> {
  const found = [await overdrawnBy(app, transfer), await movesValued(app, transfer)];
  const warnings = found.filter((warning) => warning !== null);
  return warnings.length === 0 ? transfer : { ...transfer, warnings };
}

type Warning = NonNullable<EnteredTransfer['warnings']>[number];

async function overdrawnBy(app: App, transfer: Transfer): Promise<Warning | null> {
  const giver = givenBy(transfer);
  if (!giver) return null;
  const name = (await fundsById(app)).get(giver.fundId)?.name;
  const warning = (what: string): Warning => ({
    code: 'fund_overdrawn',
    message: `This transfer leaves ${name} with ${what}.`,
  });
  // A loan and its repayment leave the balance of the fund, and take its cash.
  const left = staysOwed(transfer) ? ZERO : await leftIn(app, transfer, giver);
  if (left < 0) return warning(`a negative balance of ${formatMoney(left)}`);
  if (giver.fundId === GENERAL_FUND && !staysOwed(transfer)) return null;
  const cash = await cashLeftIn(app, transfer, giver.fundId);
  return cash < 0 ? warning(`${formatMoney(cash)} in cash`) : null;
}

/** Returns the cash of a fund after all documents, the transfer included. */
async function cashLeftIn(app: App, transfer: Transfer, fundId: number): Promise<Minor> {
  const cash = await (await cashOfFunds(app, await boundAt(app, LAST_DAY)))(fundId);
  return transfer.status === 'Posted' ? cash : subtractMoney(cash, await takenBy(app, transfer, fundId));
}

async function movesValued(app: App, { date, fundId, ...transfer }: Transfer): Promise<Warning | null> {
  const accounts = await accountsById(app);
  const moved = [accounts.get(transfer.fromAccountId ?? 0), accounts.get(transfer.toAccountId ?? 0)];
  for (const account of moved.filter((one) => one?.kind === 'Investment')) {
    const holders = { accountId: account?.id ?? 0, fundIds: [fundId ?? GENERAL_FUND] };
    const later = await findLaterGain(app.db, holders, { date });
    if (!later || later.until !== null) continue;
    const message = `The value of ${account?.name} on ${later.date} is booked already, and its gain does not know this transfer. Reverse adjusting entry ${later.id}, and book the value again.`;
    return { code: 'value_booked', message };
  }
  return null;
}

/**
 * Returns the balance of a fund on the day of a transfer or after all documents, whichever is lower. Both balances
 * include the transfer.
 */
async function leftIn(app: App, { date, status }: Transfer, { fundId, given }: { fundId: number; given: Minor }) {
  const fundOf = await fundsOfCategories(app);
  const then = (await fundBalancesAt(app.db, date, { fundOf })).get(fundId) ?? ZERO;
  const inAll = (await fundBalancesAt(app.db, LAST_DAY, { fundOf })).get(fundId) ?? ZERO;
  const least = then < inAll ? then : inAll;
  return status === 'Posted' ? least : addMoney(least, negateMoney(given));
}
