/** Transfers between accounts and funds, loans between funds, and their approvals and reversals. */
import { overdrawn, owedOf, refusedIfOverdrawn } from '../holdings.js';
import { amountOf, cents, sum } from '../money-and-days.js';
import { lend, repay, shortOfCash, useAccountOfFund } from './fund-money.js';
import { pickRecent } from './givings.js';
import { randomReversal } from './other-income.js';

const NEEDS_REASON = new Set(['Restricted', 'Endowment']);

const activeOf = (map) => [...map.values()].filter(({ isActive }) => isActive !== false);

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
  const { fundId, loan, repays } = made;
  run.keep('transfers', {
    id,
    date,
    amount: cents(amount),
    fromAccountId,
    toAccountId,
    fromFundId,
    toFundId,
    fundId,
    loan,
    repays,
    status,
    reversalOf,
    reversals: run.books.transfers.get(id)?.reversals ?? [],
    ...more,
  });
}

function checkTransfer(run, made, body) {
  const fields = ['amount', 'fromAccountId', 'toAccountId', 'fromFundId', 'toFundId', 'fundId', 'repays'];
  run.expect(
    `transfer ${made.id}`,
    [...fields.map((name) => made[name] ?? null), made.loan],
    [...fields.map((name) => body[name] ?? null), body.loan ?? false],
  );
  run.expect(`the status of transfer ${made.id}`, made.status, body.reason ? 'PendingApproval' : 'Posted');
}

/** Returns what a transfer does to the cash of funds and to what they hold. */
function effectOf({ amount, fromAccountId, toAccountId, fundId, fromFundId, toFundId }) {
  const raised = new Map();
  if (fromFundId) raised.set(fromFundId, 0 - amount).set(toFundId, amount);
  const line = (account, change) => ({ account, fund: fundId, amount: change });
  return { lines: [line(fromAccountId, 0 - amount), line(toAccountId, amount)], raised };
}

const inCents = (body) => ({ ...body, amount: cents(body.amount) });

const transfer = (run) => enterTransfer(run, randomTransfer(run));

/** Enters a transfer. `codes` are the codes with which it must be refused, whatever its day. */
async function enterTransfer(run, body, { codes = [], short = [], from, left } = {}) {
  if (!body || !run.has('POST /api/transfers')) return;
  const date = from ? run.openDay(from) : run.anyDay();
  // Money held for others can be moved only to another Custodial fund.
  const isMixed = body.fromFundId && run.books.isCustodial(body.fromFundId) !== run.books.isCustodial(body.toFundId);
  const all = [...codes, ...(isMixed ? ['validation_failed'] : [])];
  if (run.refusalOn(date)) all.push('period_finalized');
  if (from && date < from) all.push('validation_failed');
  const missing = [...short, ...overdrawn(run.books, effectOf(inCents(body)))];
  const refusal = refusedIfOverdrawn(all, missing, left);
  const made = await run.send({ path: '/api/transfers', body: { ...body, date }, ...refusal });
  if (!made) return;
  checkTransfer(run, made, body);
  keepTransfer(run, made);
}

/** Returns the body of a transfer for a fund, a loan or a repayment, with a reason if it needs one. */
const withReason = (run, body) =>
  body && NEEDS_REASON.has(run.books.funds.get(body.fromFundId)?.class)
    ? { ...body, reason: 'The board agrees' }
    : body;

async function moveForFund(run) {
  await enterTransfer(run, withReason(run, useAccountOfFund(run)));
}

async function lendToFund(run) {
  const { body, short } = lend(run) ?? {};
  await enterTransfer(run, withReason(run, body), { short });
}

async function payBack(run) {
  const { body, ...more } = repay(run) ?? {};
  await enterTransfer(run, withReason(run, body), more);
}

/** Draws what a transfer becomes. Returns its body, and the codes with which it is refused because of a loan. */
function drawAgain(run) {
  const kind = run.pick(['any', 'forFund', 'loan', 'repayment']);
  if (kind === 'any') return { body: randomTransfer(run) };
  if (kind === 'forFund') return { body: withReason(run, useAccountOfFund(run)) };
  const { body, codes, short, from } = (kind === 'loan' ? lend(run) : repay(run)) ?? {};
  return { body: withReason(run, body), codes, short, from };
}

