/** Lets hledger, which knows nothing of Vestry, add up the exported journal. */
import { spawnSync } from 'node:child_process';
import { DEBT_KINDS } from './books.js';
import { accountBalances } from './figures.js';
import { compare } from './compare.js';

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

/** Compares the journal's balances of accounts, of income and expenses and of funds with the model's. */
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
