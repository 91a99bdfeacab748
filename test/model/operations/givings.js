/** Givings: entered alone or several at once, changed, deleted and reversed. */
import { METHODS } from '../books.js';
import { amountOf, cents, dayAfter, sum } from '../money-and-days.js';
import { partsOf } from '../setup.js';

const SOURCES = ['Personal', 'IRA', 'DAF', 'Business'];
const KINDS = ['Returned', 'Refund', 'Correction'];

/** Returns the fields of a random giving without its date, and the code with which it must be refused, if any. */
export function randomGiving(run, { isInSession = false } = {}) {
  const { books } = run;
  const active = [...books.categories.values()].filter(
    ({ isActive, fundId }) => isActive && books.funds.get(fundId).isActive,
  );
  const amount = run.cents();
  const body = { amount: amountOf(amount), method: run.chance(60) ? run.pick(['Cash', 'Check']) : run.pick(METHODS) };
  const amounts = run.chance(15) ? run.divide(amount, run.random.between(2, 4)) : undefined;
  if (amounts) {
    const chosen = new Set();
    while (chosen.size < amounts.length) chosen.add(run.pick(active).id);
    body.parts = [...chosen].map((categoryId, index) => ({ categoryId, amount: amountOf(amounts[index]) }));
  } else body.categoryId = run.pick(active).id;
  if (run.chance(50) && books.members.size > 0) body.memberId = run.pick([...books.members.keys()]);
  if (run.chance(5)) body.isAnonymous = true;
  if (run.chance(4)) body.nonCashDescription = 'A piano';
  else if (run.chance(3)) body.benefitAmount = amountOf(run.cents(amount));
  if (run.chance(8) && run.knows('NewGiving', 'source')) {
    body.source = run.pick(SOURCES);
    if (body.source === 'IRA') delete body.benefitAmount;
  }
  if (body.nonCashDescription && run.chance(50) && run.knows('NewGiving', 'nonCashKind'))
    body.nonCashKind = run.pick(['Stock', 'Vehicle', 'Goods']);
  const accountId =
    isInSession && (body.method === 'Cash' || body.method === 'Check')
      ? books.undeposited
      : books.accountFor('in', body.method);
  return { body, accountId };
}

/** Keeps a giving as the service answered it, and checks its account. */
export function keepGiving(run, made, accountId) {
  if (accountId !== undefined) run.expect(`the account of giving ${made.id}`, made.accountId, accountId);
  return run.keep('givings', {
    id: made.id,
    date: made.date,
    amount: cents(made.amount),
    parts: partsOf(run.books, made),
    method: made.method,
    sessionId: made.sessionId,
    accountId: made.accountId,
    isInKind: made.nonCashDescription !== null,
    reversalOf: made.reversalOf,
    body: made,
  });
}

/** Sends a giving and returns a function that keeps it. */
async function postGiving(run, date) {
  const { body, accountId } = randomGiving(run);
  const made = await run.send({ path: '/api/givings', body: { ...body, date }, refuse: run.refusalOn(date) });
  return () => {
    if (!made) return;
    checkSent(run, made, body);
    keepGiving(run, made, accountId);
  };
}

/** Checks that what was sent is what was stored, because postings use the stored document. */
function checkSent(run, made, body) {
  run.expect('the amount', made.amount, body.amount);
  run.expect(
    'the parts',
    made.parts?.map(({ categoryId, amount }) => ({ categoryId, amount })) ?? null,
    body.parts ?? null,
  );
  run.expect('the category', made.categoryId, body.categoryId ?? null);
  run.expect('the gift in kind', made.nonCashDescription, body.nonCashDescription ?? null);
}

async function give(run) {
  const keep = await postGiving(run, run.anyDay());
  keep();
}

/** Enters several gifts at the same time. They are kept in the order in which they were sent. */
async function giveTogether(run) {
  const days = Array.from({ length: 6 }, () => run.openDay());
  for (const keep of await Promise.all(days.map((date) => postGiving(run, date)))) keep();
}

