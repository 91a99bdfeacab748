import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addApproved, addExpense, addGiving, addMember, done, move, booksOfFile, statementOf } from './books.ts';
import { file, newDir, removeDirs, run, works } from './people-files.ts';

const books = booksOfFile();
let journal: string;

const MONTHS = ['2024/1', '2024/2', '2024/3', '2024/12'];

/** Fills the books with givings and expenses of every kind. Some texts look like the syntax of a journal. */
async function fill(): Promise<void> {
  const member = await addMember(books, { firstName: 'Mei; |*', lastName: 'Lin' });
  const missions = { categoryId: books.category('Missions'), memberId: member.id };
  for (let day = 1; day <= 28; day += 1) {
    await addGiving(books, { date: `2024-01-${String(day).padStart(2, '0')}`, amount: 0.1 });
  }
  await addGiving(books, { date: '2024-02-04', amount: 1234.5, method: 'Check', checkNumber: '12', ...missions });
  await addGiving(books, { date: '2024-02-29', amount: 0.01, note: 'Note\n2024-02-29 Smuggled\n    Income  $-500' });
  await addGiving(books, { date: '2024-02-29', amount: 900, nonCashDescription: 'Piano' });
  const bounced = await addGiving(books, { date: '2024-02-11', amount: 75.25, method: 'Check' });
  const undone = { date: '2024-03-03', amount: 50.25, reason: 'bounced' };
  await done(books.admin.post(`/api/givings/${bounced.id}/reverse`, undone));
  const fund = { fundId: books.fund('Missions'), memberId: member.id };
  await addApproved(books, {
    expenseDate: '2024-02-05',
    amount: 33.33,
    description: '  ; (x) * ! @ = 2024-02-05',
    ...fund,
  });
  const paid = await addApproved(books, { expenseDate: '2024-02-28', amount: 20, vendor: '國際書局 {1} [2]' });
  await move(books, paid.id, 'pay', { paidOn: '2024-03-05', paymentMethod: 'Check', paymentReference: '77' });
  await addApproved(
    books,
    { expenseDate: '2024-02-28', amount: 7.07, subCategoryId: books.subCategory('Rent') },
    { bookedOn: '2024-03-01' },
  );
  await addApproved(books, { expenseDate: '2024-12-31', amount: 5, functionalClass: 'Fundraising' });
  await addApproved(books, { expenseDate: '2023-12-31', amount: 500 });
  await addExpense(books, { expenseDate: '2024-03-04', amount: 4000, description: 'Only a draft' });
  const pending = await addExpense(books, { expenseDate: '2024-03-04', amount: 8000, description: 'Only submitted' });
  await move(books, pending.id, 'submit');
}

beforeAll(async () => {
  await fill();
  journal = (await run(books.daemon.dataDir, 'export', 'journal')).stdout;
});
afterAll(removeDirs);

type Posting = { account: string; cents: number | undefined };
type Transaction = { date: string; text: string; postings: Posting[] };

