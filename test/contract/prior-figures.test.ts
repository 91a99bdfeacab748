/** The figures of fiscal years before the books, and the reports that compare with them. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  addApproved,
  addGiving,
  badPaths,
  booksOfFile,
  close,
  done,
  etag,
  type Json,
  openBooks,
  refusal,
} from './books.ts';
import { expectRefused, run, works } from './people-files.ts';

const books = booksOfFile();
const BEGIN = '2024-01-01';
const WITHOUT = { income: [], expenses: [] };

const put = (year: number, body: Json, headers = {}) =>
  books.admin.put(`/api/books/prior-figures/${year}`, body, headers);
const figures = (year: number): Promise<Json> => done(books.admin.get(`/api/books/prior-figures/${year}`));
const report = (query: string): Promise<Json> => done(books.admin.get(`/api/reports/${query}&compare=prior`));
const named = (lines: Json[], name: string): Json => lines.find((line) => line.name === name);
const open = (accounts: Json[], more: Json = {}) =>
  books.admin.put('/api/books/opening', { date: BEGIN, accounts, funds: [], ...more });

/** The books begin with 2024 and net assets of 1,000. Of the year before, these figures are entered. */
const entered = () => ({
  income: [
    { name: 'Tithes and offerings', categoryId: books.category('Tithe'), amount: 900 },
    { name: 'Bazaar', amount: 50.25 },
  ],
  expenses: [
    { name: 'Rent', subCategoryId: books.subCategory('Rent'), amount: 400 },
    { name: 'All of missions', groupId: group.id, amount: 100 },
  ],
  netAssets: 1000,
  assets: 1200,
  liabilities: 200,
});
let group: Json;

beforeAll(async () => {
  const { items } = await done(books.admin.get('/api/expense-categories'));
  const rent = books.subCategory('Rent');
  group = items.find(
    ({ subCategories }: Json) => subCategories.length > 1 && subCategories.every(({ id }: Json) => id !== rent),
  );
  await done(open([{ accountId: 2, balance: 1000 }]));
  await addGiving(books, { date: '2024-03-03', amount: 70, categoryId: books.category('Tithe') });
  await addApproved(books, { expenseDate: '2024-03-04', amount: 30, subCategoryId: group.subCategories[0].id });
});

describe('without figures', () => {
  test('a year has empty lists, and its column is empty with a reason, never zero', async () => {
    expect(await figures(2023)).toMatchObject({
      fiscalYear: 2023,
      from: '2023-01-01',
      to: '2023-12-31',
      ...WITHOUT,
      netAssets: null,
      createdAt: null,
    });
    const { prior, giving, priorIsEntered } = await report('income-statement?year=2024');
    expect([prior, named(giving, 'Tithe').prior, priorIsEntered]).toEqual([null, null, undefined]);
    const { notes } = await report('income-statement/table?year=2024');
    expect(notes.join()).toContain('no figures for the year before');
  });
});

describe('what is refused', () => {
  test('a year that ends elsewhere than the opening begins is refused with both sums', async () => {
    const answer = await put(2023, { ...WITHOUT, netAssets: 999.5 });
    expect(refusal(answer)).toBe('422 prior_figures_differ');
    expect(answer.body).toMatchObject({ given: 999.5, opening: 1000 });
    expect(answer.body.detail).toMatch(/999\.50.*1,000\.00/);
    const derived = await put(2023, { ...WITHOUT, assets: 1500, liabilities: 200 });
    expect(derived.body).toMatchObject({ code: 'prior_figures_differ', given: 1300, opening: 1000 });
    expect((await figures(2023)).createdAt).toBeNull();
  });

  test('a year that the books cover is refused', async () => {
    const answer = await put(2024, WITHOUT);
    expect(refusal(answer)).toBe('409 conflict');
    expect(answer.body.detail).toContain(`The books began on ${BEGIN}`);
  });

  test('lines for the same category, of two kinds, and of negative expenses name every bad field', async () => {
    const [tithe, rent] = [books.category('Tithe'), books.subCategory('Rent')];
    const twice = {
      income: [
        { name: 'A', categoryId: tithe, amount: 1 },
        { name: 'tithe', amount: 2 },
        { name: 'Bazaar', amount: 1 },
        { name: 'BAZAAR', amount: 1 },
      ],
      expenses: [
        { name: 'B', groupId: group.id, amount: 1 },
        { name: 'C', subCategoryId: group.subCategories[0].id, amount: 1 },
      ],
      netAssets: 5,
      assets: 7,
      liabilities: 1,
    };
    const answer = await put(2022, twice);
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(['expenses.0', 'income.1', 'income.3', 'netAssets']);
    const both = {
      income: [{ name: 'A', categoryId: tithe, incomeCategoryId: 1, amount: 1 }],
      expenses: [
        { name: 'B', subCategoryId: rent, groupId: group.id, amount: 1 },
        { name: 'C', amount: -1 },
      ],
    };
    expect(badPaths(await put(2022, both))).toEqual(['expenses.0', 'expenses.1.amount', 'income.0']);
  });

  test('unknown records are all named', async () => {
    const answer = await put(2022, {
      income: [{ name: 'A', categoryId: 9999, amount: 1 }],
      expenses: [{ name: 'B', groupId: 9999, amount: 1 }],
    });
    expect(refusal(answer)).toBe('422 unknown_reference');
    expect(badPaths(answer)).toEqual(['expenses.0.groupId', 'income.0.categoryId']);
  });

  test('giving that the church holds for others is no income, by its id and by its name', async () => {
    const fund = await done(books.admin.post('/api/funds', { name: 'Relief', class: 'Custodial' }));
    const { id } = await done(books.admin.post('/api/giving-categories', { name: 'Relief gifts', fundId: fund.id }));
    for (const line of [{ name: 'A', categoryId: id }, { name: 'Relief gifts' }]) {
      const answer = await put(2022, { income: [{ ...line, amount: 1 }], expenses: [] });
      expect([refusal(answer), answer.body.errors[0].code]).toEqual(['400 validation_failed', 'no_income']);
    }
  });

  test('nobody without the permission saves figures; whoever reads reports reads them', async () => {
    const auditor = await books.as(['auditor']);
    expect(refusal(await auditor.put('/api/books/prior-figures/2022', WITHOUT))).toBe('403 forbidden');
    expect((await auditor.get('/api/books/prior-figures/2022')).status).toBe(200);
    const secretary = await books.as(['secretary']);
    expect((await secretary.get('/api/books/prior-figures/2022')).status).toBe(403);
  });
});