/** Sends gifts that must be refused. */
async function giveWrongly(run) {
  const { body } = randomGiving(run);
  const date = run.openDay();
  const [wrong, refuse] = run.pick([
    [{ ...body, date: dayAfter(run.today, 2) }, 'validation_failed'],
    [{ ...body, date, amount: 0 }, 'validation_failed'],
    [{ ...body, date, amount: 1.005 }, 'validation_failed'],
    [
      {
        ...body,
        date,
        categoryId: undefined,
        parts: [
          { categoryId: 1, amount: 1 },
          { categoryId: 2, amount: 1 },
        ],
        amount: 3,
      },
      'validation_failed',
    ],
    [{ ...body, date, parts: undefined, categoryId: 99_999 }, 'unknown_reference'],
    [{ ...body, date, total: 5 }, 'validation_failed'],
  ]);
  await run.send({ path: '/api/givings', body: wrong, refuse });
}

const depositsOf = (books, givingId) =>
  books.live('deposits').filter(({ items }) => items.some((item) => item.givingId === givingId));

/** Returns the codes with which changing the figures of a giving, or deleting it, is refused. */
function locks(run, giving, ...days) {
  const { books } = run;
  const codes = [];
  if (giving.reversalOf !== null || (giving.reversals ?? []).length > 0) codes.push('reversed');
  if (giving.sessionId !== null && books.sessions.get(giving.sessionId).status !== 'Draft')
    codes.push('session_locked');
  if (run.refusalOn(giving.date, ...days)) codes.push('period_finalized');
  if (depositsOf(books, giving.id).length > 0) codes.push('deposited');
  return codes.length > 0 ? codes : undefined;
}

/** Picks a document that is mostly one of the newest. */
export function pickRecent(run, list) {
  if (list.length === 0) return undefined;
  return run.chance(75) ? list[Math.max(0, list.length - run.random.between(1, 80))] : run.pick(list);
}

async function changeGiving(run) {
  const giving = pickRecent(run, run.books.live('givings'));
  if (!giving) return;
  const { body, accountId } = randomGiving(run, { isInSession: giving.sessionId !== null });
  const keepsMethod = run.chance(60);
  if (keepsMethod) body.method = giving.method;
  const date = giving.sessionId === null && run.chance(40) ? run.anyDay() : giving.date;
  const expected = body.method === giving.method ? giving.accountId : accountId;
  const sent = { ...body, date, sessionId: giving.sessionId };
  const refuse = locks(run, giving, date);
  // A deposited gift only keeps its amount and its method, so its other fields may change.
  const isOnlyDeposited = refuse?.length === 1 && refuse[0] === 'deposited';
  if (isOnlyDeposited) return;
  const made = await run.send({ method: 'PUT', path: `/api/givings/${giving.id}`, body: sent, refuse });
  if (made) {
    checkSent(run, made, sent);
    keepGiving(run, made, expected);
  }
}

/** Changes only a note, which is possible in closed months, too. No figure may change. */
async function annotateGiving(run) {
  const giving = pickRecent(run, run.books.live('givings'));
  if (!giving) return;
  const old = giving.body;
  const body = {
    ...(old.parts
      ? { parts: old.parts.map(({ categoryId, amount }) => ({ categoryId, amount })) }
      : { categoryId: old.categoryId }),
    ...pickFields(old, [
      'amount',
      'date',
      'method',
      'sessionId',
      'nonCashDescription',
      'nonCashKind',
      'source',
      'giftDate',
      'benefitAmount',
      'memberId',
      'isAnonymous',
    ]),
    note: run.unique('Note'),
  };
  const codes = (locks(run, giving) ?? []).filter((code) => code === 'reversed' || code === 'session_locked');
  const made = await run.send({
    method: 'PUT',
    path: `/api/givings/${giving.id}`,
    body,
    // A reversal's negative amount is refused, too.
    refuse: codes.length > 0 ? [...codes, 'validation_failed'] : undefined,
    may: ['category_disabled', 'fund_disabled', 'unknown_reference'],
  });
  if (made) keepGiving(run, made, giving.accountId);
}

