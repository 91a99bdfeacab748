/** Givings: entered alone or several at once, changed and deleted. */
import { METHODS } from '../books.js';
import { amountOf, cents, dayAfter } from '../money-and-days.js';
import { partsOf } from '../setup.js';

const SOURCES = ['Personal', 'IRA', 'DAF', 'Business'];
const COMPANIES = ['Lin Trading LLC', 'LIN  trading LLC', 'Wu Bakery'];

/** Returns the fields of a random giving without its date, and the account that the service must choose for it. */
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
    if (body.source === 'Business' && !body.isAnonymous) body.companyName = run.pick(COMPANIES);
  }
  if (body.nonCashDescription && run.chance(50) && run.knows('NewGiving', 'nonCashKind'))
    body.nonCashKind = run.pick(['Stock', 'Vehicle', 'Goods']);
  const accountId =
    isInSession && (body.method === 'Cash' || body.method === 'Check')
      ? books.undeposited
      : books.accountFor('in', body.method);
  return { body, accountId };
}

/** Stores a giving from the service's response, and checks its account. */
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

/** Sends a giving and returns a function that stores it in the model. */
async function postGiving(run, date) {
  const { body, accountId } = randomGiving(run);
  const made = await run.send({ path: '/api/givings', body: { ...body, date }, refuse: run.refusalOn(date) });
  return () => {
    if (!made) return;
    checkSent(run, made, body);
    keepGiving(run, made, accountId);
  };
}

/** Checks that the stored fields are the fields that were sent, because the model's postings use the stored fields. */
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

/** Enters several gifts at the same time. The model stores them in the order in which they were sent. */
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

export const depositsOf = (books, givingId) =>
  books.live('deposits').filter(({ items }) => items.some((item) => item.givingId === givingId));

/** Returns the codes with which a change to the figures of a giving, or its deletion, is refused. */
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

/** Picks a random document, usually one of the newest. */
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
  // Only the amount and the method of a deposited gift are fixed, so the model cannot know whether this is refused.
  const isOnlyDeposited = refuse?.length === 1 && refuse[0] === 'deposited';
  if (isOnlyDeposited) return;
  const made = await run.send({ method: 'PUT', path: `/api/givings/${giving.id}`, body: sent, refuse });
  if (made) {
    checkSent(run, made, sent);
    keepGiving(run, made, expected);
  }
}

/** Changes only the note of a giving, which is allowed in closed months, too. No figure may change. */
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
      'companyName',
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

export const GIVINGS = [
  [18, 'enter a giving', give],
  [6, 'enter givings at the same time', giveTogether],
  [3, 'enter an invalid giving', giveWrongly],
  [8, 'change a giving', changeGiving],
  [4, 'change the note of a giving', annotateGiving],
  [4, 'delete a giving', deleteGiving],
];
