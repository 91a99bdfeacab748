/** Other income, transfers between accounts and funds, and their reversals. */
import { amountOf, cents, latest } from '../money-and-days.js';
import { incomeDepositOf } from './deposits.js';
import { pickRecent } from './givings.js';

const RECEIVING = new Set(['Checking', 'Savings', 'Cash', 'Processor', 'Undeposited']);
const NEEDS_REASON = new Set(['Restricted', 'Endowment']);

const activeOf = (map) => [...map.values()].filter(({ isActive }) => isActive !== false);

function randomIncome(run) {
  const { books } = run;
  const accounts = activeOf(books.accounts).filter((one) => !one.isReserved && RECEIVING.has(one.kind));
  return {
    amount: amountOf(run.cents()),
    incomeCategoryId: run.pick(activeOf(books.incomeCategories)).id,
    accountId: run.pick(accounts).id,
    ...(run.chance(40) && { fundId: run.pick(activeOf(books.funds)).id }),
    payer: 'The neighbours',
  };
}

function keepIncome(run, made, sent) {
  const { books } = run;
  const { id, date, amount, incomeCategoryId, accountId, fundId, reversalOf } = made;
  if (sent) {
    const { amount: wanted, incomeCategoryId: category, accountId: account, fundId: fund = books.general } = sent;
    run.expect(`other income ${id}`, [amount, incomeCategoryId, accountId, fundId], [wanted, category, account, fund]);
  }
  run.keep('incomes', {
    id,
    date,
    amount: cents(amount),
    incomeCategoryId,
    accountId,
    fundId,
    reversalOf,
    reversals: books.incomes.get(id)?.reversals ?? [],
  });
}

async function receive(run) {
  if (!run.has('POST /api/other-income')) return;
  const date = run.anyDay();
  const body = randomIncome(run);
  const made = await run.send({ path: '/api/other-income', body: { ...body, date }, refuse: run.refusalOn(date) });
  if (made) keepIncome(run, made, body);
}

function locks(run, income, ...days) {
  const codes = [];
  if (income.reversalOf || income.reversals.length > 0) codes.push('reversed');
  if (run.refusalOn(income.date, ...days)) codes.push('period_finalized');
  if (incomeDepositOf(run.books, income.id)) codes.push('deposited');
  return codes.length > 0 ? codes : undefined;
}

async function changeIncome(run) {
  if (!run.has('PUT /api/other-income/{id}')) return;
  const income = pickRecent(run, run.books.live('incomes'));
  if (!income) return;
  const date = run.anyDay();
  const body = randomIncome(run);
  const refuse = locks(run, income, date);
  const path = `/api/other-income/${income.id}`;
  const made = await run.send({ method: 'PUT', path, body: { ...body, date }, refuse });
  if (made) keepIncome(run, made, body);
}

async function deleteIncome(run) {
  if (!run.has('DELETE /api/other-income/{id}')) return;
  const income = pickRecent(run, run.books.live('incomes'));
  if (!income) return;
  const done = await run.send({ method: 'DELETE', path: `/api/other-income/${income.id}`, refuse: locks(run, income) });
  if (done) run.keep('incomes', { id: income.id, isDeleted: true });
}

/** Returns the body of a random reversal, the amount that it reverses, and the codes with which it must be refused. */
function randomReversal(run, kind, document) {
  const left = run.books.unreversed(kind, document.id);
  const date = run.chance(4) ? run.anyDay() : run.openDay(document.date);
  const isOver = run.chance(5);
  const body = { date, reason: 'A mistake' };
  if (isOver) body.amount = amountOf(left + 1);
  else if (left > 1 && run.chance(50)) body.amount = amountOf(run.cents(left));
  const codes = [];
  if (left === 0 || isOver) codes.push('already_reversed');
  if (run.refusalOn(date)) codes.push('period_finalized');
  return { body, amount: body.amount ? cents(body.amount) : left, refuse: codes.length > 0 ? codes : undefined };
}

