/** What a fund may do with its money: hold what is no money, lend to another fund, and pay back what it borrowed. */
import { cashByFund, loansAt, owedOf } from '../holdings.js';
import { amountOf } from '../money-and-days.js';
import { postAll } from '../postings.js';
import { pickRecent } from './givings.js';

const PAYING = new Set(['Checking', 'Savings', 'Cash']);

const activeOf = (map) => [...map.values()].filter(({ isActive }) => isActive !== false);

/** Returns the cash of a fund in cents, after all documents. */
export const cashOf = (books, fundId) => cashByFund(books, postAll(books)).get(fundId);

/** Draws an amount of which there is enough, and rarely one of which there is not. */
export function amountWithin(run, most) {
  if (most <= 0 || run.chance(8)) return Math.max(most, 0) + run.cents(500);
  return run.chance(15) ? most : run.cents(most);
}

/** Returns a fund that may hold what is no money, often one that has cash, of one of these classes if there is one. */
export function pickFund(run, classes) {
  const { books } = run;
  const all = activeOf(books.funds).filter(({ class: kind }) => kind !== 'General');
  const wanted = all.filter(({ class: kind }) => classes?.includes(kind));
  const funds = wanted.length > 0 ? wanted : all;
  const cash = cashByFund(books, postAll(books));
  const rich = funds.filter(({ id }) => cash.get(id) > 0);
  return run.pick(rich.length > 0 && run.chance(90) ? rich : funds);
}

/** Returns the body of a transfer with which a fund buys or sells what is no money, such as an investment. */
export function useAccountOfFund(run) {
  const { books } = run;
  const usable = activeOf(books.accounts).filter(({ isReserved }) => !isReserved);
  const kinds = run.chance(80) ? ['Investment'] : ['Investment', 'OtherAsset', 'Loan', 'FixedAsset', 'OtherLiability'];
  const held = usable.filter(({ kind }) => kinds.includes(kind));
  const money = usable.filter(({ kind }) => PAYING.has(kind));
  const fund = pickFund(run);
  if (held.length === 0) return undefined;
  const account = run.pick(held).id;
  const isIn = run.chance(60);
  const others = run.chance(8) ? held.filter(({ id }) => id !== account) : money;
  if (others.length === 0) return undefined;
  const other = run.pick(others).id;
  const most = isIn ? cashOf(books, fund.id) : heldOf(books, fund.id, account);
  const [fromAccountId, toAccountId] = isIn ? [other, account] : [account, other];
  const body = {
    fromAccountId,
    toAccountId,
    fundId: fund.id,
    amount: amountOf(amountWithin(run, most)),
    memo: 'Broker',
  };
  return run.chance(10) ? withFunds(run, body) : body;
}

/** Adds that the money comes from another fund. */
function withFunds(run, body) {
  const giver = run.pick(activeOf(run.books.funds));
  return giver.id === body.fundId ? body : { ...body, fromFundId: giver.id, toFundId: body.fundId };
}

function heldOf(books, fundId, accountId) {
  const own = postAll(books).accounts.filter(({ account, holder }) => account === accountId && holder === fundId);
  return own.reduce((total, { amount }) => total + amount, 0);
}

/** Returns the body of a loan between two funds, and the cash of the fund that lends if that is not enough. */
export function lend(run) {
  const { books } = run;
  const lender = pickFund(run);
  const isHeld = lender.class === 'Custodial';
  const borrowers = activeOf(books.funds).filter(
    ({ id, class: kind }) => id !== lender.id && (kind === 'Custodial') === isHeld,
  );
  if (borrowers.length === 0) return undefined;
  const amount = amountWithin(run, cashOf(books, lender.id));
  const sides = { fromFundId: lender.id, toFundId: run.pick(borrowers).id };
  const body = { ...sides, amount: amountOf(amount), loan: true, memo: 'Lent' };
  return { body, short: shortOfCash(books, { ...sides, amount }) };
}

/** Returns the cash of a fund that lends more than it has, or an empty list. */
export function shortOfCash(books, { fromFundId, amount }) {
  const cash = cashOf(books, fromFundId);
  return amount > cash ? [Math.max(cash, 0)] : [];
}

/** Returns the body of a repayment, the codes with which it is refused, and the day and the rest of its loan. */
export function repay(run) {
  const { books } = run;
  const loans = books
    .live('transfers')
    .filter((one) => one.loan && !one.reversalOf && one.status === 'Posted' && !books.isBefore(one.date));
  const owed = loans.filter((one) => owedOf(books, one) > 0);
  const loan = pickRecent(run, owed.length > 0 && run.chance(90) ? owed : loans);
  if (!loan) return undefined;
  const left = owedOf(books, loan);
  const amount = amountWithin(run, left);
  const sides = { fromFundId: loan.toFundId, toFundId: loan.fromFundId };
  const codes = amount > left ? ['loan_repaid'] : [];
  if (sides.fromFundId && [sides.fromFundId, sides.toFundId].some((id) => !books.funds.get(id).isActive))
    codes.push('fund_disabled');
  return {
    body: { ...sides, amount: amountOf(amount), repays: loan.id, memo: 'Paid back' },
    codes,
    from: loan.date,
    left,
  };
}

/** True if a fund lent money to another fund, or borrowed from it. */
export const isInLoan = (books, fundId) =>
  [...loansAt(books, '9999-12-31').keys()].some((key) => key.split('/').map(Number).includes(fundId));
