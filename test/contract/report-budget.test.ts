/** The budget report, and the budget in the income statement: both agree with the figures of the books. */
import { beforeAll, describe, expect, test } from 'vitest';
import { addApproved, addGiving, badPaths, booksOfFile, done, inDays, type Json, move, refusal } from './books.ts';

const books = booksOfFile();
const ids: Record<string, number> = {};
const YEAR = 2024;

const report = (query: string): Promise<Json> => done(books.admin.get(`/api/reports/budget?year=${YEAR}&${query}`));
const statement = (query: string): Promise<Json> => done(books.admin.get(`/api/reports/income-statement?${query}`));
const row = ({ rows }: Json, name: string): Json => rows.find((one: Json) => one.name === name);
const expenseFields = (name: string, ministry: string, more: Json = {}) => ({
  subCategoryId: books.subCategory(name),
  ministryId: books.ministry(ministry),
  ...more,
});

beforeAll(async () => {
  const asset = { name: 'Building', kind: 'FixedAsset' };
  ids['building'] = (await done(books.admin.post('/api/accounts', asset))).id;
  ids['loan'] = (await done(books.admin.post('/api/accounts', { name: 'Mortgage', kind: 'Loan' }))).id;
  await addGiving(books, { date: '2024-01-07', amount: 1000.1, method: 'Zelle' });
  await addGiving(books, { date: '2024-03-03', amount: 500, method: 'Zelle' });
  await addGiving(books, { date: '2024-03-10', amount: 40, categoryId: books.category('Missions'), method: 'Zelle' });
  const rent = expenseFields('Rent', 'Administration');
  const { id } = await addApproved(books, { ...rent, expenseDate: '2024-01-10', amount: 130.55 });
  await move(books, id, 'pay', { paidOn: '2024-03-02', paymentMethod: 'Check', paymentReference: '7' });
  await addApproved(books, { ...rent, expenseDate: '2024-03-10', amount: 90 });
  await addApproved(books, {
    ...expenseFields('Office Supplies', 'Worship', { fundId: books.fund('Missions') }),
    expenseDate: '2024-02-05',
    amount: 12.5,
  });
  await addApproved(books, {
    subCategoryId: null,
    ministryId: null,
    expenseDate: '2024-03-20',
    amount: 700,
    splits: [
      { ...expenseFields('Utilities', 'Worship'), amount: 50 },
      { accountId: ids['building'], ministryId: books.ministry('Worship'), amount: 650 },
    ],
  });
  const memo = 'Principal';
  const paid = { date: '2024-02-01', amount: 80, fromAccountId: 2, toAccountId: ids['loan'], memo };
  await done(books.admin.post('/api/transfers', paid));
  const lines = [
    { categoryId: books.category('General Offering'), annual: 12_000 },
    { ...expenseFields('Rent', 'Administration'), annual: 1200 },
    { ...expenseFields('Rent', 'Worship'), annual: 120, months: [0, 0, 120, ...Array(9).fill(0)] },
    { subCategoryId: books.subCategory('Telephone'), annual: 24 },
    { accountId: ids['building'], annual: 6000, ministryId: books.ministry('Worship') },
  ];
  await done(books.admin.put(`/api/budgets/${YEAR}`, { adoptedOn: '2023-12-10', lines }));
});

