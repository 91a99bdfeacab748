/** The reports of books that have an opening. */
import { beforeAll, describe, expect, test } from 'vitest';
import { addApproved, addGiving, booksOfFile, done, type Json } from './books.ts';

const books = booksOfFile();
const BEGIN = '2024-07-01';

const read = async (path: string): Promise<Json> => done(books.admin.get(`/api/reports/${path}`));
const lineOf = (lines: Json[], name: string): Json => lines.find((line) => line.name === name);

beforeAll(async () => {
  const missions = books.fund('Missions');
  const funds = [{ fundId: missions, balance: 200 }];
  const accounts = [{ accountId: 2, balance: 500 }];
  const payables = [{ vendor: 'Roofer', amount: 90 }];
  const yearToDate = [
    { categoryId: books.category('Tithe'), amount: 4000 },
    { subCategoryId: books.subCategory('Rent'), ministryId: books.ministry('Administration'), amount: 1500 },
  ];
  await done(books.admin.put('/api/books/opening', { date: BEGIN, accounts, funds, payables, yearToDate }));
  await addGiving(books, { date: '2024-06-02', amount: 33 });
  await addGiving(books, { date: '2024-07-07', amount: 100, method: 'Zelle' });
  await addApproved(books, { expenseDate: '2024-07-08', amount: 25, fundId: missions });
});