async function reverseIncome(run) {
  if (!run.has('POST /api/other-income/{id}/reverse')) return;
  const { books } = run;
  const income = pickRecent(
    run,
    books.live('incomes').filter(({ reversalOf }) => !reversalOf),
  );
  if (!income) return;
  const deposit = incomeDepositOf(books, income.id);
  // Deposited income is reversed from the account of its deposit, so not before the date of the deposit.
  const least = latest([income.date, deposit?.date ?? '']);
  const from = run.chance(20) ? income.date : least;
  const { body, amount, refuse: codes = [] } = randomReversal(run, 'incomes', { ...income, date: from });
  if (body.date < income.date) return;
  if (body.date < least) codes.push('validation_failed');
  const refuse = codes.length > 0 ? codes : undefined;
  const made = await run.send({ path: `/api/other-income/${income.id}/reverse`, body, refuse });
  if (!made) return;

  run.expect(`the amount of reversal ${made.id}`, cents(made.amount), 0 - amount);
  run.expect(`the account of reversal ${made.id}`, made.accountId, deposit?.accountId ?? income.accountId);
  run.expect(
    `the fund of reversal ${made.id}`,
    [made.fundId, made.incomeCategoryId],
    [income.fundId, income.incomeCategoryId],
  );
  keepIncome(run, made);
  run.keep('incomes', { id: income.id, reversals: [...income.reversals, made.id] });
}

/** Returns the body of a random transfer between accounts, funds or both. */
function randomTransfer(run) {
  const { books } = run;
  const body = { amount: amountOf(run.cents()), memo: 'Moved' };
  const what = run.pick(['accounts', 'accounts', 'funds', 'funds', 'both']);
  const two = (list) => {
    const [from, to] = [run.pick(list), run.pick(list)];
    return from.id === to.id ? undefined : [from, to];
  };
  if (what !== 'funds') {
    const pair = two(activeOf(books.accounts).filter((one) => !one.isReserved && one.kind !== 'Undeposited'));
    if (!pair) return undefined;
    Object.assign(body, { fromAccountId: pair[0].id, toAccountId: pair[1].id });
  }
  if (what !== 'accounts') {
    const pair = two(activeOf(books.funds));
    if (!pair) return undefined;
    Object.assign(body, { fromFundId: pair[0].id, toFundId: pair[1].id });
    if (NEEDS_REASON.has(pair[0].class)) body.reason = 'The donor agrees';
  }
  return body;
}

function keepTransfer(run, made, more = {}) {
  const { id, date, amount, fromAccountId, toAccountId, fromFundId, toFundId, status, reversalOf } = made;
  run.keep('transfers', {
    id,
    date,
    amount: cents(amount),
    fromAccountId,
    toAccountId,
    fromFundId,
    toFundId,
    status,
    reversalOf,
    reversals: run.books.transfers.get(id)?.reversals ?? [],
    ...more,
  });
}

function checkTransfer(run, made, body) {
  const fields = ['amount', 'fromAccountId', 'toAccountId', 'fromFundId', 'toFundId'];
  run.expect(
    `transfer ${made.id}`,
    fields.map((name) => made[name] ?? null),
    fields.map((name) => body[name] ?? null),
  );
  run.expect(`the status of transfer ${made.id}`, made.status, body.reason ? 'PendingApproval' : 'Posted');
}

async function transfer(run) {
  if (!run.has('POST /api/transfers')) return;
  const body = randomTransfer(run);
  if (!body) return;
  const date = run.anyDay();
  // Money held for others can be moved only to another Custodial fund.
  const isMixed = body.fromFundId && run.books.isCustodial(body.fromFundId) !== run.books.isCustodial(body.toFundId);
  const codes = [...(isMixed ? ['validation_failed'] : []), ...(run.refusalOn(date) ? ['period_finalized'] : [])];
  const refuse = codes.length > 0 ? codes : undefined;
  const made = await run.send({ path: '/api/transfers', body: { ...body, date }, refuse });
  if (!made) return;
  checkTransfer(run, made, body);
  keepTransfer(run, made);
}

async function transferWrongly(run) {
  if (!run.has('POST /api/transfers')) return;
  const { books } = run;
  const date = run.openDay();
  const from = books.defaultAccount;
  const other = activeOf(books.accounts).find(
    (one) => one.id !== from && !one.isReserved && one.kind !== 'Undeposited',
  );
  if (!other) return;
  const good = { date, amount: 5, fromAccountId: from, toAccountId: other.id, memo: 'Wrong' };
  const restricted = activeOf(books.funds).find((one) => NEEDS_REASON.has(one.class));
  const [body, refuse] = run.pick([
    [{ ...good, toAccountId: from }, 'validation_failed'],
    [{ ...good, toAccountId: books.payable }, 'account_reserved'],
    [{ ...good, toAccountId: undefined }, 'validation_failed'],
    [{ ...good, amount: 0 }, 'validation_failed'],
    ...(restricted
      ? [[{ date, amount: 5, memo: 'Wrong', fromFundId: restricted.id, toFundId: books.general }, 'validation_failed']]
      : []),
  ]);
  await run.send({ path: '/api/transfers', body, refuse });
}

