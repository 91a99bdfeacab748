/** Saves the opening of the books with payables and outstanding items, and pays the payables. */
import { DEBT_KINDS } from '../books.js';
import { amountOf, cents, dayAfter, firstOf, monthAfter, sum } from '../money-and-days.js';
import { keepPayment } from './payments.js';

/** The maximum number of times that a run tries to save an opening. */
const MOST_OPENINGS = 3;

/** Returns the body of a random opening. */
function randomOpening(run) {
  const { books } = run;
  const { lastClosed } = books;
  const first = lastClosed ? monthAfter(lastClosed) : books.firstMonth;
  const month = run.chance(60) || first >= run.currentMonth ? first : monthAfter(first);
  const date = run.chance(70) ? firstOf(month) : dayAfter(firstOf(month), run.random.between(1, 20));
  const accounts = [...books.accounts.values()]
    .filter((one) => !one.isReserved && one.isActive && run.chance(70))
    .flatMap(({ id, kind }) => randomParts(run, { id, kind, date }));
  const funds = [...books.funds.values()]
    .filter((one) => one.class !== 'General' && run.chance(60))
    .map(({ id }) => ({ fundId: id, balance: amountOf(run.cents(5_000_000)) }));
  const payables = Array.from({ length: run.random.between(0, 3) }, () => ({
    vendor: run.unique('Vendor'),
    amount: amountOf(run.cents(500_000)),
    ...(run.chance(50) && { fundId: run.pick([...books.funds.values()].filter(({ isActive }) => isActive)).id }),
  }));
  const drawn = run.chance(60) ? Array.from({ length: run.random.between(1, 6) }, () => randomAmount(run)) : [];
  // Two amounts for the same category, fund and ministry would be refused.
  const key = ({ amount: _amount, ...one }) => JSON.stringify({ fundId: books.general, ...one });
  const yearToDate = [...new Map(drawn.map((one) => [key(one), one])).values()];
  return { date, accounts, funds, payables, yearToDate };
}

/** Returns a random amount for the part of the fiscal year before the books. */
function randomAmount(run) {
  const { books } = run;
  const amount = amountOf(run.cents(3_000_000));
  const what = run.pick(['giving', 'income', 'expense', 'expense']);
  if (what === 'giving') return { categoryId: run.pick([...books.categories.keys()]), amount };
  const fund = run.chance(40) ? { fundId: run.pick([...books.funds.keys()]) } : {};
  if (what === 'income') return { ...fund, incomeCategoryId: run.pick([...books.incomeCategories.keys()]), amount };
  const ministry = run.chance(50) ? { ministryId: run.pick([...books.ministries.keys()]) } : {};
  return { ...fund, ...ministry, subCategoryId: run.pick([...books.subs.keys()]), amount };
}

/** Returns the balance of an account, or the parts of it that funds hold, if it is no money. */
function randomParts(run, { id, kind, date }) {
  const own = randomBalance(run, { id, kind, date });
  if (!run.books.isHeld(id) || run.chance(30)) return [own];
  const funds = [...run.books.funds.values()].filter((one) => one.class !== 'General' && run.chance(35));
  const parts = funds.map(({ id: fundId }) => ({ accountId: id, fundId, balance: amountOf(run.cents(3_000_000)) }));
  return run.chance(60) || parts.length === 0 ? [own, ...parts] : parts;
}

function randomBalance(run, { id, kind, date }) {
  const balance = run.cents(20_000_000);
  if (kind !== 'Checking' || run.chance(40)) return { accountId: id, balance: amountOf(balance) };
  const outstanding = [
    { date: dayAfter(date, -3), reference: '1001', amount: amountOf(0 - run.cents(100_000)) },
    { date: dayAfter(date, -2), reference: '1002', amount: amountOf(run.cents(100_000)) },
  ];
  const bankBalance = balance - sum(outstanding.map(({ amount }) => cents(amount)));
  return { accountId: id, balance: amountOf(balance), bankBalance: amountOf(bankBalance), outstanding };
}

/** Stores the opening from the service's response, with debts as negative amounts. */
export function keepOpening(run, made) {
  const { books } = run;
  books.opening = {
    date: made.date,
    touched: run.operation,
    accounts: made.accounts.map(({ accountId, fundId, balance }) => {
      const isDebt = DEBT_KINDS.includes(books.accounts.get(accountId).kind);
      return { accountId, fundId: fundId ?? undefined, balance: isDebt ? 0 - cents(balance) : cents(balance) };
    }),
    funds: made.funds
      .filter(({ fundId }) => fundId !== books.general)
      .map(({ fundId, balance }) => ({ fundId, balance: cents(balance) })),
    payables: made.payables.map(({ id, vendor, fundId, amount }) => ({ id, vendor, fundId, amount: cents(amount) })),
    yearToDate: made.yearToDate.map(({ amount, ...one }) => ({ ...one, amount: cents(amount) })),
    body: made,
  };
}

