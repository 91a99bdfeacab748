/** Offering sessions from the first gift to the bank, and deposits. */
import { amountOf, cents, dayAfter, sum } from '../money-and-days.js';
import { keepGiving, pickRecent, randomGiving } from './givings.js';
import { learnFee } from './expenses.js';

const givingsOf = (books, sessionId) => books.live('givings').filter((one) => one.sessionId === sessionId);

async function openSession(run) {
  const { books } = run;
  const taken = new Set(books.live('sessions').map(({ date }) => date));
  const date = run.anyDay();
  const rows = Array.from({ length: run.random.between(0, 10) }, () => randomGiving(run, { isInSession: true }));
  const attendance = run.chance(80) ? run.random.between(0, 400) : null;
  const body = { date, sundayAttendanceCount: attendance, givings: rows.map((row) => row.body) };
  const codes = [...(taken.has(date) ? ['session_exists'] : []), ...(run.refusalOn(date) ? ['period_finalized'] : [])];
  const made = await run.send({ path: '/api/offering-sessions', body, refuse: codes.length > 0 ? codes : undefined });
  if (!made) return;
  run.keep('sessions', { id: made.id, date, attendance, status: 'Draft', controlTotal: null });
  run.expect('the number of givings', made.givings.length, rows.length);
  for (const [index, row] of made.givings.entries()) {
    run.expect('the amount', row.amount, rows[index].body.amount);
    keepGiving(run, row, rows[index].accountId);
  }
}

const inState = (run, ...states) =>
  pickRecent(
    run,
    run.books.live('sessions').filter(({ status }) => states.includes(status)),
  );

async function addToSession(run) {
  const session = run.chance(92) ? inState(run, 'Draft') : inState(run, 'Submitted', 'Reconciled');
  if (!session) return;
  const { body, accountId } = randomGiving(run, { isInSession: true });
  const codes = [
    ...(session.status === 'Draft' ? [] : ['session_locked']),
    ...(run.refusalOn(session.date) ? ['period_finalized'] : []),
  ];
  const sent = { ...body, sessionId: session.id, date: session.date };
  const made = await run.send({ path: '/api/givings', body: sent, refuse: codes.length > 0 ? codes : undefined });
  if (made) keepGiving(run, made, accountId);
}

async function changeSession(run) {
  const session = inState(run, 'Draft');
  if (!session) return;
  const attendance = run.chance(80) ? run.random.between(0, 400) : null;
  const path = `/api/offering-sessions/${session.id}`;
  const body = { sundayAttendanceCount: attendance };
  // Only the attendance is a figure of the month.
  const isFigure = attendance !== session.attendance;
  const refuse = isFigure ? run.refusalOn(session.date) : undefined;
  const made = await run.send({ method: 'PUT', path, body, refuse, may: ['period_finalized'] });
  if (made) run.keep('sessions', { id: session.id, attendance, controlTotal: null });
}

/** Returns the sum of the money of a session, in cents. */
const enteredIn = (books, session) =>
  sum(
    givingsOf(books, session.id)
      .filter(({ isInKind }) => !isInKind)
      .map(({ amount }) => amount),
  );

/** Submits a session, sometimes after a count that does not agree. */
async function submit(run) {
  const { books } = run;
  const session = run.chance(95) ? inState(run, 'Draft') : inState(run, 'Submitted', 'Reconciled');
  if (!session) return;
  const path = `/api/offering-sessions/${session.id}`;
  if (session.status === 'Draft' && run.chance(30) && !run.refusalOn(session.date)) {
    const controlTotal = enteredIn(books, session) + (run.chance(30) ? 1 : 0);
    const body = { sundayAttendanceCount: session.attendance, controlTotal: amountOf(controlTotal) };
    if (await run.send({ method: 'PUT', path, body })) run.keep('sessions', { id: session.id, controlTotal });
  }
  const { controlTotal } = books.sessions.get(session.id);
  const isWrong = controlTotal !== null && controlTotal !== enteredIn(books, session);
  const refuse = session.status !== 'Draft' ? 'invalid_transition' : isWrong ? 'control_total_mismatch' : undefined;
  const made = await run.send({ path: `${path}/submit`, refuse });
  if (made) run.keep('sessions', { id: session.id, status: 'Submitted' });
}

