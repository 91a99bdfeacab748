/** Compares the reports of the books with the model's postings, and with each other. */
import { Random } from '../torture/random.js';
import { DEBT_KINDS } from './books.js';
import { compare } from './compare.js';
import { accountBalances, fundBalances, fundRows, groupBy, unpaidByExpense } from './figures.js';
import {
  amountOf,
  cents,
  dayAfter,
  firstOf,
  lastOf,
  monthAfter,
  monthsBetween,
  monthOf,
  pathOf,
  sum,
} from './money-and-days.js';
import { checkLedgers } from './ledgers.js';

const add = (postings) => sum(postings.map(({ amount }) => amount));

export async function checkReports(run, ledger, { isThorough, isComplete }) {
  const { books, today, random: _random } = run;
  // A checkpoint draws its own numbers, so that the operations are the same however many checkpoints there are.
  const random = new Random(`checkpoint ${run.operation}`);
  const months = monthsBetween(
    books.opening ? monthAfter(monthOf(dayAfter(books.opening.date, -1))) : books.firstMonth,
    monthOf(today),
  );
  const [a, b] = [random.pick(months), random.pick(months)].toSorted((one, other) => (one < other ? -1 : 1));
  const range = { from: firstOf(a), to: lastOf(b) };
  const draw = { run, ledger, random, range, at: lastOf(b) };
  await checkIncomeStatement(draw);
  await checkBalanceSheet(draw);
  await checkFundBalances(draw);
  await checkTrialBalance(draw);
  await checkPayables(draw);
  await checkPaymentRegister(draw);
  await checkTieOut(draw);
  await checkAgainstStatement(draw, random.pick(months));
  if (isThorough) await checkLedgers(draw, isComplete);
}

const query = ({ from, to }) => `from=${from}&to=${to}`;

/** Returns the amounts of rows that are not zero, by their key. */
const nonZero = (entries) => Object.fromEntries(entries.filter(([, amount]) => cents(amount) !== 0));
const byIds = (rows, field = 'amount') => nonZero(rows.map((row) => [row.id, row[field]]));

export function ownOf(books, ledger, { from, to }) {
  const own = ledger.funds.filter(
    (one) => !one.isOpening && one.date >= from && one.date <= to && !books.isCustodial(one.fund),
  );
  return groupBy(own, ({ type }) => type);
}

function sums(postings, key, sign = 1) {
  return nonZero(Array.from(groupBy(postings, key), ([id, own]) => [id, amountOf(sign * add(own))]));
}

async function checkIncomeStatement({ run, ledger, range, random }) {
  if (!run.has('GET /api/reports/income-statement')) return;
  const { books } = run;
  const by = ownOf(books, ledger, range);
  const of = (type) => by.get(type) ?? [];
  const columns = random.pick(['restriction', 'fund', 'ministry', 'month', undefined]);
  const path = `/api/reports/income-statement?${query(range)}${columns ? `&columns=${columns}` : ''}&compare=prior`;
  const found = await run.read(path);
  const expected = {
    giving: sums(of('giving'), ({ categoryId }) => categoryId),
    otherIncome: sums(of('income'), ({ incomeCategoryId }) => incomeCategoryId),
    expenses: sums(of('expense'), ({ subCategoryId }) => subCategoryId, -1),
    totalGiving: amountOf(add(of('giving'))),
    totalOtherIncome: amountOf(add(of('income'))),
    totalExpenses: 0 - amountOf(add(of('expense'))),
    adjustments: amountOf(add(of('adjustment'))),
  };
  expected.netChange = amountOf(add(['giving', 'income', 'expense', 'adjustment'].flatMap(of)));
  const seen = {
    ...found,
    giving: byIds(found.giving),
    otherIncome: byIds(found.otherIncome),
    expenses: byIds(found.expenses),
  };
  compare(run, path, { expected, found: seen });
  if (Object.keys(seen.giving).length > Object.keys(expected.giving).length)
    run.fault(`${path} has more giving than the books`);
  if (columns) checkColumns(run, { found, path, columns, of });
  checkPrior(run, { ledger, range, found, path });
}