/** Replaces a transfer. A fund may lend as much as if the transfer had never been entered. */
async function changeTransfer(run) {
  const { books } = run;
  const one = pickRecent(run, books.live('transfers'));
  if (!one) return;
  books.transfers.set(one.id, { ...one, isDeleted: true });
  const { body, codes: ofLoan = [], short = [], from = '' } = drawAgain(run);
  books.transfers.set(one.id, one);
  if (!body || body.repays === one.id) return;
  const own = one.status === 'Posted' ? effectOf(one) : undefined;
  const missing = overdrawn(books, effectOf(inCents(body)), own);
  const date = run.chance(10) ? run.anyDay() : run.openDay(from);
  const codes = [...ofLoan];
  if (one.reversalOf || one.reversals.some((id) => !books.transfers.get(id).isDeleted)) codes.push('reversed');
  if (date < from) codes.push('validation_failed');
  if (body.fromFundId && books.isCustodial(body.fromFundId) !== books.isCustodial(body.toFundId))
    codes.push('validation_failed');
  if (run.refusalOn(date, ...(one.status === 'Posted' ? [one.date] : []))) codes.push('period_finalized');
  const back = paidBack(books, one.loan ? one.id : undefined);
  if (back.posted !== 0) codes.push('loan_repaid');
  const may = back.waits ? ['loan_repaid'] : [];
  const path = `/api/transfers/${one.id}`;
  const refusal = refusedIfOverdrawn(codes, [...short, ...missing]);
  const made = await run.send({ method: 'PUT', path, body: { ...body, date }, may, ...refusal });
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
  // No fund holds a part of an account of money.
  const money = { toAccountId: activeOf(books.accounts).find(({ id, kind }) => id !== from && kind === 'Cash')?.id };
  const restricted = activeOf(books.funds).find((one) => NEEDS_REASON.has(one.class));
  const [body, refuse] = run.pick([
    [{ ...good, toAccountId: from }, 'validation_failed'],
    [{ ...good, toAccountId: books.payable }, 'account_reserved'],
    [{ ...good, toAccountId: undefined }, 'validation_failed'],
    [{ ...good, amount: 0 }, 'validation_failed'],
    [{ ...good, fundId: restricted?.id ?? books.general, ...money }, 'validation_failed'],
    [{ ...good, loan: true }, 'validation_failed'],
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
  if (one.repays && one.amount > owedOf(books, books.transfers.get(one.repays))) codes.push('loan_repaid');
  if (one.reversalOf && paidBack(books, one.reversalOf).posted !== 0) codes.push('loan_repaid');
  const may = ['account_disabled', 'fund_disabled', ...(paidBack(books, one.reversalOf).waits ? ['loan_repaid'] : [])];
  const isLent = one.loan && !one.reversalOf && one.status === 'PendingApproval';
  const short = [...overdrawn(books, effectOf(one)), ...(isLent ? shortOfCash(books, one) : [])];
  const path = `/api/transfers/${one.id}/approve`;
  const made = await run.send({ as, path, may, ...refusedIfOverdrawn(codes, short) });
  if (made) keepTransfer(run, made);
}

/** Returns what is paid back of a loan, in cents, and whether a repayment of it waits for approval. */
function paidBack(books, id) {
  const all = id ? books.live('transfers').filter(({ repays }) => repays === id) : [];
  const posted = all.filter(({ status }) => status === 'Posted');
  return { posted: sum(posted.map(({ amount }) => amount)), waits: posted.length < all.length };
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
  const back = paidBack(run.books, one.loan && !one.reversalOf ? one.id : undefined);
  if (back.posted !== 0) codes.push('loan_repaid');
  const may = [...(isWaiting ? ['period_finalized'] : []), ...(back.waits ? ['loan_repaid'] : [])];
  const short = isWaiting ? [] : overdrawn(run.books, { lines: [], raised: new Map() }, effectOf(one));
  const path = `/api/transfers/${one.id}`;
  const done = await run.send({ method: 'DELETE', path, may, ...refusedIfOverdrawn(codes, short) });
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
  // What was lent or repaid before the books is not drawn.
  if ((one.loan || one.repays) && books.isBefore(one.date)) return;
  const { body, amount, refuse: codes = [] } = randomReversal(run, 'transfers', one);
  if (body.date < one.date) return;
  const back = paidBack(books, one.loan ? one.id : undefined);
  if (back.posted !== 0) codes.push('loan_repaid');
  const may = back.waits ? ['loan_repaid'] : [];
  const refusal = refusedIfOverdrawn(codes, overdrawn(books, effectOf({ ...one, amount: 0 - amount })));
  const made = await run.send({ path: `/api/transfers/${one.id}/reverse`, body, may, ...refusal });
  if (!made) return;
  run.expect(`the amount of reversal ${made.id}`, cents(made.amount), 0 - amount);
  const isOutOfRestricted = one.toFundId && NEEDS_REASON.has(books.funds.get(one.toFundId).class);
  run.expect(`the status of reversal ${made.id}`, made.status, isOutOfRestricted ? 'PendingApproval' : 'Posted');
  keepTransfer(run, made);
  run.keep('transfers', { id: one.id, reversals: [...one.reversals, made.id] });
}

export const TRANSFERS = [
  [3, 'transfer', transfer],
  [0.7, 'enter an invalid transfer', transferWrongly],
  [2, 'transfer for a fund to or from what is no money', moveForFund],
  [1.5, 'lend money of a fund to another', lendToFund],
  [1.5, 'pay a loan between funds back', payBack],
  [1, 'change a transfer', changeTransfer],
  [2, 'approve a transfer', approveTransfer],
  [0.6, 'delete a transfer', deleteTransfer],
  [1, 'reverse a transfer', reverseTransfer],
];
