/** Deposits of the money of sessions, of single gifts and of other income. */
import { amountOf, cents, dayAfter, sum } from '../money-and-days.js';
import { learnFee } from './expenses.js';
import { pickRecent } from './givings.js';

/** Returns the deposit that contains an item of other income, or undefined. */
export const incomeDepositOf = (books, incomeId) =>
  books.live('deposits').find(({ items }) => items.some((item) => item.otherIncomeId === incomeId));

export const givingsOf = (books, sessionId) => books.live('givings').filter((one) => one.sessionId === sessionId);

/**
 * Returns the undeposited cash or checks of a session, in cents. Subtracts the money that was deposited, whether with
 * the session or gift by gift, and the reversals that take money from Undeposited offerings.
 */
export function leftOf(books, session, method) {
  const own = givingsOf(books, session.id).filter((one) => one.method === method && !one.isInKind);
  const all = [...own, ...own.flatMap(({ id }) => books.reversalsOf('givings', id))];
  const ids = new Set(all.map(({ id }) => id));
  const items = books.live('deposits').flatMap((deposit) => deposit.items);
  const deposited = items.filter(
    (item) => (item.sessionId === session.id && item.method === method) || ids.has(item.givingId),
  );
  const undeposited = all.filter(({ accountId }) => accountId === books.undeposited);
  return sum(undeposited.map(({ amount }) => amount)) - sum(deposited.map(({ amount }) => amount));
}

export const banks = (books) =>
  [...books.accounts.values()].filter(
    (one) => one.isActive && !one.isReserved && (one.kind === 'Checking' || one.kind === 'Savings'),
  );

export function keepDeposit(run, deposit, { fee, feeExpenseId } = {}) {
  const { books } = run;
  const items = deposit.items.map((item) => ({
    sessionId: item.sessionId,
    method: item.method,
    givingId: item.givingId,
    otherIncomeId: item.otherIncomeId,
    amount: cents(item.amount),
    fromAccountId: sourceOf(books, item),
  }));
  run.keep('deposits', {
    id: deposit.id,
    date: deposit.date,
    accountId: deposit.accountId,
    items,
    ofSession: deposit.sessionId,
    fee,
    feeExpenseId,
  });
}

function sourceOf(books, { givingId, otherIncomeId }) {
  if (givingId) return books.givings.get(givingId).accountId;
  if (otherIncomeId) return books.incomes.get(otherIncomeId).accountId;
  return books.undeposited;
}

const submitted = (run) =>
  pickRecent(
    run,
    run.books.live('sessions').filter(({ status }) => status === 'Submitted'),
  );

/** Deposits a part of a session, single gifts, other income, or several of these together. */
async function deposit(run) {
  const { books } = run;
  const items = [];
  const expected = [];
  let least = '';
  const session = submitted(run);
  const method = run.pick(['Cash', 'Check']);
  const left = session ? leftOf(books, session, method) : 0;
  if (session && left > 0 && run.chance(70)) {
    const amount = run.chance(50) ? run.cents(left) : undefined;
    items.push({ sessionId: session.id, method, ...(amount && { amount: amountOf(amount) }) });
    expected.push(amount ?? left);
    least = session.date;
  }
  const accountId = run.pick(banks(books)).id;
  for (const giving of looseGivings(run, accountId, items).slice(-run.random.between(1, 3))) {
    items.push({ givingId: giving.id });
    expected.push(giving.amount);
    if (giving.date > least) least = giving.date;
  }
  for (const income of run.chance(60) ? looseIncomes(run, accountId).slice(-run.random.between(1, 3)) : []) {
    items.push({ otherIncomeId: income.id });
    expected.push(books.unreversed('incomes', income.id));
    if (income.date > least) least = income.date;
  }
  if (items.length === 0) return;
  const date = run.chance(4) ? run.anyDay() : run.openDay(least);
  if (date < least) return;
  const fee = run.chance(20) ? run.cents(Math.min(5000, sum(expected))) : undefined;
  const body = { date, accountId, items, ...(fee && { fee: amountOf(fee) }), memo: run.unique('Slip') };
  const made = await run.send({ path: '/api/deposits', body, refuse: run.refusalOn(date) });
  if (!made) return;
  run.expect(
    `the items of deposit ${made.id}`,
    made.items.map((item) => item.amount),
    expected.map(amountOf),
  );
  const feeExpenseId = fee ? await learnFee(run, { date, accountId, fee }) : undefined;
  keepDeposit(run, made, { fee, feeExpenseId });
}

/** Returns gifts with a processor or in Undeposited offerings that can be deposited one by one. */
function looseGivings(run, accountId, items) {
  const { books } = run;
  const single = new Set(books.live('deposits').flatMap((one) => one.items.map(({ givingId }) => givingId)));
  const named = new Set(items.map(({ sessionId }) => sessionId));
  return books.live('givings').filter((one) => {
    if (one.isInKind || single.has(one.id) || one.reversalOf !== null || (one.reversals ?? []).length > 0) return false;
    const { kind } = books.accounts.get(one.accountId);
    if (one.accountId === accountId || (kind !== 'Processor' && kind !== 'Undeposited')) return false;
    if (one.sessionId === null) return true;
    const session = books.sessions.get(one.sessionId);
    // What is left of the session must be enough for this gift, because parts of the session may be deposited already.
    return session.status === 'Submitted' && !named.has(session.id) && leftOf(books, session, one.method) >= one.amount;
  });
}