/** Checks that the columns of each row add up to its amount, and that a column has only its own postings. */
function checkColumns(run, { found, path, columns, of }) {
  for (const list of ['giving', 'otherIncome', 'expenses'])
    for (const row of found[list]) {
      const across = sum(Object.values(row.amounts).map(cents));
      if (across !== cents(row.amount))
        run.fault(`${path}: the columns of ${list} ${row.name} add up to ${across} cents, not to ${row.amount}`);
    }
  if (columns === 'restriction') {
    checkReleased(run, { found, path, of });
    return;
  }
  const keys = {
    fund: ({ fund }) => fund,
    ministry: ({ ministryId }) => ministryId,
    month: ({ date }) => monthOf(date),
  };
  const expected = sums(
    of('expense').filter((one) => keys[columns](one) !== undefined),
    keys[columns],
    -1,
  );
  const totals = found.columns.map(({ key }) => [
    key,
    amountOf(sum(found.expenses.map(({ amounts }) => cents(amounts[key] ?? 0)))),
  ]);
  const seen = Object.fromEntries(totals);
  compare(run, `the expenses by ${columns} in ${path}`, { expected, found: seen });
}

/** What restricted funds spent and gave to other funds is what was released. */
function checkReleased(run, { found, path, of }) {
  const { books } = run;
  const isRestricted = ({ fund }) => ['Restricted', 'Endowment'].includes(books.funds.get(fund).class);
  const spent = 0 - add(of('expense').filter(isRestricted));
  const moved = 0 - add(of('transfer').filter(isRestricted));
  compare(run, `what was released in ${path}`, { expected: { released: amountOf(spent + moved) }, found });
}

const yearBefore = (day) => {
  const [year, rest] = [Number(day.slice(0, 4)) - 1, day.slice(4)];
  return rest === '-02-29' ? `${year}-02-28` : `${year}${rest}`;
};

function checkPrior(run, { ledger, range, found, path }) {
  // The last day of February is not the same day in each year, so such a range is left out.
  if (range.to.slice(5, 7) === '02' || range.from.slice(5, 7) === '03' || run.books.opening) return;
  const by = ownOf(run.books, ledger, { from: yearBefore(range.from), to: yearBefore(range.to) });
  const total = (type) => amountOf(add(by.get(type) ?? []));
  const expected = {
    prior: { totalGiving: total('giving'), totalOtherIncome: total('income'), totalExpenses: 0 - total('expense') },
  };
  compare(run, `the year before in ${path}`, { expected, found });
}

async function checkBalanceSheet({ run, ledger, at }) {
  if (!run.has('GET /api/reports/balance-sheet')) return;
  const { books } = run;
  const found = await run.read(`/api/reports/balance-sheet?at=${at}`);
  const accounts = [...accountBalances(books, ledger, { at })];
  const funds = [...fundBalances(books, ledger, { at })];
  const isDebt = ([id]) => DEBT_KINDS.includes(books.accounts.get(id).kind);
  const ofClass = (...classes) =>
    sum(funds.filter(([id]) => classes.includes(books.funds.get(id).class)).map(([, amount]) => amount));
  const rows = (entries, kind) =>
    entries.filter(([, amount]) => amount !== 0).map(([id, amount]) => [`${kind} ${id}`, amountOf(amount)]);
  const assets = accounts.filter((one) => !isDebt(one));
  const liabilities = [
    ...rows(accounts.filter(isDebt), 'account'),
    ...rows(
      funds.filter(([id]) => books.isCustodial(id)),
      'fund',
    ),
  ];
  const keyed = (list) =>
    nonZero(list.map((row) => [row.fundId ? `fund ${row.fundId}` : `account ${row.accountId}`, row.amount]));
  const own = [ofClass('General'), ofClass('Designated'), ofClass('Restricted', 'Endowment')];
  const expected = {
    assets: Object.fromEntries(rows(assets, 'account')),
    liabilities: Object.fromEntries(liabilities),
    netAssets: own.map(amountOf),
    totalAssets: amountOf(sum(assets.map(([, amount]) => amount))),
    totalLiabilities: amountOf(sum(liabilities.map(([, amount]) => cents(amount)))),
    totalNetAssets: amountOf(sum(own)),
  };
  const seen = {
    ...found,
    assets: keyed(found.assets),
    liabilities: keyed(found.liabilities),
    netAssets: found.netAssets.map(({ amount }) => amount),
  };
  compare(run, `the balance sheet at ${at}`, { expected, found: seen });
  for (const basis of ['booked', 'paid']) {
    const { totalAssets, totalLiabilities, totalNetAssets } = await run.read(
      `/api/reports/balance-sheet?at=${at}&basis=${basis}`,
    );
    if (cents(totalAssets) - cents(totalLiabilities) !== cents(totalNetAssets))
      run.fault(
        `the balance sheet at ${at} (${basis}) does not balance: ${totalAssets}, ${totalLiabilities}, ${totalNetAssets}`,
      );
  }
}