export const pickFields = (object, names) =>
  Object.fromEntries(names.filter((name) => object[name] !== undefined).map((name) => [name, object[name]]));

async function deleteGiving(run) {
  const giving = pickRecent(run, run.books.live('givings'));
  if (!giving) return;
  const done = await run.send({ method: 'DELETE', path: `/api/givings/${giving.id}`, refuse: locks(run, giving) });
  if (done) run.keep('givings', { id: giving.id, isDeleted: true });
}

/** Returns how much of each part of a giving is not reversed, in cents. */
function partsLeft(books, giving) {
  const reversals = books.reversalsOf('givings', giving.id);
  return giving.parts.map((part) => ({
    ...part,
    amount:
      part.amount +
      sum(
        reversals.flatMap(({ parts }) =>
          parts.filter((one) => one.categoryId === part.categoryId).map(({ amount }) => amount),
        ),
      ),
  }));
}

async function reverseGiving(run) {
  const { books } = run;
  const giving = pickRecent(
    run,
    books.live('givings').filter(({ reversalOf }) => reversalOf === null),
  );
  if (!giving) return;
  const left = partsLeft(books, giving);
  const whole = sum(left.map(({ amount }) => amount));
  const date = run.chance(4) ? run.anyDay() : run.openDay(giving.date);
  if (date < giving.date) return;
  const body = { date, reason: 'It bounced' };
  const isOver = run.chance(5);
  let parts = left.filter(({ amount }) => amount > 0);
  if (isOver) body.amount = amountOf(whole + 1);
  else if (giving.parts.length === 1 && whole > 1 && run.chance(40)) {
    body.amount = amountOf(run.cents(whole));
    parts = [{ ...left[0], amount: cents(body.amount) }];
  }
  const kind = run.chance(50) && run.knows('GivingReversal', 'kind') ? run.pick(KINDS) : undefined;
  if (kind) body.kind = kind;
  const refuse = refusalOfReversal(run, { whole, isOver, date, isSplit: giving.parts.length > 1 });
  // Money cannot leave an account that is no longer in use.
  const may = kind ? ['account_disabled'] : [];
  const made = await run.send({ path: `/api/givings/${giving.id}/reverse`, body, refuse, may });
  if (!made) return;
  const account = kind === 'Returned' || kind === 'Refund' ? whereItLies(books, giving) : giving.accountId;
  const kept = keepGiving(run, made, giving.isInKind ? undefined : account);
  const expected = parts.map((part) => ({ ...part, amount: 0 - part.amount }));
  run.expect(`the parts of reversal ${made.id}`, kept.parts, expected);
  run.keep('givings', { id: giving.id, reversals: [...(giving.reversals ?? []), made.id] });
}

function refusalOfReversal(run, { whole, isOver, date, isSplit }) {
  const codes = [];
  if (whole === 0 || isOver) codes.push('already_reversed');
  // More than the whole of a gift with parts has no parts that add up to it.
  if (isOver && isSplit) codes.push('validation_failed');
  if (run.refusalOn(date)) codes.push('period_finalized');
  return codes.length > 0 ? codes : undefined;
}

/** Returns the account in which the money of a giving lies after its deposit. */
function whereItLies(books, giving) {
  const [single] = depositsOf(books, giving.id);
  if (single) return single.accountId;
  const ofSession = books
    .live('deposits')
    .filter(({ items }) => items.some((item) => item.sessionId === giving.sessionId && item.method === giving.method));
  return giving.sessionId !== null && giving.accountId === books.undeposited && ofSession.length > 0
    ? ofSession.at(-1).accountId
    : giving.accountId;
}

export const GIVINGS = [
  [18, 'enter a giving', give],
  [6, 'enter givings at the same time', giveTogether],
  [3, 'enter an invalid giving', giveWrongly],
  [8, 'change a giving', changeGiving],
  [4, 'note something on a giving', annotateGiving],
  [4, 'delete a giving', deleteGiving],
  [6, 'reverse a giving', reverseGiving],
];
