/** Adds up postings to the figures that the service must report, in the form of the service's reports. */
import { MONEY_KINDS, DEBT_KINDS } from './books.js';
import { amountOf, firstOf, lastOf, latest, monthAfter, monthOf, sum } from './money-and-days.js';
import { cashByFund } from './holdings.js';
import { isBooked } from './postings.js';

const add = (postings) => sum(postings.map(({ amount }) => amount));
export const CLASSES = ['ProgramServices', 'ManagementAndGeneral', 'Fundraising'];

/** Groups items by the value that `key` returns. Leaves out every item for which `key` returns undefined. */
export function groupBy(items, key) {
  const groups = new Map();
  for (const item of items) {
    const name = key(item);
    if (name === undefined) continue;
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  return groups;
}

/** Returns the balance of each account in cents at the end of a day. The balance of a debt is what the church owes. */
export function accountBalances(books, ledger, { at = '9999-12-31', by = 'date' } = {}) {
  const balances = new Map([...books.accounts.keys()].map((id) => [id, 0]));
  for (const posting of ledger.accounts)
    if (posting[by] <= at) balances.set(posting.account, balances.get(posting.account) + posting.amount);
  for (const [id, { kind }] of books.accounts) if (DEBT_KINDS.includes(kind)) balances.set(id, 0 - balances.get(id));
  return balances;
}

/** Returns the balance of each fund in cents at the end of a day. */
export function fundBalances(books, ledger, { at = '9999-12-31', by = 'date' } = {}) {
  const balances = new Map([...books.funds.keys()].map((id) => [id, 0]));
  for (const posting of ledger.funds)
    if (posting[by] <= at) balances.set(posting.fund, balances.get(posting.fund) + posting.amount);
  return balances;
}

/** Returns the type of a posting in a monthly statement. A posting that a later month shows is an adjustment there. */
const typeIn = ({ date, shownOn, type }) => (date === shownOn ? type : 'adjustment');

/** Returns the rows of the funds for a range of days. The opening of the books is part of the opening balances. */
export function fundRows(books, ledger, { from, to, by = 'date' }) {
  return [...books.funds.values()].map(({ id, name, class: kind }) => {
    const all = ledger.funds.filter((one) => one.fund === id && one[by] <= to);
    const before = ledger.isHistory ? [] : all.filter((one) => one[by] < from || one.isOpening);
    const within = groupBy(
      all.filter((one) => one[by] >= from && !one.isOpening),
      by === 'shownOn' ? typeIn : ({ type }) => type,
    );
    const total = (type) => amountOf(add(within.get(type) ?? []));
    return {
      fundId: id,
      name,
      class: kind,
      opening: amountOf(add(before)),
      giving: total('giving'),
      otherIncome: total('income'),
      expenses: 0 - total('expense'),
      transfers: total('transfer'),
      released: 0 - total('release'),
      adjustments: total('adjustment'),
      closing: amountOf(add(before) + add([...within.values()].flat())),
    };
  });
}

/** Returns the postings to funds in a month by their type in the statement, without custodial funds. */
function activity(books, ledger, month) {
  const inMonth = ledger.funds.filter(
    (one) => monthOf(one.shownOn) === month && !one.isOpening && !books.isCustodial(one.fund),
  );
  return groupBy(inMonth, typeIn);
}

function netChange(books, ledger, month) {
  const byType = activity(books, ledger, month);
  return sum(['giving', 'income', 'expense', 'adjustment', 'transfer'].map((type) => add(byType.get(type) ?? [])));
}

/** Returns the balance with which a month opens, in cents. */
export function openingOf(books, ledger, month) {
  const { stored, openingBalance } = books.month(month);
  if (stored) return Math.round(stored.openingBalance * 100);
  if (books.opening && month >= monthOf(books.opening.date)) return carriedInto(books, ledger, month);
  if (openingBalance !== null) return openingBalance;
  return carriedInto(books, ledger, month);
}

/** Returns the balance that the earlier months carry over into a month, in cents. */
export function carriedInto(books, ledger, month) {
  if (books.opening && month >= monthOf(books.opening.date)) {
    const own = ledger.funds.filter((one) => !books.isCustodial(one.fund));
    return add(own.filter((one) => one.shownOn < firstOf(month) || (one.isOpening && monthOf(one.date) <= month)));
  }
  const saved = [...books.months].filter(([key, { isSaved }]) => isSaved && key < month).map(([key]) => key);
  const last = latest(saved);
  if (last === '') return 0;
  const { stored } = books.month(last);
  let balance = stored
    ? Math.round(stored.closingBalance * 100)
    : openingOf(books, ledger, last) + netChange(books, ledger, last);
  for (let next = monthAfter(last); next < month; next = monthAfter(next)) balance += netChange(books, ledger, next);
  return balance;
}

/** Returns the expected statement of a month, without the fields that are not figures. */
export function statement(books, ledger, month) {
  const byType = activity(books, ledger, month);
  const total = (type) => add(byType.get(type) ?? []);
  const opening = openingOf(books, ledger, month);
  const change = total('giving') + total('income') + total('expense') + total('adjustment');
  return {
    openingBalance: amountOf(opening),
    totalGiving: amountOf(total('giving')),
    totalOtherIncome: amountOf(total('income')),
    totalExpenses: 0 - amountOf(total('expense')),
    adjustments: amountOf(total('adjustment')),
    netChange: amountOf(change),
    closingBalance: amountOf(opening + change),
    givingByCategory: givingByCategory(books, byType.get('giving') ?? []),
    expensesByGroup: expensesByGroup(books, byType.get('expense') ?? []),
    funds: fundsOf(books, ledger, month, opening),
    position: ledger.isHistory ? null : position(books, ledger, lastOf(month)),
    unpaid: unpaid(books, ledger, lastOf(month)),
    attendance: attendance(books, month),
  };
}

/**
 * Returns the rows of the funds. The rows of all funds except Custodial ones add up to the balances of the statement.
 * The General fund therefore gets the difference between the opening balance of the month and the other funds.
 */
function fundsOf(books, ledger, month, opening) {
  const rows = fundRows(books, ledger, { from: firstOf(month), to: lastOf(month), by: 'shownOn' });
  const own = rows.filter((row) => row.class !== 'Custodial');
  const general = rows.find((row) => row.class === 'General');
  const total = sum(own.map((row) => Math.round(row.opening * 100)));
  for (const field of ['opening', 'closing'])
    general[field] = amountOf(Math.round(general[field] * 100) + opening - total);
  return rows;
}

function givingByCategory(books, postings) {
  return Array.from(
    groupBy(postings, ({ categoryId }) => categoryId),
    ([categoryId, own]) => ({
      categoryId,
      name: books.categories.get(categoryId).name,
      amount: amountOf(add(own)),
      count: new Set(own.map(({ of }) => of.id)).size,
    }),
  );
}

function expensesByGroup(books, postings) {
  const groups = groupBy(postings, ({ subCategoryId }) => books.subs.get(subCategoryId).groupId);
  return Array.from(groups, ([groupId, own]) => ({
    groupId,
    name: books.groups.get(groupId).name,
    amount: 0 - amountOf(add(own)),
    count: own.length,
    subCategories: Array.from(
      groupBy(own, ({ subCategoryId }) => subCategoryId),
      ([subCategoryId, some]) => ({
        subCategoryId,
        name: books.subs.get(subCategoryId).name,
        amount: 0 - amountOf(add(some)),
        count: some.length,
      }),
    ),
  }));
}

function position(books, ledger, at) {
  const accounts = accountBalances(books, ledger, { at, by: 'shownOn' });
  const funds = fundBalances(books, ledger, { at, by: 'shownOn' });
  const ofKinds = (kinds) =>
    sum([...accounts].filter(([id]) => kinds.includes(books.accounts.get(id).kind)).map(([, b]) => b));
  const ofClasses = (...classes) =>
    sum([...funds].filter(([id]) => classes.includes(books.funds.get(id).class)).map(([, b]) => b));
  const cash = ofKinds(MONEY_KINDS);
  const owed = ofKinds(DEBT_KINDS.filter((kind) => kind !== 'Loan'));
  const heldForOthers = ofClasses('Custodial');
  const restricted = ofClasses('Restricted', 'Endowment');
  const designated = ofClasses('Designated');
  const investments = ofKinds(['Investment']);
  // A fund that is overdrawn frees no money.
  const cashOfFunds = [...cashByFund(books, ledger, { at, by: 'shownOn' })];
  const cashOf = (kind) =>
    sum(cashOfFunds.filter(([id]) => books.funds.get(id).class === kind).map(([, one]) => Math.max(one, 0)));
  const heldInCash = Object.fromEntries(
    ['Custodial', 'Restricted', 'Endowment', 'Designated'].map((kind) => [kind.toLowerCase(), cashOf(kind)]),
  );
  const { designated: apart, ...bound } = heldInCash;
  const availableWithDesignated = cash - owed - sum(Object.values(bound));
  const available = availableWithDesignated - apart;
  const figures = {
    cash,
    owed,
    heldForOthers,
    restricted,
    designated,
    investments,
    available,
    availableWithDesignated,
  };
  return { ...amountsOf(figures), heldInCash: amountsOf(heldInCash) };
}

const amountsOf = (figures) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, amountOf(value)]));