describe('entered figures', () => {
  beforeAll(async () => {
    await done(put(2023, entered()));
  });

  test('are read as they were sent', async () => {
    expect(await figures(2023)).toMatchObject(entered());
  });

  test('are in the income statement by category; what was not named is 0, and of a whole group unknown', async () => {
    const { giving, otherIncome, expenses, prior, priorIsEntered } = await report('income-statement?year=2024');
    expect(named(giving, 'Tithe')).toMatchObject({ amount: 70, prior: 900 });
    expect(named(otherIncome, 'Bazaar')).toMatchObject({ id: null, amount: 0, prior: 50.25 });
    expect(named(expenses, 'Rent')).toMatchObject({ amount: 0, prior: 400 });
    expect(named(expenses, 'All of missions')).toMatchObject({ id: null, group: group.name, prior: 100 });
    expect(named(expenses, group.subCategories[0].name)).toMatchObject({ amount: 30, prior: null });
    expect(prior).toEqual({
      totalGiving: 900,
      totalOtherIncome: 50.25,
      totalExpenses: 500,
      adjustments: 0,
      netChange: 450.25,
    });
    expect(priorIsEntered).toBe(true);
    await addGiving(books, { date: '2024-03-03', amount: 5, categoryId: books.category('Missions') });
    expect(named((await report('income-statement?year=2024')).giving, 'Missions').prior).toBe(0);
  });

  test('are in the statement of activities, as far as they are known', async () => {
    const { rows, prior } = await report('activities?from=2024-01-01&to=2024-12-31');
    expect(named(rows, 'Tithe').prior).toEqual([900, 0, 900]);
    expect(named(rows, 'Bazaar')).toMatchObject({ amounts: [0, 0, 0], prior: [50.25, 0, 50.25] });
    expect(named(rows, group.name)).toMatchObject({ amounts: [30, 0, 30], prior: [100, 0, 100] });
    expect(rows.find(({ kind }: Json) => kind === 'Released').prior).toBeNull();
    expect(prior).toEqual({
      opening: [null, null, 549.75],
      change: [null, null, 450.25],
      closing: [null, null, 1000],
    });
  });

  test('give the balance sheet its totals, unless the day before the books is that of the opening', async () => {
    await done(put(2022, { ...WITHOUT, assets: 700, netAssets: 600 }));
    const earlier = await report('balance-sheet?at=2023-12-31');
    expect(earlier.prior).toEqual({ totalAssets: 700, totalLiabilities: 100, totalNetAssets: 600 });
    expect(earlier.netAssets.map((line: Json) => line.prior)).toEqual([null, null, null]);
    const first = await report('balance-sheet?year=2024');
    expect(first.prior).toEqual({ totalAssets: 1000, totalLiabilities: 0, totalNetAssets: 1000 });
  });

  test('are in the printed reports with a note, and nothing is printed as 0.00 that nobody knows', async () => {
    const { rows, notes } = await report('income-statement/table?year=2024');
    const row = (name: string) => rows.find(({ values }: Json) => values?.[0] === name).values;
    expect(row('Bazaar')).toEqual(['Bazaar', 0, 50.25]);
    expect(row(group.subCategories[0].name)).toEqual([group.subCategories[0].name, 30, null]);
    expect(notes.join()).toContain('the church entered');
  });

  test('are of the whole year: a part of it has none', async () => {
    for (const query of ['from=2024-01-01&to=2024-06-30', 'from=2024-02-01&to=2025-01-31']) {
      expect((await report(`income-statement?${query}`)).prior).toBeNull();
      expect((await report(`activities?${query}`)).prior).toBeNull();
    }
  });

  test('stay when they are sent again, and a change is in the audit log with both states', async () => {
    const entries = async () => (await done(books.admin.get('/api/audit-logs?entityType=PriorFigures'))).items;
    const { length } = await entries();
    const same = await put(2023, entered());
    expect(same.status).toBe(200);
    expect(await entries()).toHaveLength(length);
    await done(put(2023, { ...entered(), expenses: [] }, { 'if-match': etag(same) }));
    expect(refusal(await put(2023, entered(), { 'if-match': etag(same) }))).toBe('412 stale_version');
    const [last] = await entries();
    expect(last.action).toBe('PriorFiguresUpdated');
    expect(last.changes.expenses).toEqual([expect.arrayContaining([expect.objectContaining({ name: 'Rent' })]), []]);
    await done(put(2023, entered()));
  });

  test('keep a category from being deleted', async () => {
    const { id } = await done(books.admin.post('/api/income-categories', { name: 'Bookshop' }));
    await done(put(2021, { income: [{ name: 'Shop', incomeCategoryId: id, amount: -3 }], expenses: [] }));
    expect((await books.admin.del(`/api/income-categories/${id}`)).status).toBe(409);
  });

  test('are for the categories that had their names when they were saved', async () => {
    await done(put(2021, { income: [{ name: 'Kiosk', amount: 5 }], expenses: [] }));
    expect((await figures(2021)).income).toMatchObject([{ name: 'Kiosk', incomeCategoryId: null }]);
    const { id, ...kiosk } = await done(books.admin.post('/api/income-categories', { name: 'Kiosk' }));
    expect((await figures(2021)).income).toMatchObject([{ name: 'Kiosk', incomeCategoryId: null }]);
    await done(
      put(2021, {
        income: [
          { name: 'Kiosk', amount: 5 },
          { name: 'Old', amount: 1 },
        ],
        expenses: [],
      }),
    );
    expect((await figures(2021)).income[0].incomeCategoryId).toBe(id);
    await done(books.admin.put(`/api/income-categories/${id}`, { name: 'Shop', isActive: kiosk.isActive }));
    expect((await figures(2021)).income[0]).toMatchObject({ name: 'Kiosk', incomeCategoryId: id });
    await done(put(2021, WITHOUT));
  });

  test('refuse an opening with other net assets', async () => {
    const answer = await open([{ accountId: 2, balance: 1001 }]);
    expect(refusal(answer)).toBe('422 prior_figures_differ');
    expect(answer.body).toMatchObject({ given: 1000, opening: 1001 });
  });

  test('refuse another class of a fund with which the opening would no longer agree with them', async () => {
    const name = 'Scouts';
    const { id } = await done(books.admin.post('/api/funds', { name, class: 'Custodial' }));
    await done(open([{ accountId: 2, balance: 1100 }], { funds: [{ fundId: id, balance: 100 }] }));
    const answer = await books.admin.put(`/api/funds/${id}`, {
      name,
      class: 'Designated',
      purpose: null,
      isActive: true,
    });
    expect(refusal(answer)).toBe('422 prior_figures_differ');
    expect(answer.body).toMatchObject({ given: 1000, opening: 1100 });
    await done(open([{ accountId: 2, balance: 1000 }]));
  });

  test('of an opening within a year end with the opening less the year to date', async () => {
    const yearToDate = [{ categoryId: books.category('Tithe'), amount: 40 }];
    const later = (more: Json) => open([{ accountId: 2, balance: 1001 }], { date: '2024-02-01', ...more });
    expect((await later({ yearToDate })).body).toMatchObject({ given: 1000, opening: 961 });
    await done(later({}));
    const within = await put(2024, WITHOUT);
    expect(within.body).toMatchObject({ code: 'conflict' });
    expect(within.body.detail).toContain('yearToDate');
    await done(open([{ accountId: 2, balance: 1000 }]));
  });
});