describe('with an opening of the books', () => {
  test.each([
    { accountId: 2, first: 500, last: 600 },
    { fund: 'Missions', first: 200, last: 175 },
  ])('the ledger of $accountId$fund begins with the opening', async ({ accountId, fund, first, last }) => {
    const subject = fund === undefined ? `accountId=${accountId}` : `fundId=${books.fund(fund)}`;
    const { items } = await read(`general-ledger?${subject}`);
    expect(items[0]).toMatchObject({
      date: BEGIN,
      type: 'Opening',
      balance: first,
      description: 'Opening of the books',
    });
    expect(items).toHaveLength(2);
    expect(items[1].balance).toBe(last);
    const later = await read(`general-ledger?${subject}&from=2024-07-02`);
    expect(later.items).toEqual(items.slice(1));
  });

  test('the balance sheet and the trial balance begin with the opening, and both balance', async () => {
    const sheet = await read('balance-sheet?at=2024-07-01');
    expect(sheet).toMatchObject({ totalAssets: 500, totalLiabilities: 90, totalNetAssets: 410 });
    // The day before is the opening, and before that there is nothing.
    expect((await read('balance-sheet?at=2024-06-30')).totalAssets).toBe(500);
    expect((await read('balance-sheet?at=2024-06-29')).totalAssets).toBe(0);
    const trial = await read('trial-balance?at=2024-07-31');
    expect(trial).toMatchObject({ since: BEGIN });
    expect(trial.totalDebit).toBe(trial.totalCredit);
    expect(lineOf(trial.lines, 'Fund: General').credit).toBe(210);
  });

  test('the statement of activities up to the day before the books ends with the opening, as the balance sheet does', async () => {
    const { netAssets } = await read('activities?from=2024-01-01&to=2024-06-30');
    expect(netAssets.closing).toEqual([210, 200, 410]);
  });

  test('the year before of the first year is the opening, and before that there are no figures, never zeros', async () => {
    const first = await read('balance-sheet?at=2025-06-30&compare=prior');
    expect(first.prior).toEqual({ totalAssets: 500, totalLiabilities: 90, totalNetAssets: 410 });
    expect(lineOf(first.assets, 'Checking').prior).toBe(500);
    const earlier = await read('balance-sheet?at=2025-05-31&compare=prior');
    expect([earlier.prior, lineOf(earlier.assets, 'Checking').prior]).toEqual([null, null]);
    const income = await read('income-statement?from=2024-08-01&to=2025-06-30&compare=prior');
    expect(income.prior).toBeNull();
    const { rows, prior } = await read('activities?from=2024-07-01&to=2024-07-31&compare=prior');
    expect([prior, ...rows.map((row: Json) => row.prior)]).toEqual([null, ...rows.map(() => null)]);
  });

  test('the year so far of the opening stands in no month', async () => {
    const { columns, giving, columnTotals, totalGiving } = await read('income-statement?year=2024&columns=month');
    expect(columns.slice(0, 2)).toEqual([
      { key: 'before', name: 'Before the books' },
      { key: '2024-01', name: '2024-01' },
    ]);
    expect(lineOf(giving, 'Tithe').amounts).toMatchObject({ before: 4000, '2024-06': 0 });
    expect([totalGiving, columnTotals.before.totalGiving, columnTotals['2024-07'].totalGiving]).toEqual([
      4100, 4000, 100,
    ]);
  });

  test('the payables include the bills from before the books began', async () => {
    const { items, total } = await read('payables?at=2024-07-31');
    expect(total).toBe(115);
    expect(items[0]).toMatchObject({ vendor: 'Roofer', amount: 90, dueSince: BEGIN, expenseId: null });
  });

  test('the reports of the first year include the amounts entered for the months before the opening, but not the documents of those months', async () => {
    const year = await read('income-statement?year=2024');
    expect(year).toMatchObject({ includesHistory: true, totalGiving: 4100, totalExpenses: 1525 });
    const half = await read('income-statement?from=2024-07-01&to=2024-12-31');
    expect(half).toMatchObject({ includesHistory: false, totalGiving: 100, totalExpenses: 25 });
    const { totals } = await done(books.admin.get('/api/form990/functional-expenses?year=2024'));
    expect(totals.total).toBe(1525);
  });

  test('the first month begins with the net assets of the opening and shows the amount available to spend', async () => {
    const july = await done(books.admin.get('/api/monthly-statements/2024/7'));
    expect(july).toMatchObject({ openingBalance: 410, netChange: 75, closingBalance: 485 });
    expect(july.position).toEqual({
      cash: 600,
      owed: 115,
      heldForOthers: 0,
      restricted: 175,
      designated: 0,
      investments: 0,
      heldInCash: { custodial: 0, restricted: 175, endowment: 0, designated: 0 },
      available: 310,
      availableWithDesignated: 310,
      todaysRule: null,
    });
  });

  test('on the paid basis nothing is owed for expenses, and the balance sheet and the trial balance still balance', async () => {
    const sheet = await read('balance-sheet?at=2024-07-31&basis=paid');
    expect(sheet).toMatchObject({ totalAssets: 600, totalLiabilities: 0, totalNetAssets: 600 });
    const trial = await read('trial-balance?at=2024-07-31&basis=paid');
    expect(trial.totalDebit).toBe(trial.totalCredit);
    const { funds } = await read('fund-balances?from=2024-07-01&to=2024-07-31&basis=paid');
    expect(lineOf(funds, 'Missions')).toMatchObject({ opening: 200, expenses: 0, closing: 200 });
    expect(lineOf(funds, 'General')).toMatchObject({ opening: 300, giving: 100, closing: 400 });
  });

  test('the releases of the first year are those of its statement of activities, with the year so far', async () => {
    const fund = books.fund('Missions');
    const opening = await done(books.admin.get('/api/books/opening'));
    const spent = { subCategoryId: books.subCategory('Rent'), fundId: fund, amount: 60 };
    const yearToDate = [...opening.yearToDate, spent];
    const { date, accounts, payables } = opening;
    const funds = [{ fundId: fund, balance: 200 }];
    await done(
      books.admin.put('/api/books/opening', {
        date,
        accounts: accounts.map(({ accountId, balance }: Json) => ({ accountId, balance })),
        funds,
        payables: payables.map(({ id, vendor, amount }: Json) => ({ id, vendor, amount })),
        yearToDate,
      }),
    );
    const { released } = await read('activities?from=2024-01-01&to=2024-12-31');
    expect(released).toEqual([{ fundId: fund, name: 'Missions', amount: 85 }]);
    const year = await read('releases?from=2024-01-01&to=2024-12-31');
    expect(year.total).toBe(85);
    expect(year.items).toMatchObject([
      { date: '2024-06-30', type: 'Opening', id: 1, fundId: fund, amount: 60 },
      { date: '2024-07-08', type: 'Expense', amount: 25 },
    ]);
    expect((await read('releases?from=2024-07-01&to=2024-12-31')).total).toBe(25);
    const table = await done(books.admin.get('/api/reports/releases/table?from=2024-01-01&to=2024-12-31'));
    expect(table.rows[0].values.slice(2, 4)).toEqual(['Year so far', null]);
  });
});