/**
 * True if an opening on this day would make history of a purchase but not of its release, of a loan between funds but
 * not of its repayment, or would replace what funds held. Such an opening is not drawn.
 */
function splitsWhatBelongs(books, begin) {
  const isSplit = (first, last) => first < begin && last >= begin;
  const used = books.live('expenses').some(({ bookedOn, inUseOn }) => inUseOn && isSplit(bookedOn, inUseOn));
  const lent = books.live('transfers').some(({ date, loan, repays, reversalOf }) => {
    const first = books.transfers.get(repays ?? (loan ? reversalOf : undefined));
    return first && isSplit(first.date, date);
  });
  const isHeld = books.opening?.accounts.some(({ fundId }) => fundId);
  return used || lent || (isHeld && books.live('transfers').some(({ fundId }) => fundId)) || hasHolders(books, isHeld);
}

const hasHolders = (books, isHeld) =>
  isHeld &&
  ['expenses', 'entries'].some((kind) =>
    books.live(kind).some(({ lines }) => lines.some(({ accountId, fundId }) => accountId && fundId)),
  );

async function open(run) {
  if (!run.has('PUT /api/books/opening')) return;
  const { books } = run;
  books.openings = (books.openings ?? 0) + 1;
  if (books.openings > MOST_OPENINGS) return;
  const body = randomOpening(run);
  if (splitsWhatBelongs(books, body.date)) return;
  const isFrozen =
    books.opening !== undefined && books.lastClosed !== undefined && books.lastClosed >= books.opening.date.slice(0, 7);
  const paid = books.opening?.payables.some(({ id }) => paidOf(books, id) > 0);
  const made = await run.send({
    method: 'PUT',
    path: '/api/books/opening',
    body,
    refuse: isFrozen ? 'period_finalized' : undefined,
    // What the church sold of an investment since, the opening must have.
    may: ['fund_overdrawn', ...(paid ? ['payable_in_use', 'conflict', 'overpaid', 'paid', 'payable_paid'] : [])],
  });
  if (!made) return;
  const plain = (list, key) =>
    list
      .map((one) => [one[key], (key === 'accountId' && one.fundId) || 0, one.balance])
      .toSorted(([a, x], [b, y]) => a - b || x - y);
  run.expect('the accounts of the opening', plain(made.accounts, 'accountId'), plain(body.accounts, 'accountId'));
  run.expect(
    'the funds of the opening',
    plain(
      made.funds.filter(({ fundId }) => fundId !== books.general),
      'fundId',
    ),
    plain(body.funds, 'fundId'),
  );
  keepOpening(run, made);
}

export const paidOf = (books, payableId) =>
  sum(
    books
      .live('payments')
      .filter(({ voidedOn }) => !voidedOn)
      .flatMap(({ items }) => items.filter((item) => item.payableId === payableId).map(({ amount }) => amount)),
  );

async function payPayable(run) {
  const { books } = run;
  if (!books.opening) return;
  const open = books.opening.payables.filter(({ id, amount }) => paidOf(books, id) < amount);
  if (open.length === 0) return;
  const { id, amount } = run.pick(open);
  const left = amount - paidOf(books, id);
  const part = left > 1 && run.chance(50) ? run.cents(left) : undefined;
  const date = run.openDay();
  const isOver = run.chance(10);
  const item = { payableId: id, ...(isOver ? { amount: amountOf(left + 1) } : part && { amount: amountOf(part) }) };
  const codes = [...(isOver ? ['overpaid'] : []), ...(run.refusalOn(date) ? ['period_finalized'] : [])];
  const body = { date, method: 'Check', items: [item] };
  const made = await run.send({
    as: 'payer',
    path: '/api/payments',
    body,
    refuse: codes.length > 0 ? codes : undefined,
  });
  if (!made) return;
  run.expect(`the amount of payment ${made.id}`, cents(made.amount), part ?? left);
  keepPayment(run, made);
}

export const OPENING = [
  [0.15, 'save the opening of the books', open],
  [1, 'pay a payable', payPayable],
];