/**
 * Returns what is left to deposit of the cash or the checks of a session, in cents. Only money that lies undeposited is
 * left: neither what was deposited, also gift by gift, nor what a reversal took back from there.
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

const banks = (books) =>
  [...books.accounts.values()].filter(
    (one) => one.isActive && !one.isReserved && (one.kind === 'Checking' || one.kind === 'Savings'),
  );

async function reconcile(run) {
  const { books } = run;
  const session = inState(run, 'Submitted');
  if (!session) return;
  const date = run.chance(5) ? run.anyDay() : run.openDay(session.date);
  if (date < session.date) return;
  const accountId = run.chance(30) ? run.pick(banks(books)).id : undefined;
  const left = ['Cash', 'Check'].map((method) => ({ method, amount: leftOf(books, session, method) }));
  const isMoney = left.some(({ amount }) => amount > 0);
  const path = `/api/offering-sessions/${session.id}/reconcile`;
  const body = { depositedOn: date, ...(accountId && { accountId }) };
  const codes = isMoney ? run.refusalOn(date) : undefined;
  const made = await run.send({ path, body, refuse: codes, may: isMoney ? [] : ['period_finalized'] });
  if (!made) return;
  run.keep('sessions', { id: session.id, status: 'Reconciled' });
  const { items } = await run.read(`/api/deposits?from=${date}&to=${date}&pageSize=200`);
  const deposit = items.find((one) => one.sessionId === session.id);
  if (!deposit) {
    run.expect(
      'what is left to deposit without a deposit',
      left.filter(({ amount }) => amount > 0),
      [],
    );
    return;
  }
  run.expect('the account of the deposit', deposit.accountId, accountId ?? books.defaultAccount);
  const expected = left.filter(({ amount }) => amount > 0).map((one) => ({ ...one, amount: amountOf(one.amount) }));
  const givings = givingsOf(books, session.id).flatMap((one) => [one, ...books.reversalsOf('givings', one.id)]);
  const of = givings.map(({ body: _body, ...one }) => `\n      ${JSON.stringify(one)}`).join('');
  run.expect(
    `the items of deposit ${deposit.id} of session ${session.id} with${of}\n   `,
    deposit.items.map(({ method, amount }) => ({ method, amount })),
    expected,
  );
  keepDeposit(run, deposit);
}

export function keepDeposit(run, deposit, feeExpenseId) {
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
    feeExpenseId,
  });
}

function sourceOf(books, { givingId, otherIncomeId }) {
  if (givingId) return books.givings.get(givingId).accountId;
  if (otherIncomeId) return books.incomes.get(otherIncomeId).accountId;
  return books.undeposited;
}

async function reopen(run) {
  const { books } = run;
  const session = inState(run, 'Submitted', 'Reconciled');
  if (!session) return;
  const own = books.live('deposits').filter(({ ofSession }) => ofSession === session.id);
  const others = books
    .live('deposits')
    .filter(
      (one) =>
        one.ofSession !== session.id &&
        one.items.some(
          (item) =>
            item.sessionId === session.id ||
            (item.givingId && books.givings.get(item.givingId).sessionId === session.id),
        ),
    );
  const codes = [];
  if (run.refusalOn(session.date, ...own.map(({ date }) => date))) codes.push('period_finalized');
  if (others.length > 0) codes.push('deposited');
  const path = `/api/offering-sessions/${session.id}/reopen`;
  const made = await run.send({ path, body: { reason: 'A mistake' }, refuse: codes.length > 0 ? codes : undefined });
  if (!made) return;
  run.keep('sessions', { id: session.id, status: 'Draft' });
  for (const { id } of own) run.keep('deposits', { id, isDeleted: true });
}

async function deleteSession(run) {
  const { books } = run;
  const session = pickRecent(run, books.live('sessions'));
  if (!session) return;
  const codes = [];
  if (session.status !== 'Draft') codes.push('session_locked');
  if (givingsOf(books, session.id).length > 0) codes.push('session_not_empty');
  if (run.refusalOn(session.date)) codes.push('period_finalized');
  const path = `/api/offering-sessions/${session.id}`;
  const done = await run.send({ method: 'DELETE', path, refuse: codes.length > 0 ? codes : undefined });
  if (done) run.keep('sessions', { id: session.id, isDeleted: true });
}

/** Deposits a part of a session, or single gifts that lie elsewhere. */
async function deposit(run) {
  const { books } = run;
  const items = [];
  const expected = [];
  let least = '';
  const session = inState(run, 'Submitted');
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
  keepDeposit(run, made, feeExpenseId);
}

/** Returns gifts that lie with a processor or undeposited and can be deposited one by one. */
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
    // The rest of its session must still be enough for what was deposited of it.
    return session.status === 'Submitted' && !named.has(session.id) && leftOf(books, session, one.method) >= one.amount;
  });
}

async function depositWrongly(run) {
  const { books } = run;
  const session = inState(run, 'Submitted');
  if (!session) return;
  const item = { sessionId: session.id, method: 'Cash', amount: amountOf(leftOf(books, session, 'Cash') + 1) };
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

async function deleteDeposit(run) {
  const { books } = run;
  const one = pickRecent(run, books.live('deposits'));
  if (!one) return;
  const codes = [];
  if (one.ofSession !== null) codes.push('deposited');
  if (run.refusalOn(one.date)) codes.push('period_finalized');
  const fee = one.feeExpenseId && books.expenses.get(one.feeExpenseId);
  const may =
    fee && (fee.reversals?.length > 0 || books.payments.get(fee.payments[0])?.voidedOn)
      ? ['reversed', 'voided', 'deposited']
      : [];
  const done = await run.send({
    method: 'DELETE',
    path: `/api/deposits/${one.id}`,
    refuse: codes.length > 0 ? codes : undefined,
    may,
  });
  if (!done) return;
  run.keep('deposits', { id: one.id, isDeleted: true });
  if (!fee) return;
  // The contract does not say whether the fee of a deleted deposit stays.
  const { status } = await run.service.ask('treasurer', 'GET', `/api/expenses/${fee.id}`);
  if (status === 200) {
    run.missing.add('a deleted deposit leaves its fee (finding 2)');
    return;
  }
  run.keep('expenses', { id: fee.id, isDeleted: true });
  for (const id of fee.payments) run.keep('payments', { id, isDeleted: true });
}

export const SESSIONS = [
  [5, 'open a session', openSession],
  [3, 'add a giving to a session', addToSession],
  [1, 'change a session', changeSession],
  [5, 'submit a session', submit],
  [4, 'reconcile a session', reconcile],
  [2, 'reopen a session', reopen],
  [1, 'delete a session', deleteSession],
  [4, 'deposit', deposit],
  [1, 'deposit wrongly', depositWrongly],
  [1, 'delete a deposit', deleteDeposit],
];