describe('the budget report', () => {
  test('compares the month and the year to date, with what is left and what is over', async () => {
    const march = await report('through=2024-03');
    expect(march).toMatchObject({ year: YEAR, from: '2024-01-01', to: '2024-03-31', through: '2024-03' });
    expect(march.budget).toEqual({ version: 1, kind: 'Adopted', adoptedOn: '2023-12-10' });
    expect(row(march, 'General Offering')).toMatchObject({
      part: 'Giving',
      month: { budget: 1000, actual: 500 },
      yearToDate: { budget: 3000, actual: 1500.1 },
      annual: 12_000,
      left: 10_499.9,
      over: false,
    });
    expect(row(march, 'Rent')).toMatchObject({
      part: 'Expenses',
      group: 'Facilities',
      month: { budget: 220, actual: 90 },
      yearToDate: { budget: 420, actual: 220.55 },
      annual: 1320,
      left: 1099.45,
      over: false,
    });
    expect(row(march, 'Building')).toMatchObject({ part: 'Capital', accountId: ids['building'], annual: 6000 });
    expect(row(march, 'Building').yearToDate).toEqual({ budget: 1500, actual: 650 });
    const january = await report('through=2024-01');
    expect(row(january, 'Rent')).toMatchObject({ month: { budget: 100, actual: 130.55 }, over: true });
    expect(row(january, 'Rent').yearToDate).toEqual(row(january, 'Rent').month);
  });

  test('has a row with a budget of 0 for what has no budget, and a row for a budget that nothing was spent of', async () => {
    const march = await report('through=2024-03');
    expect(row(march, 'Missions')).toMatchObject({ annual: 0, yearToDate: { budget: 0, actual: 40 }, over: false });
    expect(row(march, 'Office Supplies')).toMatchObject({ left: -12.5, over: true });
    expect(row(march, 'Mortgage')).toMatchObject({ part: 'Capital', yearToDate: { budget: 0, actual: 80 } });
    expect(row(march, 'Telephone')).toMatchObject({ yearToDate: { budget: 6, actual: 0 }, left: 24 });
    expect(march.rows.map(({ part }: Json) => part)).toEqual(
      march.rows.map(({ part }: Json) => part).toSorted((a: string, b: string) => order(a) - order(b)),
    );
  });
  const order = (part: string) => ['Giving', 'OtherIncome', 'Expenses', 'Capital'].indexOf(part);

  test.each(['booked', 'paid'])('has the sums of the income statement on the %s basis', async (basis) => {
    for (const month of ['2024-01', '2024-02', '2024-03']) {
      const { totals, from, to, rows } = await report(`through=${month}&basis=${basis}`);
      const toDate = await statement(`from=${from}&to=${to}&basis=${basis}`);
      const ofMonth = await statement(`from=${month}-01&to=${to}&basis=${basis}`);
      for (const [part, field] of [
        ['giving', 'totalGiving'],
        ['otherIncome', 'totalOtherIncome'],
        ['expenses', 'totalExpenses'],
      ] as const) {
        expect(totals[part].yearToDate.actual).toBe(toDate[field]);
        expect(totals[part].month.actual).toBe(ofMonth[field]);
      }
      for (const line of toDate.expenses) {
        const own = rows.find(({ subCategoryId }: Json) => subCategoryId === line.id);
        expect(own.yearToDate.actual).toBe(line.amount);
      }
    }
  });

  test('counts purchases on the paid basis when they are paid', async () => {
    const booked = await report('through=2024-03');
    const paid = await report('through=2024-03&basis=paid');
    expect(booked.totals.capital.yearToDate.actual).toBe(730);
    expect(paid.totals.capital.yearToDate.actual).toBe(80);
    const { totals } = booked;
    expect(totals.operating.yearToDate.actual).toBeCloseTo(1540.1 - 283.05, 2);
    expect(totals.unpaid.yearToDate.actual).toBe(650);
    expect(totals.net.yearToDate.actual).toBeCloseTo(1540.1 - 283.05 - 80, 2);
    expect(totals.net.annual).toBe(12_000 - 1344 - 6000);
  });

  test('of a ministry has only its spending', async () => {
    const worship = await report(`through=2024-03&ministryId=${books.ministry('Worship')}`);
    expect(worship.rows.map(({ name }: Json) => name)).toEqual(
      expect.arrayContaining(['Rent', 'Utilities', 'Office Supplies', 'Building']),
    );
    expect(worship.rows).toHaveLength(4);
    expect(row(worship, 'Rent')).toMatchObject({ annual: 120, yearToDate: { budget: 120, actual: 0 } });
    expect(worship.totals.giving.yearToDate).toEqual({ budget: 0, actual: 0 });
  });

  test('of a fund has only its amounts, and lines without a fund belong to the General fund', async () => {
    const missions = await report(`through=2024-03&fundId=${books.fund('Missions')}`);
    expect(missions.rows.map(({ name }: Json) => name)).toEqual(['Missions', 'Office Supplies']);
    const general = await report(`through=2024-03&fundId=${books.fund('General')}`);
    expect(row(general, 'Telephone').annual).toBe(24);
    expect(row(general, 'Missions')).toBeUndefined();
    const whole = await report('through=2024-03');
    const sum = (part: string) => missions.totals[part].yearToDate.actual + general.totals[part].yearToDate.actual;
    for (const part of ['giving', 'expenses', 'capital']) {
      expect(sum(part)).toBeCloseTo(whole.totals[part].yearToDate.actual, 2);
    }
  });

  test('ends by default with the last month that is over', async () => {
    expect((await report('')).through).toBe('2024-12');
    const thisYear = Number(inDays(0).slice(0, 4));
    const later = await done(books.admin.get(`/api/reports/budget?year=${thisYear + 5}`));
    expect(later).toMatchObject({ through: `${thisYear + 5}-01`, budget: null, rows: [] });
    const before = new Date(`${inDays(0).slice(0, 7)}-01T00:00:00Z`);
    before.setUTCMonth(before.getUTCMonth() - 1);
    const now = await done(books.admin.get(`/api/reports/budget?year=${before.getUTCFullYear()}`));
    expect(now.through).toBe(before.toISOString().slice(0, 7));
  });

  test.each([
    ['', '400 validation_failed', ['year']],
    ['year=2024&through=2024-13', '400 validation_failed', ['through']],
    ['year=2024&through=2025-01', '400 validation_failed', ['through']],
    ['year=2024&through=March', '400 validation_failed', ['through']],
    ['year=2024&basis=cash', '400 validation_failed', ['basis']],
    ['year=2024&ministryId=999&fundId=999', '422 unknown_reference', ['fundId', 'ministryId']],
  ])('is refused for the query "%s"', async (query, code, paths) => {
    const answer = await books.admin.get(`/api/reports/budget?${query}`);
    expect(refusal(answer)).toBe(code);
    expect(badPaths(answer)).toEqual(paths);
  });

  test('is of the latest version', async () => {
    const lines = [{ categoryId: books.category('General Offering'), annual: 24_000 }];
    await done(books.admin.put('/api/budgets/2023', { lines, adoptedOn: '2023-01-01' }));
    const amended = [{ ...lines[0], annual: 12 }];
    await done(books.admin.put('/api/budgets/2023', { lines: amended, adoptedOn: '2023-06-01' }));
    const answer = await done(books.admin.get('/api/reports/budget?year=2023'));
    expect(answer.budget).toEqual({ version: 2, kind: 'Amended', adoptedOn: '2023-06-01' });
    expect(answer.totals.giving.annual).toBe(12);
  });
});