function unpaid(books, ledger, at) {
  // If an expense was paid twice, its unpaid amount is negative. With such amounts, the sum equals accounts payable.
  const amounts = [...unpaidByExpense(books, ledger, at).values()];
  return { amount: amountOf(sum(amounts)), count: amounts.length };
}

/**
 * Returns the amounts that were booked by a day and unpaid at its end, in cents, by expense. A reversal counts as a
 * part of its expense.
 */
export function unpaidByExpense(books, ledger, at) {
  const owedBy = new Map();
  for (const { account, of, date, amount, byPayment } of [...ledger.accounts, ...ledger.history.accounts]) {
    // Payments are subtracted below.
    if (account !== books.payable || date > at || of.kind !== 'expenses' || byPayment) continue;
    // A reversal lowers the unpaid amount of its original.
    const id = of.reversalOf ?? of.id;
    owedBy.set(id, (owedBy.get(id) ?? 0) - amount);
  }
  for (const payment of books.live('payments'))
    for (const { expenseId, amount } of payment.items) {
      const expense = books.expenses.get(expenseId);
      if (!expense || !isBooked(expense) || expense.bookedOn > at) continue;
      const isPaid = payment.date <= at && !(payment.voidedOn && payment.voidedOn <= at);
      const id = expense.reversalOf ?? expenseId;
      if (isPaid) owedBy.set(id, (owedBy.get(id) ?? 0) - amount);
    }
  return new Map([...owedBy].filter(([, amount]) => amount !== 0));
}

function attendance(books, month) {
  const counts = books
    .live('sessions')
    .filter(({ date, attendance: count }) => monthOf(date) === month && count !== null)
    .map((one) => one.attendance);
  const total = sum(counts);
  const average = counts.length === 0 ? 0 : Math.floor(total / counts.length + 0.5);
  return { sundays: counts.length, total, average };
}