/** Returns other income with a processor or in Undeposited offerings that is not fully reversed and not deposited. */
function looseIncomes({ books }, accountId) {
  return books.live('incomes').filter((one) => {
    const { kind } = books.accounts.get(one.accountId);
    if (one.accountId === accountId || (kind !== 'Processor' && kind !== 'Undeposited')) return false;
    return !one.reversalOf && !incomeDepositOf(books, one.id) && books.unreversed('incomes', one.id) > 0;
  });
}

async function depositWrongly(run) {
  const { books } = run;
  const session = submitted(run);
  if (!session) return;
  const item = {
    sessionId: session.id,
    method: 'Cash',
    amount: amountOf(Math.max(1, leftOf(books, session, 'Cash') + 1)),
  };
  const date = run.openDay(session.date);
  if (date < session.date) return;
  const good = { date, accountId: books.defaultAccount, items: [item] };
  const [body, refuse] = run.pick([
    [good, 'deposited'],
    [{ ...good, accountId: books.payable }, 'account_reserved'],
    [{ ...good, date: dayAfter(run.today, 1) }, 'validation_failed'],
    [{ ...good, items: [] }, 'validation_failed'],
  ]);
  await run.send({ path: '/api/deposits', body, refuse });
}

/** True if a fee has no reversal and one payment, which is not voided and pays nothing else. */
function isAsEntered(books, fee) {
  const [payment, ...others] = books.live('payments').filter(({ id }) => fee.payments.includes(id));
  const isPaid = payment && others.length === 0 && !payment.voidedOn && payment.items.length === 1;
  return isPaid && books.reversalsOf('expenses', fee.id).length === 0;
}

async function deleteDeposit(run) {
  const { books } = run;
  const withFee = books.live('deposits').filter(({ feeExpenseId }) => feeExpenseId);
  const one = pickRecent(run, run.chance(40) && withFee.length > 0 ? withFee : books.live('deposits'));
  if (!one) return;
  const codes = [];
  if (one.ofSession !== null) codes.push('deposited');
  if (run.refusalOn(one.date)) codes.push('period_finalized');
  // A reversal already took the money of this income from the account of the deposit.
  const isGone = ({ otherIncomeId }) =>
    otherIncomeId && books.reversalsOf('incomes', otherIncomeId).some(({ accountId }) => accountId === one.accountId);
  if (one.items.some(isGone)) codes.push('reversed');
  const fee = one.feeExpenseId && books.expenses.get(one.feeExpenseId);
  const isKept = fee && !isAsEntered(books, fee);
  // A fee that was reversed in full stays. Any other fee that is no longer as it was entered must be reversed first.
  if (isKept && (books.unreversed('expenses', fee.id) !== 0 || books.leftToPay(fee.id) !== 0)) codes.push('reversed');
  const done = await run.send({
    method: 'DELETE',
    path: `/api/deposits/${one.id}`,
    refuse: codes.length > 0 ? codes : undefined,
  });
  if (!done) return;
  run.keep('deposits', { id: one.id, isDeleted: true });
  if (!fee || isKept) return;
  run.keep('expenses', { id: fee.id, isDeleted: true });
  for (const id of fee.payments) run.keep('payments', { id, isDeleted: true });
}

/** Tries to deposit other income that cannot be deposited, or the same income twice. */
async function depositIncomeWrongly(run) {
  const { books } = run;
  const income = pickRecent(run, books.live('incomes'));
  if (!income) return;
  const accountId = run.pick(banks(books)).id;
  const { kind } = books.accounts.get(income.accountId);
  const isWaiting = (kind === 'Processor' || kind === 'Undeposited') && income.accountId !== accountId;
  const codes = [];
  if (!isWaiting || income.reversalOf) codes.push('validation_failed');
  else if (incomeDepositOf(books, income.id)) codes.push('deposited');
  else if (books.unreversed('incomes', income.id) === 0) codes.push('reversed');
  const isTwice = codes.length === 0;
  if (isTwice) codes.push('validation_failed');
  const item = { otherIncomeId: income.id };
  const date = run.openDay(income.date);
  if (date < income.date) return;
  await run.send({
    path: '/api/deposits',
    body: { date, accountId, items: isTwice ? [item, item] : [item] },
    refuse: codes,
  });
}

export const DEPOSITS = [
  [4, 'deposit', deposit],
  [1, 'make an invalid deposit', depositWrongly],
  [0.5, 'make an invalid deposit of other income', depositIncomeWrongly],
  [1, 'delete a deposit', deleteDeposit],
];
