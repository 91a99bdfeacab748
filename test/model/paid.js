/**
 * The paid basis: an expense counts when it is both approved and paid, so nothing is owed for expenses. The unpaid part
 * of an expense is subtracted from the funds, subcategories and accounts of its lines.
 */
import { dayAfter, latest, sum } from './money-and-days.js';
import { isBooked } from './postings.js';

/** Returns the postings on the paid basis, in the same form as the postings on the booked basis. */
export function postPaid(books, ledger) {
  const isKept = ({ account }) => account !== books.payable;
  const paid = {
    accounts: ledger.accounts.filter(isKept),
    funds: [...ledger.funds],
    history: { accounts: ledger.history.accounts.filter(isKept), funds: [...ledger.history.funds] },
  };
  for (const group of groupsOf(books)) postUnpaid(paid, books, group);
  for (const bill of books.opening?.payables ?? []) postBill(paid, books, bill);
  return paid;
}

/** Returns groups. Each group has an expense, its reversals, and the items of payments for any of them. */
function groupsOf(books) {
  const groups = new Map();
  const groupOf = ({ id, reversalOf }) => {
    const key = reversalOf ?? id;
    if (!groups.has(key)) groups.set(key, { expenses: [], items: [] });
    return groups.get(key);
  };
  for (const expense of books.live('expenses').filter(isBooked)) groupOf(expense).expenses.push(expense);
  for (const { date, voidedOn, items } of books.live('payments'))
    for (const { expenseId, amount } of items) {
      const expense = books.expenses.get(expenseId);
      if (expense && isBooked(expense)) groupOf(expense).items.push({ expenseId, amount, date, voidedOn });
    }
  for (const group of groups.values())
    group.expenses.sort((a, b) => Number(a.reversalOf ?? 0) - Number(b.reversalOf ?? 0) || a.id - b.id);
  return [...groups.values()];
}

const stands = ({ date, voidedOn }, day) => date <= day && !(voidedOn && voidedOn <= day);

const total = (shares) => sum(shares.map(({ amount }) => amount));

/** Returns the lines of an expense as shares. A share has a line, its expense and an amount in cents. */
const sharesOf = (one) => one.lines.map((line) => ({ line, of: one, amount: line.amount }));

/** Divides an amount among shares in proportion to their amounts. */
function spread(amount, shares) {
  const parts = divide(
    amount,
    shares.map((one) => one.amount),
  );
  return shares.map((share, index) => ({ ...share, amount: parts[index] }));
}

/** Adds up shares for the same purpose. */
function together(shares) {
  const sums = new Map();
  for (const share of shares) {
    const key = purposeOf(share.line);
    sums.set(key, { ...share, ...sums.get(key), amount: share.amount + (sums.get(key)?.amount ?? 0) });
  }
  return [...sums.values()];
}

const purposeOf = ({ accountId, subCategoryId, ministryId, functionalClass, fundId }) =>
  JSON.stringify([accountId, subCategoryId, ministryId, functionalClass, fundId].map((one) => one ?? null));

/**
 * Returns what is unpaid of each line of a group of expenses at the end of a day. A payment reduces what is owed of the
 * lines on its day, in proportion. A voided payment is ignored from the day of its void. A reversal reduces what is owed
 * of its own lines. Once nothing is owed in total, nothing is owed of any line.
 */
