/**
 * The paid basis: an expense counts when it is both approved and paid, so nothing is owed for expenses. The unpaid part
 * of an expense is subtracted from the funds, subcategories and accounts of its lines.
 */
import { dayAfter, sum } from './money-and-days.js';
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

/** Returns the unpaid amount of each line of a group of expenses at the end of a day, in cents. */
function unpaidAt({ expenses, items }, day) {
  const booked = expenses.filter(({ bookedOn }) => bookedOn <= day);
  const ids = new Set(booked.map(({ id }) => id));
  const paid = items.filter((item) => ids.has(item.expenseId) && stands(item, day));
  const left = sum(booked.map(({ amount }) => amount)) - sum(paid.map(({ amount }) => amount));
  // A reversal whose money came back is paid itself, so its lines get no share of the unpaid amount.
  const isOpen = ({ id, reversalOf }) => reversalOf === null || !paid.some(({ expenseId }) => expenseId === id);
  const lines = booked
    .filter((one, index) => index === 0 || isOpen(one))
    .flatMap((one) => one.lines.map((line) => ({ line, of: one })));
  const shares = divide(
    left,
    lines.map(({ line }) => line.amount),
  );
  return new Map(lines.map(({ line, of }, index) => [line, { of, amount: shares[index] }]));
}

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
  let before = new Map();
  for (const day of [...new Set(days.filter(Boolean))].toSorted((a, b) => (a < b ? -1 : 1))) {
    const now = unpaidAt(group, day);
    for (const line of new Set([...before.keys(), ...now.keys()])) {
      const amount = (now.get(line)?.amount ?? 0) - (before.get(line)?.amount ?? 0);
      const { of } = now.get(line) ?? before.get(line);
      if (amount !== 0) postLine(begin && day < begin ? paid.history : paid, { line, of, amount, date: day });
    }
    before = now;
  }
  if (!begin) return;
  for (const [line, { of, amount }] of unpaidAt(group, dayAfter(begin, -1)))
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