describe('vestry prior-figures', () => {
  const vestry = (...args: string[]) => run(books.daemon.dataDir, ...args);
  const fileOf = (text: string) => {
    const file = path.join(books.daemon.dataDir, 'prior.csv');
    writeFileSync(file, text);
    return file;
  };

  test('set reads a file, finds the categories by name, and show prints the figures', async () => {
    const file = fileOf('Kind,Name,Amount\n,Tithe,"1,200.50"\nIncome,Old bazaar,30\nExpense,Rent,300\n');
    const set = ['prior-figures', 'set', '2020', '--file', file, '--assets', '900', '--liabilities', '100'];
    expect((await works(vestry(...set, '--dry-run'))).stdout).toContain('Nothing was written');
    expect((await figures(2020)).createdAt).toBeNull();
    expect((await works(vestry(...set))).stdout).toContain(
      'Rows of their own, because they name no category: Old bazaar',
    );
    expect(await figures(2020)).toMatchObject({
      income: [
        { name: 'Tithe', categoryId: books.category('Tithe'), amount: 1200.5 },
        { name: 'Old bazaar', categoryId: null, incomeCategoryId: null, amount: 30 },
      ],
      expenses: [{ name: 'Rent', subCategoryId: books.subCategory('Rent'), amount: 300 }],
      netAssets: null,
      assets: 900,
    });
    expect((await works(vestry('prior-figures', 'show', '2020'))).stdout).toMatch(/Income +Old bazaar +30\.00/);
  });

  test('set refuses a name that nobody knows, and the same category twice, by their lines', async () => {
    const set = (text: string) => vestry('prior-figures', 'set', '2020', '--file', fileOf(text));
    const unknown = await set('Name,Amount\nTithe,1\nNowhere,2\n');
    expectRefused(unknown);
    expect(unknown.stderr).toMatch(/line 3.*Nowhere/s);
    const twice = await set('Name,Amount\nTithe,1\nTithe,2\n');
    expectRefused(twice);
    expect(twice.stderr).toMatch(/line 3.*same as line 2/s);
  });
});

