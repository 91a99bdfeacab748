/** Other income, its reversals and its categories. */
import { amountOf, cents, latest } from '../money-and-days.js';
import { incomeDepositOf } from './deposits.js';
import { pickRecent } from './givings.js';

const RECEIVING = new Set(['Checking', 'Savings', 'Cash', 'Processor', 'Undeposited']);

const activeOf = (map) => [...map.values()].filter(({ isActive }) => isActive !== false);

function randomIncome(run) {
  const { books } = run;
  const accounts = activeOf(books.accounts).filter((one) => !one.isReserved && RECEIVING.has(one.kind));
  return {
    amount: amountOf(run.cents()),
    incomeCategoryId: run.pick(activeOf(books.incomeCategories)).id,
    accountId: run.pick(accounts).id,
    ...(run.chance(40) && { fundId: run.pick(activeOf(books.funds)).id }),
    payer: 'The neighbours',
  };
}

function keepIncome(run, made, sent) {
  const { books } = run;
  const { id, date, amount, incomeCategoryId, accountId, fundId, reversalOf } = made;
  if (sent) {
    const { amount: wanted, incomeCategoryId: category, accountId: account, fundId: fund = books.general } = sent;
    run.expect(`other income ${id}`, [amount, incomeCategoryId, accountId, fundId], [wanted, category, account, fund]);
  }
  run.keep('incomes', {
    id,
    date,
    amount: cents(amount),
    incomeCategoryId,
    accountId,
    fundId,
    reversalOf,
    reversals: books.incomes.get(id)?.reversals ?? [],
  });
}

async function receive(run) {
  if (!run.has('POST /api/other-income')) return;
  const date = run.anyDay();
  const body = randomIncome(run);
  const made = await run.send({ path: '/api/other-income', body: { ...body, date }, refuse: run.refusalOn(date) });
  if (made) keepIncome(run, made, body);
}

function locks(run, income, ...days) {
  const codes = [];
  if (income.reversalOf || income.reversals.length > 0) codes.push('reversed');
  if (run.refusalOn(income.date, ...days)) codes.push('period_finalized');
  if (incomeDepositOf(run.books, income.id)) codes.push('deposited');
  return codes.length > 0 ? codes : undefined;
}

async function changeIncome(run) {
  if (!run.has('PUT /api/other-income/{id}')) return;
  const income = pickRecent(run, run.books.live('incomes'));
  if (!income) return;
  const date = run.anyDay();
  const body = randomIncome(run);
  const refuse = locks(run, income, date);
  const path = `/api/other-income/${income.id}`;
  const made = await run.send({ method: 'PUT', path, body: { ...body, date }, refuse });
  if (made) keepIncome(run, made, body);
}

async function deleteIncome(run) {
  if (!run.has('DELETE /api/other-income/{id}')) return;
  const income = pickRecent(run, run.books.live('incomes'));
  if (!income) return;
  const done = await run.send({ method: 'DELETE', path: `/api/other-income/${income.id}`, refuse: locks(run, income) });
  if (done) run.keep('incomes', { id: income.id, isDeleted: true });
}

/** Returns the body of a random reversal, the amount that it reverses, and the codes with which it must be refused. */
export function randomReversal(run, kind, document) {
  const left = run.books.unreversed(kind, document.id);
  const date = run.chance(4) ? run.anyDay() : run.openDay(document.date);
  const isOver = run.chance(5);
  const body = { date, reason: 'A mistake' };
  if (isOver) body.amount = amountOf(left + 1);
  else if (left > 1 && run.chance(50)) body.amount = amountOf(run.cents(left));
  const codes = [];
  if (left === 0 || isOver) codes.push('already_reversed');
  if (run.refusalOn(date)) codes.push('period_finalized');
  return { body, amount: body.amount ? cents(body.amount) : left, refuse: codes.length > 0 ? codes : undefined };
}

async function reverseIncome(run) {
  if (!run.has('POST /api/other-income/{id}/reverse')) return;
  const { books } = run;
  const income = pickRecent(
    run,
    books.live('incomes').filter(({ reversalOf }) => !reversalOf),
  );
  if (!income) return;
  const deposit = incomeDepositOf(books, income.id);
  // Deposited income is reversed from the account of its deposit, so not before the date of the deposit.
  const least = latest([income.date, deposit?.date ?? '']);
  const from = run.chance(20) ? income.date : least;
  const { body, amount, refuse: codes = [] } = randomReversal(run, 'incomes', { ...income, date: from });
  if (body.date < income.date) return;
  if (body.date < least) codes.push('validation_failed');
  const refuse = codes.length > 0 ? codes : undefined;
  const made = await run.send({ path: `/api/other-income/${income.id}/reverse`, body, refuse });
  if (!made) return;

  run.expect(`the amount of reversal ${made.id}`, cents(made.amount), 0 - amount);
  run.expect(`the account of reversal ${made.id}`, made.accountId, deposit?.accountId ?? income.accountId);
  run.expect(
    `the fund of reversal ${made.id}`,
    [made.fundId, made.incomeCategoryId],
    [income.fundId, income.incomeCategoryId],
  );
  keepIncome(run, made);
  run.keep('incomes', { id: income.id, reversals: [...income.reversals, made.id] });
}

async function changeIncomeCategories(run) {
  if (!run.has('PUT /api/income-categories/{id}')) return;
  const { incomeCategories } = run.books;
  const isNew = incomeCategories.size < 9 && run.chance(50);
  const one = run.pick([...incomeCategories.values()]);
  const body = { name: run.unique('Income') };
  const made = isNew
    ? await run.send({ path: '/api/income-categories', body })
    : await run.send({ method: 'PUT', path: `/api/income-categories/${one.id}`, body });
  if (!made) return;
  const { isGain } = incomeCategories.get(made.id) ?? {};
  incomeCategories.set(made.id, { id: made.id, name: made.name, isActive: made.isActive, isGain });
}

export const OTHER_INCOME = [
  [3, 'enter other income', receive],
  [0.7, 'change other income', changeIncome],
  [0.5, 'delete other income', deleteIncome],
  [0.8, 'reverse other income', reverseIncome],
  [0.3, 'add or rename a category of income', changeIncomeCategories],
];