/** Returns the amount of a posting in cents, whatever its currency, or undefined if the posting has no amount. */
function centsOf(text: string): number | undefined {
  const amount = text.split(/[@={]/)[0] ?? '';
  const digits = /-?[^\d-]*(\d[\d,]*(?:\.\d+)?)/.exec(amount);
  if (digits === null) return undefined;
  return Math.round(Number((digits[1] ?? '').replaceAll(',', '')) * 100) * (amount.includes('-') ? -1 : 1);
}

/**
 * Returns the transactions of a journal. A transaction is a line with a date, followed by indented postings. A posting
 * is an account, two spaces and an amount.
 */
function transactionsOf(text: string): Transaction[] {
  const all: Transaction[] = [];
  let open: Transaction | undefined;
  for (const line of text.split(/\r?\n/)) {
    const date = /^(\d{4})[-/.](\d\d)[-/.](\d\d)/.exec(line);
    if (date !== null) {
      open = { date: date.slice(1).join('-'), text: line, postings: [] };
      all.push(open);
    } else if (/^\s+[^\s;]/.test(line) && open !== undefined) {
      const [account = '', amount = ''] = (line.trim().split(';')[0] ?? '').split(/ {2,}|\t/).filter(Boolean);
      open.postings.push({ account: account.replace(/^[*!] /, ''), cents: centsOf(amount) });
    } else if (!/^\s/.test(line)) open = undefined;
  }
  return all;
}

/** Returns each posting with its amount. A missing amount is computed from the other postings of the transaction. */
function balanced({ postings }: Transaction): { account: string; cents: number }[] {
  const sum = postings.reduce((cents, posting) => cents + (posting.cents ?? 0), 0);
  return postings.map(({ account, cents }) => ({ account, cents: cents ?? -sum }));
}

// hledger derives the type of an account from its declaration or its English name, so the journal must have either.
const isOf =
  (type: string, name: RegExp) =>
  (account: string): boolean => {
    const roots = account.split(':').map((_part, index, parts) => parts.slice(0, index + 1).join(':'));
    const declared = roots.some((root) =>
      journal
        .split('\n')
        .some((line) => line.startsWith(`account ${root} `) && new RegExp(`type: ?${type}`, 'i').test(line)),
    );
    return declared || name.test(account);
  };
const isIncome = isOf('R', /^(income|revenues?)\b/i);
const isExpense = isOf('X', /^expenses?\b/i);

const sumOf = (is: (account: string) => boolean, prefix: string): number =>
  transactionsOf(journal)
    .filter(({ date }) => date.startsWith(prefix))
    .flatMap(balanced)
    .filter(({ account }) => is(account))
    .reduce((sum, { cents }) => sum + cents, 0);

const padded = (month: string) => month.replace(/\/(\d)$/, '-0$1').replace('/', '-');

describe('vestry export journal', () => {
  test('writes only a journal to stdout, while the daemon runs', async () => {
    const { stdout, stderr } = await works(run(books.daemon.dataDir, 'export', 'journal'));
    expect(stderr).toBe('');
    expect(transactionsOf(stdout).length).toBeGreaterThan(0);
    expect(stdout).toBe(journal);
  });

  test('balances every transaction to the cent', () => {
    const all = transactionsOf(journal);
    expect(all.length).toBeGreaterThan(0);
    for (const { text, postings } of all) {
      expect(postings.length, text).toBeGreaterThan(1);
      const given = postings.filter(({ cents }) => cents !== undefined);
      const sum = given.reduce((cents, posting) => cents + (posting.cents ?? 0), 0);
      expect(postings.length - given.length === 1 || sum === 0, text).toBe(true);
      for (const { account } of postings) expect(account).toMatch(/\p{L}/u);
    }
  });

  test.each(MONTHS)('writes the same income and expenses as the statement of %s', async (month) => {
    const { totalGiving, totalExpenses } = await statementOf(books, month);
    expect(sumOf(isIncome, padded(month))).toBe(0 - Math.round(totalGiving * 100));
    expect(sumOf(isExpense, padded(month))).toBe(Math.round(totalExpenses * 100));
  });

  test('writes the same expenses as the annual report', async () => {
    const { totals } = await done(books.admin.get('/api/form990/functional-expenses?year=2024'));
    expect(totals.total).toBe(65.4);
    expect(sumOf(isExpense, '2024')).toBe(Math.round(totals.total * 100));
    expect(sumOf(isExpense, '2023')).toBe(50_000);
  });

  test('does not let a name or a note become journal syntax, and leaves out drafts', () => {
    const all = transactionsOf(journal);
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter(({ text }) => /^\S+ Smuggled/.test(text))).toEqual([]);
    expect(journal).not.toMatch(/^ +Income {2,}\$-500/m);
    for (const not of ['Only a draft', 'Only submitted', 'undefined', '[object', 'NaN'])
      expect(journal).not.toContain(not);
  });

  test('writes a journal without transactions for an empty church', async () => {
    const dataDir = newDir();
    await works(run(dataDir, 'seed'));
    const { stdout } = await works(run(dataDir, 'export', 'journal'));
    expect(transactionsOf(stdout)).toEqual([]);
  });
});

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** Runs a program on the journal and returns the balances of its accounts in cents. */
function balancesBy(program: string, args: readonly string[], line: RegExp): { account: string; cents: number }[] {
  const { status, stdout, stderr } = spawnSync(program, ['-f', file(journal, 'church.journal'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  expect([status, stderr]).toEqual([0, '']);
  return [...stdout.matchAll(line)].map(([, account = '', amount = '']) => ({ account, cents: centsOf(amount) ?? 0 }));
}

const PROGRAMS: [string, (from: string, to: string) => { account: string; cents: number }[]][] = [
  [
    'hledger',
    (from, to) =>
      balancesBy(
        'hledger',
        ['balance', '--flat', '--no-total', '-O', 'csv', '-b', from, '-e', to],
        /^"(.+?)","(.*?)"$/gm,
      ),
  ],
  [
    'ledger',
    (from, to) => {
      const format = '%(account)\\t%(display_total)\\n';
      const args = ['balance', '--flat', '--no-total', '--empty', '-b', from, '-e', to, '--balance-format', format];
      return balancesBy('ledger', args, /^(.+?)\t(.*?)$/gm);
    },
  ],
];

describe.each(PROGRAMS)('%s computes from the journal', (program, balances) => {
  beforeEach(({ skip }) => skip(!isInstalled(program), `${program} is not installed`));

  const sum = (is: (account: string) => boolean, from: string, to: string) =>
    balances(from, to)
      .filter(({ account }) => is(account))
      .reduce((cents, row) => cents + row.cents, 0);

  test.each(MONTHS)('the income and the expenses of the statement of %s', async (month) => {
    const [year = 0, number = 0] = month.split('/').map(Number);
    const from = `${padded(month)}-01`;
    const to = number === 12 ? `${year + 1}-01-01` : `${padded(`${year}/${number + 1}`)}-01`;
    const { totalGiving, totalExpenses } = await statementOf(books, month);
    expect(sum(isIncome, from, to)).toBe(0 - Math.round(totalGiving * 100));
    expect(sum(isExpense, from, to)).toBe(Math.round(totalExpenses * 100));
  });

  test('the expenses of the annual report', async () => {
    const { totals } = await done(books.admin.get('/api/form990/functional-expenses?year=2024'));
    expect(sum(isExpense, '2024-01-01', '2025-01-01')).toBe(Math.round(totals.total * 100));
  });
});