async function approveTransfer(run) {
  if (!run.has('POST /api/transfers/{id}/approve')) return;
  const { books } = run;
  const one = run.chance(85)
    ? pickRecent(
        run,
        books.live('transfers').filter(({ status }) => status === 'PendingApproval'),
      )
    : pickRecent(run, books.live('transfers'));
  if (!one) return;
  const as = run.pick(['elder', 'approver', 'treasurer']);
  const codes = [];
  if (one.status !== 'PendingApproval') codes.push('invalid_transition');
  if (as === 'treasurer') codes.push('self_approval');
  if (run.refusalOn(one.date)) codes.push('period_finalized');
  const may = ['account_disabled', 'fund_disabled'];
  const made = await run.send({
    as,
    path: `/api/transfers/${one.id}/approve`,
    refuse: codes.length > 0 ? codes : undefined,
    may,
  });
  if (made) keepTransfer(run, made);
}

async function deleteTransfer(run) {
  if (!run.has('DELETE /api/transfers/{id}')) return;
  const one = pickRecent(run, run.books.live('transfers'));
  if (!one) return;
  const codes = [];
  // A reversal that waits for approval can be deleted, and then the transfer is no longer reversed.
  const isReversed = one.reversals.some((id) => !run.books.transfers.get(id).isDeleted);
  if ((one.reversalOf && one.status === 'Posted') || isReversed) codes.push('reversed');
  // A transfer that waits for approval is in no figure, so it may be deleted even in a closed month.
  const isWaiting = one.status === 'PendingApproval';
  if (run.refusalOn(one.date) && !isWaiting) codes.push('period_finalized');
  const may = isWaiting ? ['period_finalized'] : [];
  const done = await run.send({
    method: 'DELETE',
    path: `/api/transfers/${one.id}`,
    refuse: codes.length > 0 ? codes : undefined,
    may,
  });
  if (done) run.keep('transfers', { id: one.id, isDeleted: true });
}

async function reverseTransfer(run) {
  if (!run.has('POST /api/transfers/{id}/reverse')) return;
  const { books } = run;
  const one = pickRecent(
    run,
    books.live('transfers').filter(({ reversalOf, status }) => !reversalOf && status === 'Posted'),
  );
  if (!one) return;
  const { body, amount, refuse } = randomReversal(run, 'transfers', one);
  if (body.date < one.date) return;
  const made = await run.send({ path: `/api/transfers/${one.id}/reverse`, body, refuse });
  if (!made) return;
  run.expect(`the amount of reversal ${made.id}`, cents(made.amount), 0 - amount);
  const isOutOfRestricted = one.toFundId && NEEDS_REASON.has(books.funds.get(one.toFundId).class);
  run.expect(`the status of reversal ${made.id}`, made.status, isOutOfRestricted ? 'PendingApproval' : 'Posted');
  keepTransfer(run, made);
  run.keep('transfers', { id: one.id, reversals: [...one.reversals, made.id] });
}

async function changeIncomeCategories(run) {
  if (!run.has('PUT /api/income-categories/{id}')) return;
  const { incomeCategories } = run.books;
  const isNew = incomeCategories.size < 9 && run.chance(50);
  const one = run.pick([...incomeCategories.values()]);
  const body = { name: run.unique('Income') };
  const made = isNew
    ? await run.send({ path: '/api/income-categories', body })
    : await run.send({ method: 'PUT', path: `/api/income-categories/${one.id}`, body });
  if (made) incomeCategories.set(made.id, { id: made.id, name: made.name, isActive: made.isActive });
}

export const LEDGER = [
  [3, 'enter other income', receive],
  [0.7, 'change other income', changeIncome],
  [0.5, 'delete other income', deleteIncome],
  [0.8, 'reverse other income', reverseIncome],
  [3, 'transfer', transfer],
  [0.7, 'enter an invalid transfer', transferWrongly],
  [1.5, 'approve a transfer', approveTransfer],
  [0.5, 'delete a transfer', deleteTransfer],
  [0.7, 'reverse a transfer', reverseTransfer],
  [0.3, 'add or rename a category of income', changeIncomeCategories],
];