describe('the income statement compared with the budget', () => {
  const lineOf = (lines: Json[], name: string): Json => lines.find((line) => line.name === name);

  test('has the budget of the year in every line, also in lines without an amount', async () => {
    const year = await statement(`year=${YEAR}&compare=prior,budget`);
    expect(lineOf(year.giving, 'General Offering')).toMatchObject({ amount: 1500.1, budget: 12_000, prior: null });
    expect(lineOf(year.giving, 'Missions').budget).toBeNull();
    expect(lineOf(year.expenses, 'Rent').budget).toBe(1320);
    expect(lineOf(year.expenses, 'Telephone')).toMatchObject({ amount: 0, budget: 24, prior: null, group: 'Office' });
    const { totalExpenses } = await statement(`year=${YEAR}`);
    expect(year.totalExpenses).toBe(totalExpenses);
  });

  test('has the budget of the months of a range, over two fiscal years', async () => {
    const quarter = await statement('from=2024-02-01&to=2024-03-31&compare=budget&columns=month');
    expect(lineOf(quarter.expenses, 'Rent').budget).toBe(320);
    expect(lineOf(quarter.expenses, 'Telephone')).toMatchObject({ amounts: { '2024-02': 0, '2024-03': 0 }, budget: 4 });
    const winter = await statement('from=2023-12-01&to=2024-01-31&compare=budget');
    expect(lineOf(winter.giving, 'General Offering').budget).toBe(1001);
  });

  test('has no budget if the range does not consist of whole months', async () => {
    const days = await statement('from=2024-01-01&to=2024-03-15&compare=budget');
    for (const { budget } of [...days.giving, ...days.expenses]) expect(budget).toBeNull();
  });
});
