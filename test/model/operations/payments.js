/** Pays one expense, several expenses, or a part of an expense, and voids or deletes payments. */
import { METHODS } from '../books.js';
import { amountOf, cents, latest } from '../money-and-days.js';
import { isBooked } from '../postings.js';
import { pickRecent } from './givings.js';

/** Stores a payment from the service's response, and adds its id to each of its expenses. */
export function keepPayment(run, made) {
  const { books } = run;
  const items = made.items.map(({ expenseId, payableId, amount }) => ({
    expenseId: expenseId ?? undefined,
    payableId: payableId ?? undefined,
    amount: cents(amount),
  }));
  const kept = run.keep('payments', {
    id: made.id,
    date: made.date,
    accountId: made.accountId,
    items,
    voidedOn: made.voidedOn,
  });
  for (const { expenseId } of items) {
    const expense = expenseId && books.expenses.get(expenseId);
    if (expense && !expense.payments.includes(made.id))
      run.keep('expenses', { id: expenseId, payments: [...expense.payments, made.id] });
  }
  return kept;
}

/** Reads and stores the payments of an expense that the model does not have yet. */
export async function learnPayments(run, expenseId) {
  const { items } = await run.read(`/api/payments?expenseId=${expenseId}&pageSize=200`);
  return items.filter(({ id }) => !run.books.payments.has(id)).map((one) => keepPayment(run, one));
}

const payable = (books) =>
  books
    .live('expenses')
    .filter(
      (one) =>
        one.status !== 'Draft' &&
        one.status !== 'PendingApproval' &&
        one.reversalOf === null &&
        books.leftToPay(one.id) > 0,
    );

/** Checks that an expense that had a payment is Paid if nothing is left to pay, and otherwise Approved. */
export async function checkStatus(run, expenseId) {
  const { status, paymentMethod } = await run.read(`/api/expenses/${expenseId}`);
  run.expect(`the status of expense ${expenseId}`, status, run.books.leftToPay(expenseId) === 0 ? 'Paid' : 'Approved');
  // An expense keeps the method of its last payment, even after that payment is voided.
  run.keep('expenses', { id: expenseId, status, method: paymentMethod });
}

const latestOf = (expenses) => latest(expenses.map(({ expenseDate }) => expenseDate));

async function payOne(run) {
  const { books } = run;
  const expense = pickRecent(run, payable(books));
  if (!expense) return;
  const paidOn = run.chance(4) ? run.anyDay() : run.openDay(expense.expenseDate);
  const method = run.chance(50) ? run.pick(METHODS) : undefined;
  const left = books.leftToPay(expense.id);
  const body = { paidOn, ...(method && { paymentMethod: method }) };
  const refuse = refusals(run, paidOn);
  const made = await run.send({ as: 'payer', path: `/api/expenses/${expense.id}/pay`, body, refuse });
  if (!made) return;
  const [payment] = await learnPayments(run, expense.id);
  const kept = payment && { date: payment.date, accountId: payment.accountId, amount: total(payment) };
  const accountId = books.accountFor('out', method ?? expense.method ?? 'Other');
  run.expect(`the payment of expense ${expense.id}`, kept, { date: paidOn, accountId, amount: left });
  await checkStatus(run, expense.id);
}

const total = ({ items }) => items.reduce((all, { amount }) => all + amount, 0);

function refusals(run, date) {
  const codes = [];
  if (run.refusalOn(date)) codes.push('period_finalized');
  if (run.books.isBefore(date)) codes.push('before_the_books');
  return codes.length > 0 ? codes : undefined;
}

async function paySeveral(run) {
  const { books } = run;
  const open = payable(books);
  const chosen = [...new Set(Array.from({ length: run.random.between(1, 4) }, () => pickRecent(run, open)))].filter(
    Boolean,
  );
  if (chosen.length === 0) return;
  const items = chosen.map(({ id }) => {
    const left = books.leftToPay(id);
    const part = left > 1 && run.chance(40) ? run.cents(left) : undefined;
    return { expenseId: id, ...(part && { amount: amountOf(part) }) };
  });
  const amounts = items.map(({ expenseId, amount }) => (amount ? cents(amount) : books.leftToPay(expenseId)));
  const date = run.chance(4) ? run.anyDay() : run.openDay(latestOf(chosen));
  const method = run.pick(METHODS);
  const accountId = run.chance(50) ? run.pick(books.paying).id : undefined;
  const body = { date, method, items, ...(accountId && { accountId }) };
  const made = await run.send({ as: 'payer', path: '/api/payments', body, refuse: refusals(run, date) });
  if (!made) return;
  const kept = keepPayment(run, made);
  run.expect(`the account of payment ${made.id}`, made.accountId, accountId ?? books.accountFor('out', method));
  run.expect(
    `the amount of payment ${made.id}`,
    total(kept),
    amounts.reduce((all, one) => all + one, 0),
  );
  for (const { id } of chosen) await checkStatus(run, id);
}

