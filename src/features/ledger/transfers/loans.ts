/** Loans between funds: what the church moved from one fund to another that must come back. */
import type { App } from '../../../app.ts';
import { isNoMoney } from '../../../books/account-kinds.ts';
import { findBeginning } from '../../../books/balances.ts';
import { GENERAL_FUND } from '../../../books/fund-classes.ts';
import { AppError, badField, missingReference, unknownReferences } from '../../../errors.ts';
import { LAST_DAY } from '../../../lib/date.ts';
import { addMoney, formatMoney, type Minor, subtractMoney, toDecimal, ZERO } from '../../../lib/money.ts';
import { accountsById } from '../accounts/service.ts';
import { boundAt } from '../bound.ts';
import { fundsById } from '../funds/service.ts';
import { cashOfFunds, refuseMoreThanCash } from '../held.ts';
import { findTransfer, hasRepayments } from './queries.ts';
import { heldBy, type Moved } from './rules.ts';
import type { Transfer } from './schema.ts';

/**
 * Raises `fund_overdrawn` for a loan of more than the cash of the fund that lends, and, for a repayment,
 * `unknown_reference`, `validation_failed` if it does not fit the loan, and `loan_repaid` with `left` for more than is
 * still owed. `before` is the transfer as it is now.
 */
export async function refuseBadLoan(app: App, input: Moved, before?: Transfer): Promise<void> {
  if (input.loan) await refuseTooMuch(app, input, before);
  if (input.repays !== null) await refuseBadRepayment(app, input, before);
}

async function refuseTooMuch(app: App, input: Moved, before?: Transfer): Promise<void> {
  const { amount, fromFundId } = input;
  // A reversal gives the lender its money back.
  if (amount <= 0) return;
  const fundId = fromFundId ?? 0;
  const cashOf = await cashOfFunds(app, await boundAt(app, LAST_DAY));
  const cash = addMoney(await cashOf(fundId), before?.status === 'Posted' ? await takenBy(app, before, fundId) : ZERO);
  // The same transfer may sell what the fund holds, and lend the money.
  const name = (await fundsById(app)).get(fundId)?.name;
  refuseMoreThanCash(await takenBy(app, input, fundId), { name, cash });
}

/** Returns how much cash a transfer takes from a fund; a negative amount if it gives the fund cash. */
export async function takenBy(app: App, transfer: Moved, fundId: number): Promise<Minor> {
  const accounts = await accountsById(app);
  const { lines, raised } = heldBy(transfer);
  const held = lines.filter(
    (line) => (line.fundId ?? GENERAL_FUND) === fundId && isNoMoney(accounts.get(line.accountId ?? 0)?.kind ?? 'Cash'),
  );
  return subtractMoney(addMoney(ZERO, ...held.map(({ amount }) => amount)), raised.get(fundId) ?? ZERO);
}

async function refuseBadRepayment(app: App, input: Moved, before?: Transfer): Promise<void> {
  const loan = await findTransfer(app.db, input.repays ?? 0);
  if (!loan) throw unknownReferences([missingReference('repays', 'transfer')]);
  if (!loan.loan || loan.reversalOf !== null || loan.status !== 'Posted') {
    throw badField('repays', 'no_loan', 'must be a posted loan between two funds');
  }
  if (input.fromFundId !== loan.toFundId || input.toFundId !== loan.fromFundId) {
    const message = `must be a loan from the fund that now receives the money to the fund that pays; this one is from ${loan.fromFundName} to ${loan.toFundName}`;
    throw badField('repays', 'other_funds', message);
  }
  const beginning = (await findBeginning(app.db)) ?? '';
  if (loan.date < beginning) {
    const message = `must be a loan since the books began on ${beginning}; what funds owed each other before is no loan of these books, so enter the repayment as a transfer without \`repays\``;
    throw badField('repays', 'no_loan', message);
  }
  if (input.date < loan.date) {
    throw badField('date', 'before_original', `must not be before ${loan.date}, the date of the loan`);
  }
  const own = before?.repays === loan.id && before.status === 'Posted' ? before.amount : ZERO;
  const left = addMoney(loan.owed ?? ZERO, own);
  if (input.amount > left) throw repaid(left);
}

/**
 * Raises `loan_repaid` for a loan of which money was paid back. Until the repayments are reversed or deleted, it stays
 * as it is.
 */
export async function refuseRepaid(app: App, loan: Transfer): Promise<void> {
  if (!loan.loan || !(await hasRepayments(app.db, loan.id))) return;
  throw new AppError(
    'loan_repaid',
    'Money of this loan was paid back. Nothing was changed. Delete or reverse the repayment first.',
    { extra: { left: toDecimal(loan.owed ?? ZERO) } },
  );
}

function repaid(left: Minor): AppError {
  const rest = left === 0 ? 'The loan is already paid back' : `Only ${formatMoney(left)} of the loan is still owed`;
  return new AppError('loan_repaid', `${rest}. Nothing was changed. Use a smaller amount, or another loan.`, {
    extra: { left: toDecimal(left) },
  });
}