function unpaidAt({ expenses, items }, day) {
  const booked = expenses.filter(({ bookedOn }) => bookedOn <= day);
  const paidFor = ({ id }) => items.filter((item) => item.expenseId === id && stands(item, day));
  // A reversal whose money came back has a payment of its own, and nothing of it is owed.
  const reversals = booked
    .filter(({ reversalOf }) => reversalOf !== null)
    .map((one) => ({ day: one.bookedOn, shares: spread(one.amount - total(paidFor(one)), sharesOf(one)) }));
  const whole = booked.find(({ reversalOf }) => reversalOf === null);
  if (!whole) return together(reversals.flatMap(({ shares }) => shares));
  const payments = paidFor(whole).map(({ date, amount }) => ({ day: latest([date, whole.bookedOn]), amount }));
  let [open, lines, left] = [whole.amount, sharesOf(whole), sharesOf(whole)];
  let isReversed = false;
  for (const { day: _day, shares, amount } of inOrderOfDays([...reversals, ...payments])) {
    if (shares) {
      lines = together([...spread(open, lines), ...shares]);
      left = together([...left, ...shares]);
      open = total(lines);
      if (open === 0) lines = [];
      isReversed = true;
      continue;
    }
    open -= amount;
    // More is paid than is owed if the payment was voided later, and a reversal has an earlier date.
    if (open >= 0 || !isReversed) continue;
    const paid = spread(0 - amount, amount <= total(left) ? left : sharesOf(whole));
    lines = together([...spread(open + amount, lines), ...paid]);
  }
  return spread(open, lines);
}

const inOrderOfDays = (events) => events.toSorted((a, b) => (a.day === b.day ? 0 : a.day < b.day ? -1 : 1));

/** Divides an amount in proportion to weights. The running total is rounded to whole cents, half away from zero. */
export function divide(amount, weights) {
  const total = sum(weights);
  if (amount === 0) return weights.map(() => 0);
  if (total === 0) return weights.map((_, index) => (index === 0 ? amount : 0));
  let [seen, given] = [0n, 0n];
  return weights.map((weight) => {
    seen += BigInt(weight);
    const due = rounded(BigInt(amount) * seen, BigInt(total));
    const share = due - given;
    given = due;
    return Number(share);
  });
}

function rounded(dividend, divisor) {
  const sign = dividend < 0n === divisor < 0n ? 1n : -1n;
  const size = (number) => (number < 0n ? -number : number);
  return sign * ((2n * size(dividend) + size(divisor)) / (2n * size(divisor)));
}

/**
 * Posts the change of the unpaid amount on each day on which the amount changes. The amount that was unpaid when the
 * books began is a part of the opening.
 */
function postUnpaid(paid, books, group) {
  const begin = books.opening?.date;
  const days = [
    ...group.expenses.map(({ bookedOn }) => bookedOn),
    ...group.items.flatMap(({ date, voidedOn }) => [date, voidedOn]),
  ];
  let before = [];
  for (const day of [...new Set(days.filter(Boolean))].toSorted((a, b) => (a < b ? -1 : 1))) {
    const now = unpaidAt(group, day);
    const changes = [...before.map((share) => ({ ...share, amount: 0 - share.amount })), ...now];
    for (const { line, of, amount } of together(changes))
      if (amount !== 0) postLine(begin && day < begin ? paid.history : paid, { line, of, amount, date: day });
    before = now;
  }
  if (!begin) return;
  for (const { line, of, amount } of unpaidAt(group, dayAfter(begin, -1)))
    if (amount !== 0) postLine(paid, { line, of, amount, date: begin, isOpening: true });
}

function postLine(paid, { line, of, amount, date, isOpening = false }) {
  const common = { of, date, shownOn: date, isOpening };
  if (line.accountId !== undefined) {
    paid.accounts.push({ ...common, account: line.accountId, amount: -amount });
    return;
  }
  const { subCategoryId, ministryId, functionalClass, fundId: fund } = line;
  paid.funds.push({ ...common, fund, type: 'expense', subCategoryId, ministryId, functionalClass, amount });
}

/** Posts a bill from before the books. On the paid basis, the fund of the bill decreases when the bill is paid. */
function postBill(paid, books, { id, fundId, amount }) {
  const { date } = books.opening;
  const of = { kind: 'opening', id: 0 };
  const post = (day, change, more) =>
    paid.funds.push({
      of,
      date: day,
      shownOn: day,
      isOpening: false,
      type: 'adjustment',
      fund: fundId,
      amount: change,
      ...more,
    });
  post(date, amount, { isOpening: true });
  for (const payment of books.live('payments'))
    for (const item of payment.items.filter(({ payableId }) => payableId === id)) {
      post(payment.date, -item.amount);
      if (payment.voidedOn) post(payment.voidedOn, item.amount);
    }
}