async function payWrongly(run) {
  const { books } = run;
  const expense = pickRecent(run, payable(books));
  if (!expense) return;
  const left = books.leftToPay(expense.id);
  const date = run.openDay(expense.expenseDate);
  const good = { date, method: 'Check', items: [{ expenseId: expense.id }] };
  const [body, refuse] = run.pick([
    [{ ...good, items: [{ expenseId: expense.id, amount: amountOf(left + 1) }] }, 'overpaid'],
    [{ ...good, accountId: books.payable }, 'account_reserved'],
    [{ ...good, items: [{ expenseId: 99_999 }] }, 'unknown_reference'],
    [{ ...good, items: [] }, 'validation_failed'],
  ]);
  await run.send({ as: 'payer', path: '/api/payments', body, refuse });
}

/** Voids a payment, so that its expenses are owed again. */
async function voidPayment(run) {
  const { books } = run;
  const payments = books.live('payments').filter((one) => total(one) > 0);
  const ofFees = payments.filter(({ items }) => items.some(({ expenseId }) => books.expenses.get(expenseId)?.isFee));
  const payment = pickRecent(run, ofFees.length > 0 && run.chance(15) ? ofFees : payments);
  if (!payment) return;
  const date = run.chance(4) ? run.anyDay() : run.openDay(payment.date);
  if (date < payment.date) return;
  const expenses = payment.items.map(({ expenseId }) => expenseId && books.expenses.get(expenseId)).filter(Boolean);
  const codes = [];
  if (payment.voidedOn) codes.push('voided');
  if (run.refusalOn(date)) codes.push('period_finalized');
  const path = `/api/payments/${payment.id}/void`;
  const body = { date, reason: 'Lost in the mail' };
  const made = await run.send({ as: 'payer', path, body, refuse: codes.length > 0 ? codes : undefined });
  if (!made) return;
  run.keep('payments', { id: payment.id, voidedOn: date });
  for (const { id, reversalOf } of expenses)
    if (reversalOf === null && isBooked(books.expenses.get(id))) await checkStatus(run, id);
}

/** Deletes a payment that was entered by mistake. */
async function deletePayment(run) {
  const { books } = run;
  const payment = pickRecent(run, books.live('payments'));
  if (!payment) return;
  const expenses = payment.items.map(({ expenseId }) => expenseId && books.expenses.get(expenseId)).filter(Boolean);
  const codes = [];
  if (payment.voidedOn) codes.push('voided');
  const isRefunded = expenses.some(({ id }) =>
    books.reversalsOf('expenses', id).some((one) => books.paidOf(one.id) < 0),
  );
  if (total(payment) < 0 || isRefunded) codes.push('reversed');
  if (books.live('deposits').some((one) => expenses.some(({ id }) => id === one.feeExpenseId))) codes.push('deposited');
  if (books.isBefore(payment.date)) codes.push('before_the_books');
  if (run.refusalOn(payment.date)) codes.push('period_finalized');
  const path = `/api/payments/${payment.id}`;
  const done = await run.send({ as: 'payer', method: 'DELETE', path, refuse: codes.length > 0 ? codes : undefined });
  if (!done) return;
  run.keep('payments', { id: payment.id, isDeleted: true });
  for (const { id, reversalOf } of expenses)
    if (reversalOf === null && isBooked(books.expenses.get(id))) await checkStatus(run, id);
}

export const PAYMENTS = [
  [6, 'pay an expense', payOne],
  [3, 'pay several expenses', paySeveral],
  [1, 'make an invalid payment', payWrongly],
  [2, 'void a payment', voidPayment],
  [1, 'delete a payment', deletePayment],
];
