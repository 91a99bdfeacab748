/** Lets hledger, which knows nothing of Vestry, add up the exported journal. */
import { spawnSync } from 'node:child_process';
import { Random } from '../torture/random.js';
import { DEBT_KINDS } from './books.js';
import { accountBalances, fundBalances } from './figures.js';
import { compare } from './compare.js';
import { cents as toCents, dayAfter, firstOf, lastOf, monthAfter, monthsBetween, monthOf } from './money-and-days.js';

export const hasHledger = () => spawnSync('hledger', ['--version']).status === 0;

function hledger(journal, args) {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  const { status, stdout, stderr } = spawnSync('hledger', ['-f', '-', ...args], {
    env,
    input: journal,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`hledger ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

const cents = (text) => Math.round(Number(text.replace(/[^-\d.]/g, '')) * 100);

/** Returns the balances in cents, by account. */
function balances(journal, args) {
  const lines = hledger(journal, ['balance', '--flat', '-N', '-O', 'csv', ...args])
    .trimEnd()
    .split('\n')
    .slice(1);
  return new Map(
    lines.map((line) => {
      const [, name, amount] = /^"((?:[^"]|"")*)","((?:[^"]|"")*)"$/.exec(line);
      return [name.replaceAll('""', '"'), cents(amount)];
    }),
  );
}

/** Compares the balances of accounts, income, expenses and funds in the journal with those of the model. */
export async function checkJournal(run, ledger) {
  if (!hasHledger()) {
    run.missing.add('the journal: hledger is not installed');
    return;
  }
  const { books } = run;
  const { code, stdout: journal, stderr } = await run.service.command('export', 'journal');
  if (code !== 0) {
    run.fault(`vestry export journal ended with ${code}: ${stderr}`);
    return;
  }
  hledger(journal, ['check', '--strict']);
  const found = balances(journal, []);
  const own = accountBalances(books, ledger);
  const expected = {};
  const seen = {};
  for (const [id, { name, kind }] of books.accounts) {
    const isDebt = DEBT_KINDS.includes(kind);
    expected[name] = isDebt ? 0 - own.get(id) : own.get(id);
    seen[name] = found.get(`${isDebt ? 'Liabilities' : 'Assets'}:${name}`) ?? 0;
  }
  compare(run, 'the accounts in the journal', { expected, found: seen });
  checkTypes(run, ledger, found);
  checkFunds(run, ledger, journal);
  await checkStatements(run, journal);
}

/** Compares the sums of hledger for the tag of each fund with the balances of the funds. */
function checkFunds(run, ledger, journal) {
  const { books } = run;
  const found = balances(journal, ['--pivot', 'fund']);
  const expected = {};
  const seen = {};
  for (const [id, amount] of fundBalances(books, ledger)) {
    const { name } = books.funds.get(id);
    expected[name] = amount;
    seen[name] = 0 - (found.get(name) ?? 0);
  }
  compare(run, 'the funds in the journal', { expected, found: seen });
}

/** Returns the totals of a statement that hledger prints, in cents, by the name of the section. */
function totalsOf(journal, args) {
  const rows = new Map();
  let section = '';
  for (const line of hledger(journal, [...args, '-O', 'csv'])
    .trimEnd()
    .split('\n')) {
    const [name, amount = ''] = line.slice(1, -1).split('","');
    if (name.toLowerCase().startsWith('total')) rows.set(section, cents(amount));
    else if (name === 'Net:') rows.set('Net', cents(amount));
    else if (amount === '') section = name;
  }
  return Object.fromEntries(rows);
}

/** Compares hledger's balance sheet and income statement with those of the service. */
async function checkStatements(run, journal) {
  const random = new Random(`journal ${run.operation}`);
  const { opening, firstMonth } = run.books;
  const first = opening ? monthAfter(monthOf(opening.date)) : firstMonth;
  const months = monthsBetween(first, monthOf(run.today));
  if (months.length === 0) return;
  const [a, b] = [random.pick(months), random.pick(months)].toSorted((one, other) => (one < other ? -1 : 1));
  const [from, to] = [firstOf(a), lastOf(b)];
  const end = dayAfter(to);
  const sheet = await run.read(`/api/reports/balance-sheet?at=${to}`);
  compare(run, `hledger's balance sheet at ${to}`, {
    expected: {
      Assets: toCents(sheet.totalAssets),
      Liabilities: toCents(sheet.totalLiabilities),
      Net: toCents(sheet.totalNetAssets),
    },
    found: totalsOf(journal, ['balancesheet', '-e', end]),
  });
  const income = await run.read(`/api/reports/income-statement?from=${from}&to=${to}`);
  compare(run, `hledger's income statement from ${from} to ${to}`, {
    expected: {
      Revenues: toCents(income.totalGiving) + toCents(income.totalOtherIncome),
      Expenses: toCents(income.totalExpenses),
      Net: toCents(income.netChange) - toCents(income.adjustments),
    },
    found: totalsOf(journal, ['incomestatement', '-b', from, '-e', end]),
  });
}

const totalOf = (found, prefix) =>
  [...found].filter(([name]) => name.startsWith(prefix)).reduce((total, [, amount]) => total + amount, 0);

function checkTypes(run, ledger, found) {
  const { books } = run;
  const own = ledger.funds.filter(({ fund }) => !books.isCustodial(fund));
  const total = (postings) => postings.reduce((all, { amount }) => all + amount, 0);
  const ofType = (type) => total(own.filter((one) => one.type === type));
  const held = total(ledger.funds.filter(({ fund }) => books.isCustodial(fund)));
  compare(run, 'the sums in the journal', {
    expected: { income: ofType('giving') + ofType('income'), expenses: 0 - ofType('expense'), heldForOthers: held },
    found: {
      income: 0 - totalOf(found, 'Income:'),
      expenses: totalOf(found, 'Expenses:'),
      heldForOthers: 0 - totalOf(found, 'Liabilities:Held for Others'),
    },
  });
}
