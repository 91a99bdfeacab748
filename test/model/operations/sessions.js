/** Offering sessions, from the first gift to the deposit at the bank. */
import { amountOf, sum } from '../money-and-days.js';
import { keepGiving, pickRecent, randomGiving } from './givings.js';
import { banks, givingsOf, keepDeposit, leftOf } from './deposits.js';

/** The counted amounts of a session. Each must equal the sum of the gifts by this method (undefined: all gifts). */
const COUNTS = { controlTotal: undefined, countedCash: 'Cash', countedChecks: 'Check' };
const NOT_COUNTED = { controlTotal: null, countedCash: null, countedChecks: null };

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
  run.keep('sessions', { id: made.id, date, attendance, status: 'Draft', ...NOT_COUNTED });
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
  // Of these fields, only the attendance is a figure of the monthly statement.
  const isFigure = attendance !== session.attendance;
  const refuse = isFigure ? run.refusalOn(session.date) : undefined;
  const made = await run.send({ method: 'PUT', path, body, refuse, may: ['period_finalized'] });
  if (made) run.keep('sessions', { id: session.id, attendance, ...NOT_COUNTED });
}

/** Returns the sum of the gifts of money in a session, or of those by one method, in cents. */
const enteredIn = (books, session, method) =>
  sum(
    givingsOf(books, session.id)
      .filter((one) => !one.isInKind && (!method || one.method === method))
      .map(({ amount }) => amount),
  );

/** Submits a session, sometimes after entering counted amounts that differ from the gifts. */
async function submit(run) {
  const { books } = run;
  const session = run.chance(95) ? inState(run, 'Draft') : inState(run, 'Submitted', 'Reconciled');
  if (!session) return;
  const path = `/api/offering-sessions/${session.id}`;
  if (session.status === 'Draft' && run.chance(30) && !run.refusalOn(session.date)) {
    const counted = Object.entries(COUNTS)
      .filter(() => run.chance(60))
      .map(([name, method]) => [name, enteredIn(books, session, method) + (run.chance(15) ? 1 : 0)]);
    const amounts = Object.fromEntries(counted.map(([name, amount]) => [name, amountOf(amount)]));
    const body = { sundayAttendanceCount: session.attendance, ...amounts };
    if (await run.send({ method: 'PUT', path, body }))
      run.keep('sessions', { id: session.id, ...NOT_COUNTED, ...Object.fromEntries(counted) });
  }
  const current = books.sessions.get(session.id);
  const isWrong = Object.entries(COUNTS).some(
    ([name, method]) => current[name] !== null && current[name] !== enteredIn(books, session, method),
  );
  const refuse = session.status !== 'Draft' ? 'invalid_transition' : isWrong ? 'control_total_mismatch' : undefined;
  const made = await run.send({ path: `${path}/submit`, refuse });
  if (made) run.keep('sessions', { id: session.id, status: 'Submitted' });
}

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
      'the money that reconciling left without a deposit',
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

export const SESSIONS = [
  [5, 'open a session', openSession],
  [3, 'add a giving to a session', addToSession],
  [1, 'change a session', changeSession],
  [5, 'submit a session', submit],
  [4, 'reconcile a session', reconcile],
  [2, 'reopen a session', reopen],
  [1, 'delete a session', deleteSession],
];