test('a figure that was changed behind the back of the program is found by the audit log', async () => {
  const verify = () => run(books.daemon.dataDir, 'audit', 'verify');
  await works(verify());
  const database = new Database(path.join(books.daemon.dataDir, 'vestry.db'));
  const add = database.prepare("update priorFigureLines set amountMinor = amountMinor + ? where name = 'Bazaar'");
  add.run(1);
  const found = await verify();
  add.run(-1);
  database.close();
  expectRefused(found);
  expect(found.stderr).toContain('PriorFigures');
});

test('once the next year is closed, saved figures no longer change', async () => {
  for (let month = 1; month <= 12; month += 1) await close(books, `2024/${month}`);
  await done(books.admin.post('/api/fiscal-years/2024/close'));
  expect((await put(2023, entered())).status).toBe(200);
  expect(refusal(await put(2023, { ...entered(), income: [] }))).toBe('409 year_closed');
  const { giving } = await report('income-statement?year=2024');
  expect(named(giving, 'Tithe').prior).toBe(900);
});

test('without an opening, the year before the first document has no figures', async () => {
  const fresh = await openBooks();
  onTestFinished(async () => {
    await fresh.daemon.stop();
  });
  await addGiving(fresh, { date: '2024-03-03', amount: 70, categoryId: fresh.category('Tithe') });
  for (const query of ['income-statement?year=2024', 'activities?year=2024', 'balance-sheet?at=2024-12-31'])
    expect((await done(fresh.admin.get(`/api/reports/${query}&compare=prior`))).prior).toBeNull();
  const next = await done(fresh.admin.get('/api/reports/income-statement?year=2025&compare=prior'));
  expect(next.prior.totalGiving).toBe(70);
});

test('without an opening, a gift of an entered year hides nothing, and the figures can be taken away', async () => {
  const fresh = await openBooks();
  onTestFinished(async () => {
    await fresh.daemon.stop();
  });
  const url = '/api/books/prior-figures/2023';
  const income = [{ name: 'Sales of an earlier treasurer', amount: 80 }];
  const prior = async () =>
    (await done(fresh.admin.get('/api/reports/income-statement?year=2024&compare=prior'))).prior;
  await addGiving(fresh, { date: '2024-03-03', amount: 70, categoryId: fresh.category('Tithe') });
  await done(fresh.admin.put(url, { income, expenses: [] }));
  await addGiving(fresh, { date: '2023-12-31', amount: 5, categoryId: fresh.category('Tithe') });
  expect(await prior()).toMatchObject({ totalGiving: 0, totalOtherIncome: 80 });
  expect(refusal(await fresh.admin.put(url, { income: [{ ...income[0], amount: 81 }], expenses: [] }))).toBe(
    '409 conflict',
  );
  await done(fresh.admin.put(url, WITHOUT));
  expect(await prior()).toMatchObject({ totalGiving: 5, totalOtherIncome: 0 });
});