async function checkFundBalances({ run, ledger, range }) {
  if (!run.has('GET /api/reports/fund-balances')) return;
  const found = await run.read(`/api/reports/fund-balances?${query(range)}`);
  const byId = (a, b) => a.fundId - b.fundId;
  const expected = fundRows(run.books, ledger, range).toSorted(byId);
  compare(run, `the fund balances ${query(range)}`, {
    expected: { funds: expected },
    found: { funds: found.funds.toSorted(byId) },
  });
}

async function checkTrialBalance({ run, ledger, at }) {
  if (!run.has('GET /api/reports/trial-balance')) return;
  const { books } = run;
  for (const basis of ['booked', 'paid']) {
    const { lines, totalDebit, totalCredit } = await run.read(`/api/reports/trial-balance?at=${at}&basis=${basis}`);
    const [debit, credit] = ['debit', 'credit'].map((side) => sum(lines.map((line) => cents(line[side]))));
    if (debit !== credit || cents(totalDebit) !== debit || cents(totalCredit) !== credit)
      run.fault(
        `the trial balance at ${at} (${basis}) does not balance: ${debit} and ${credit} cents, said to be ${totalDebit} and ${totalCredit}`,
      );
    if (basis === 'paid') continue;
    const expected = {};
    for (const [id, amount] of accountBalances(books, ledger, { at })) {
      const { name, kind } = books.accounts.get(id);
      if (amount !== 0) expected[name] = amountOf(DEBT_KINDS.includes(kind) ? 0 - amount : amount);
    }
    const found = Object.fromEntries(lines.map((line) => [line.name, line.debit - line.credit]).toReversed());
    for (const [name, amount] of Object.entries(found)) found[name] = amountOf(Math.round(amount * 100));
    compare(run, `the accounts in the trial balance at ${at}`, { expected, found });
  }
}

async function checkPayables({ run, ledger, at }) {
  if (!run.has('GET /api/reports/payables')) return;
  const { items, total } = await run.read(`/api/reports/payables?at=${at}`);
  const expected = nonZero(
    Array.from(unpaidByExpense(run.books, ledger, at), ([id, amount]) => [id, amountOf(amount)]),
  );
  const found = {};
  for (const { expenseId, amount } of items) if (expenseId) found[expenseId] = amount;
  for (const id of new Set([...Object.keys(expected), ...Object.keys(found)]))
    if (expected[id] !== found[id])
      run.fault(
        `the payables at ${at} have ${found[id]} for expense ${id}, expected ${expected[id]}:\n${history(run.books, Number(id))}`,
      );
  if (cents(total) !== sum(items.map(({ amount }) => cents(amount))))
    run.fault(`the payables at ${at} do not add up to ${total}`);
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
  if (!run.has('GET /api/reports/payment-register')) return;
  const { items } = await run.read(`/api/reports/payment-register?from=${from}&to=${to}`);
  const own = run.books.live('payments').filter(({ date }) => date >= from && date <= to);
  const key = ({ id }) => id;
  const expected = own
    .map((one) => ({ id: one.id, amount: amountOf(add(one.items)), voidedOn: one.voidedOn ?? null }))
    .toSorted((a, b) => key(a) - key(b));
  const found = items
    .map(({ paymentId, amount, voidedOn }) => ({ id: paymentId, amount, voidedOn }))
    .toSorted((a, b) => key(a) - key(b));
  compare(run, `the payment register from ${from} to ${to}`, { expected, found });
}

async function checkTieOut({ run, ledger, at }) {
  if (!run.has('GET /api/reports/giving-tie-out')) return;
  const year = at.slice(0, 4);
  const found = await run.read(`/api/reports/giving-tie-out?year=${year}`);
  const giving = ledger.funds.filter(
    (one) => one.type === 'giving' && one.date.startsWith(year) && !run.books.isCustodial(one.fund),
  );
  compare(run, `the giving tie-out of ${year}`, { expected: { books: amountOf(add(giving)) }, found });
  const named = sum(found.differences.map(({ amount }) => cents(amount)));
  if (cents(found.books) + named !== cents(found.statements))
    run.fault(`the giving tie-out of ${year} does not add up: ${JSON.stringify(found)}`);
}

/** A month's income statement must agree with its monthly statement, if no year-end entry is between them. */
async function checkAgainstStatement({ run }, month) {
  if (!run.has('GET /api/reports/income-statement')) return;
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
