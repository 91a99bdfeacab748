/** Compares the reports of the books with the model's postings, and with each other. */
import { Random } from '../torture/random.js';
import { checkActivities, checkInterfund, checkReleases } from './activities.js';
import { compare } from './compare.js';
import { unpaidByExpense } from './figures.js';
import { checkSummary, checkTieOut } from './giving-reports.js';
import { checkIncomeStatement, compareBoth, nonZero, yearBefore } from './income.js';
import { checkLedgers } from './ledgers.js';
import {
  amountOf,
  cents,
  firstOf,
  fiscalYearOf,
  lastOf,
  monthsBetween,
  monthOf,
  pathOf,
  sum,
} from './money-and-days.js';
import { postPaid } from './paid.js';
import { checkPayees } from './payees.js';
import { checkBalanceSheet, checkFundBalances, checkPriorSheet, checkTrialBalance } from './sheets.js';
import { checkFiscalYear, checkYear } from './year-reports.js';

const add = (postings) => sum(postings.map(({ amount }) => amount));

/** Compares the reports of random days or, with `isComplete`, of the end of every month and of every year. */
export async function checkReports(run, ledger, { isThorough, isComplete }) {
  const { books, today } = run;
  // A checkpoint draws its own random numbers, so that the number of checkpoints does not change the operations.
  const random = new Random(`checkpoint ${run.operation}`);
  const months = monthsBetween(books.opening ? monthOf(books.opening.date) : books.firstMonth, monthOf(today));
  const [a, b] = [random.pick(months), random.pick(months)].toSorted((one, other) => (one < other ? -1 : 1));
  const range = { from: firstOf(a), to: lastOf(b) };
  const at = lastOf(b);
  const draw = { run, ledgers: { booked: ledger, paid: postPaid(books, ledger) }, ledger, random, range, at };
  await checkIncomeStatement(draw, range);
  await checkFundBalances(draw, range);
  await checkPriorSheet(draw, { at, before: yearBefore({ from: at, to: at }).to });
  await checkActivities(draw, range);
  await checkReleases(draw, range);
  for (const day of isComplete ? months.map(lastOf) : [at]) {
    await checkInterfund(draw, day);
    await checkBalanceSheet(draw, day);
    await checkTrialBalance(draw, day);
  }
  await checkPayables(draw);
  await checkPaymentRegister(draw);
  await checkSummary(draw, range);
  await checkTieOut(draw, ledger, at.slice(0, 4));
  await checkAgainstStatement(draw, random.pick(months));
  await checkYears(draw, isComplete);
  if (isThorough) await checkLedgers(draw, isComplete);
  if (isThorough) await checkPayees(draw, isComplete);
}

async function checkYears(draw, isComplete) {
  const { run, random } = draw;
  const [first, last] = [firstOf(run.books.firstMonth), run.today].map((day) => fiscalYearOf(day, run.fiscalStart));
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  for (const year of isComplete ? years : [random.pick(years)]) {
    await checkFiscalYear(draw, year);
    if (!run.books.years.get(year)?.isClosed) await checkYear(draw, year);
  }
}

/** Compares the unpaid amounts, and checks that their total is the balance of accounts payable. */
async function checkPayables({ run, ledger, at }) {
  const { books } = run;
  const { items, total } = await run.read(`/api/reports/payables?at=${at}`);
  const amounts = Array.from(unpaidByExpense(books, ledger, at), ([id, amount]) => [id, amountOf(amount)]);
  const expected = Object.fromEntries(amounts);
  const found = Object.fromEntries(
    items.filter(({ expenseId }) => expenseId).map(({ expenseId, amount }) => [expenseId, amount]),
  );
  for (const id of new Set([...Object.keys(expected), ...Object.keys(found)]))
    if (expected[id] !== found[id])
      run.fault(
        `the payables at ${at} have ${found[id]} for expense ${id}, expected ${expected[id]}:\n${history(books, Number(id))}`,
      );
  const bills = books.opening && at >= books.opening.date ? books.opening.payables : [];
  compareBoth(run, `the bills from before the books at ${at}`, {
    expected: { bills: nonZero(bills.map((bill) => [bill.id, amountOf(leftOfBill(books, bill, at))])) },
    found: { bills: nonZero(items.flatMap(({ payableId, amount }) => (payableId ? [[payableId, amount]] : []))) },
  });
  const { lines } = await run.read(`/api/reports/trial-balance?at=${at}`);
  const owed = lines.find(({ name }) => name === books.accounts.get(books.payable).name) ?? { debit: 0, credit: 0 };
  if (
    cents(total) !== cents(owed.credit) - cents(owed.debit) ||
    cents(total) !== sum(items.map((one) => cents(one.amount)))
  )
    run.fault(
      `the payables at ${at} do not add up to ${total}, or differ from the payables account, ${JSON.stringify(owed)}`,
    );
}

/** Returns the unpaid amount of a bill from before the books at the end of a day, in cents. */
function leftOfBill(books, { id, amount }, at) {
  const standing = books.live('payments').filter(({ date, voidedOn }) => date <= at && !(voidedOn && voidedOn <= at));
  return amount - add(standing.flatMap(({ items }) => items).filter(({ payableId }) => payableId === id));
}

/** Returns an expense with its reversals and payments, one on each line. */
function history(books, id) {
  const expenses = [books.expenses.get(id), ...books.reversalsOf('expenses', id)];
  const payments = new Set(expenses.flatMap((one) => one.payments));
  const all = [
    ...expenses.map(({ body: _body, ...one }) => one),
    ...[...payments].map((one) => books.payments.get(one)),
  ];
  return all.map((one) => `      ${JSON.stringify(one)}`).join('\n');
}

async function checkPaymentRegister({ run, range: { from, to } }) {
  const { items } = await run.read(`/api/reports/payment-register?from=${from}&to=${to}`);
  const isIn = (day) => day >= from && day <= to;
  const own = run.books.live('payments');
  const key = ({ id, amount, voidOf }) => `${id} ${voidOf} ${amount}`;
  const inOrder = (rows) => rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  const payments = own.filter(({ date }) => isIn(date));
  const voids = own.filter(({ voidedOn }) => voidedOn && isIn(voidedOn));
  const row = (sign, { id, items, voidedOn }) => ({
    id,
    amount: amountOf(sign * add(items)),
    voidedOn: voidedOn ?? null,
  });
  const expected = inOrder([
    ...payments.map((one) => ({ ...row(1, one), voidOf: null })),
    ...voids.map((one) => ({ ...row(-1, one), voidOf: one.id })),
  ]);
  const found = inOrder(
    items.map(({ paymentId, amount, voidedOn, voidOf }) => ({ id: paymentId, amount, voidedOn, voidOf })),
  );
  compare(run, `the payment register from ${from} to ${to}`, { expected, found });
}

/** Checks that the income statement of a month agrees with its monthly statement, if there are no year-end entries. */
async function checkAgainstStatement({ run }, month) {
  const { opening } = run.books;
  if (opening && firstOf(month) < opening.date) return;
  if (run.books.live('entries').some(({ isYearEnd }) => isYearEnd)) return;
  const report = await run.read(`/api/reports/income-statement?from=${firstOf(month)}&to=${lastOf(month)}`);
  const found = await run.read(`/api/monthly-statements/${pathOf(month)}`);
  const expected = Object.fromEntries(
    ['totalGiving', 'totalOtherIncome', 'totalExpenses', 'adjustments', 'netChange'].map((name) => [
      name,
      report[name],
    ]),
  );
  compare(run, `the statement of ${month} against its income statement`, { expected, found });
}
