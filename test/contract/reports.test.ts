/** The reports of the books. Every figure follows from the same postings, so the reports agree with each other. */
import { beforeAll, describe, expect, test } from 'vitest';
import { addApproved, addGiving, addMember, booksOfFile, done, type Json, move, refusal } from './books.ts';

const books = booksOfFile();

const read = async (path: string): Promise<Json> => done(books.admin.get(`/api/reports/${path}`));
const lineOf = (lines: Json[], name: string): Json => lines.find((line) => line.name === name);
const sum = (lines: Json[], field = 'amount'): number =>
  Math.round(lines.reduce((total, line) => total + line[field] * 100, 0)) / 100;

/** The ids of the documents of the year 2025, to which most tests refer. */
const ids: Record<string, number> = {};

beforeAll(async () => {
  const ann = await addMember(books, { firstName: 'Ann' });
  const missions = books.category('Missions');
  await addGiving(books, { date: '2024-05-05', amount: 70, memberId: ann.id });
  ids.gift = (await addGiving(books, { date: '2025-03-02', amount: 1000.1, memberId: ann.id, method: 'Zelle' })).id;
  await addGiving(books, { date: '2025-03-09', amount: 300, categoryId: missions, method: 'Zelle' });
  const rent = { subCategoryId: books.subCategory('Rent'), ministryId: books.ministry('Administration') };
  const paid = await addApproved(books, { expenseDate: '2025-03-10', amount: 250.25, vendor: 'Landlord', ...rent });
  ids.rent = paid.id;
  const check = { paidOn: '2025-04-02', paymentMethod: 'Check', paymentReference: '1001' };
  await move(books, paid.id, 'pay', check);
  const fundId = books.fund('Missions');
  const sent = await addApproved(books, { expenseDate: '2025-04-20', amount: 120, vendor: 'Mission board', fundId });
  await move(books, sent.id, 'pay', { ...check, paidOn: '2025-04-21', paymentReference: '1004' });
  const open = await addApproved(books, { expenseDate: '2025-05-30', amount: 40.4, vendor: 'Printer' });
  ids.open = open.id;
});

describe('the income statement', () => {
  test('has the giving and the expenses of its date range', async () => {
    const year = await read('income-statement?from=2025-01-01&to=2025-12-31');
    expect(year).toMatchObject({ basis: 'booked', isUnaudited: true, columns: [], released: null });
    expect(lineOf(year.giving, 'General Offering')).toMatchObject({ amount: 1000.1, amounts: {} });
    expect(lineOf(year.expenses, 'Rent')).toMatchObject({ amount: 250.25, group: 'Facilities' });
    expect(year).toMatchObject({ totalGiving: 1300.1, totalOtherIncome: 0, totalExpenses: 410.65, adjustments: 0 });
    expect(year.netChange).toBe(889.45);
  });

  test('counts expenses on their payment dates with basis=paid', async () => {
    const march = await read('income-statement?from=2025-03-01&to=2025-03-31&basis=paid');
    expect(march).toMatchObject({ totalGiving: 1300.1, totalExpenses: 0 });
    const april = await read('income-statement?from=2025-04-01&to=2025-04-30&basis=paid');
    expect(lineOf(april.expenses, 'Rent').amount).toBe(250.25);
    expect(april.totalExpenses).toBe(370.25);
    const months = await read('income-statement?from=2025-03-01&to=2025-05-31&basis=paid&columns=month');
    expect(lineOf(months.expenses, 'Rent').amounts).toEqual({ '2025-03': 0, '2025-04': 250.25, '2025-05': 0 });
    expect(months.totalExpenses).toBe(370.25);
  });

  test.each(['restriction', 'fund', 'ministry', 'month'])(
    'has columns by %s that add up to the amount of each line and to the totals',
    async (columns) => {
      const year = await read(`income-statement?from=2025-01-01&to=2025-12-31&columns=${columns}`);
      expect(year.columns.length).toBeGreaterThan(1);
      const keys = year.columns.map(({ key }: Json) => key);
      for (const line of [...year.giving, ...year.expenses]) {
        expect(Object.keys(line.amounts)).toEqual(keys);
        expect(sum(Object.values(line.amounts).map((amount) => ({ amount })))).toBe(line.amount);
      }
      const totals = keys.map((key: string) => year.columnTotals[key]);
      for (const field of ['totalGiving', 'totalExpenses', 'netChange']) expect(sum(totals, field)).toBe(year[field]);
    },
  );

  test('has a separate column for what restricted funds spent', async () => {
    const year = await read('income-statement?from=2025-01-01&to=2025-12-31&columns=restriction');
    expect(year.released).toBe(120);
    expect(year.columnTotals.released).toMatchObject({ totalGiving: 0, totalExpenses: 120 });
    expect(year.columnTotals.withRestrictions).toMatchObject({ totalGiving: 300, totalExpenses: 0 });
    expect(year.columnTotals.withoutRestrictions).toMatchObject({ totalGiving: 1000.1, totalExpenses: 290.65 });
  });

  test('compares with the same days of the year before', async () => {
    const year = await read('income-statement?from=2025-01-01&to=2025-12-31&compare=prior,budget');
    expect(lineOf(year.giving, 'General Offering')).toMatchObject({ amount: 1000.1, prior: 70, budget: null });
    expect(lineOf(year.expenses, 'Rent').prior).toBe(0);
    expect(year.prior).toMatchObject({ totalGiving: 70, totalExpenses: 0, netChange: 70 });
  });

  test('of a year equals the income statement from the first to the last day of the year', async () => {
    const { columnTotals: _, ...year } = await read('income-statement?year=2025');
    expect(await read('income-statement?from=2025-01-01&to=2025-12-31')).toMatchObject(year);
  });

  test.each([
    ['', ['year']],
    ['year=2025&from=2025-01-01&to=2025-02-01', ['year']],
    ['from=2025-02-01&to=2025-01-01', ['to']],
    ['year=2025&basis=cash', ['basis']],
    ['year=2025&columns=color', ['columns']],
    ['year=2025&compare=prior,plan', ['compare']],
  ])('is refused for the query "%s"', async (query, paths) => {
    const answer = await books.admin.get(`/api/reports/income-statement?${query}`);
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(answer.body.errors.map(({ path }: Json) => path.split('.')[0])).toEqual(paths);
  });
});

describe('the balance sheet', () => {
  test('has assets equal to liabilities and net assets', async () => {
    const sheet = await read('balance-sheet?at=2025-12-31');
    expect(lineOf(sheet.assets, 'Checking').amount).toBe(999.85);
    expect(lineOf(sheet.liabilities, 'Accounts payable').amount).toBe(40.4);
    expect(sheet.netAssets).toMatchObject([{ amount: 779.45 }, { amount: 0 }, { amount: 180 }]);
    expect(sheet).toMatchObject({ totalAssets: 999.85, totalLiabilities: 40.4, totalNetAssets: 959.45 });
  });

  test('shows no debt for expenses with basis=paid', async () => {
    const sheet = await read('balance-sheet?at=2025-12-31&basis=paid');
    expect(lineOf(sheet.liabilities, 'Accounts payable')).toBeUndefined();
    expect(sheet).toMatchObject({ totalAssets: 999.85, totalLiabilities: 0, totalNetAssets: 999.85 });
  });

  test('compares with the balances of the year before', async () => {
    const sheet = await read('balance-sheet?at=2025-12-31&compare=prior');
    expect(lineOf(sheet.assets, 'Checking').prior).toBe(70);
    expect(sheet.prior).toEqual({ totalAssets: 70, totalLiabilities: 0, totalNetAssets: 70 });
    expect((await read('balance-sheet?year=2025')).at).toBe('2025-12-31');
  });

  test('has net assets that change by the net change of the income statement', async () => {
    for (const basis of ['booked', 'paid']) {
      const before = await read(`balance-sheet?at=2025-03-31&basis=${basis}`);
      const after = await read(`balance-sheet?at=2025-06-30&basis=${basis}`);
      const { netChange } = await read(`income-statement?from=2025-04-01&to=2025-06-30&basis=${basis}`);
      expect(after.totalNetAssets - before.totalNetAssets).toBeCloseTo(netChange, 6);
    }
  });
});

test('the fund balances of a month equal the funds of its statement', async () => {
  const { funds } = await done(books.admin.get('/api/monthly-statements/2025/4'));
  const report = await read('fund-balances?from=2025-04-01&to=2025-04-30');
  expect(lineOf(report.funds, 'Missions')).toMatchObject({ opening: 300, expenses: 120, closing: 180 });
  for (const fund of funds.filter(({ class: fundClass }: Json) => fundClass !== 'General'))
    expect(lineOf(report.funds, fund.name)).toEqual(fund);
});

describe('the trial balance', () => {
  test.each(['booked', 'paid'])('has equal debits and credits with basis=%s', async (basis) => {
    const trial = await read(`trial-balance?at=2025-05-31&basis=${basis}`);
    expect(trial).toMatchObject({ since: '2025-01-01', basis });
    expect(trial.totalDebit).toBe(trial.totalCredit);
    expect(sum(trial.lines, 'debit')).toBe(trial.totalDebit);
    expect(lineOf(trial.lines, 'Facilities: Rent').debit).toBe(250.25);
    expect(lineOf(trial.lines, 'Fund: General').credit).toBe(70);
    expect(lineOf(trial.lines, 'Giving: Missions').credit).toBe(300);
  });
});

describe('the general ledger', () => {
  const ledger = async (query: string): Promise<Json> => read(`general-ledger?from=2025-01-01&to=2025-12-31&${query}`);

  test('of an account lists its documents with the balance after each document', async () => {
    const checking = await ledger('accountId=2');
    expect(
      checking.items.map(({ date, type, debit, credit, balance }: Json) => [date, type, debit, credit, balance]),
    ).toEqual([
      ['2025-03-02', 'Giving', 1000.1, 0, 1070.1],
      ['2025-03-09', 'Giving', 300, 0, 1370.1],
      ['2025-04-02', 'Payment', 0, 250.25, 1119.85],
      ['2025-04-21', 'Payment', 0, 120, 999.85],
    ]);
    expect(checking.items[0]).toMatchObject({ id: ids.gift, description: 'General Offering (Zelle)' });
    expect(checking.items[2].description).toBe('Check 1001');
  });

  test('has the same balances on later pages, and in descending order', async () => {
    const all = await ledger('accountId=2');
    const second = await ledger('accountId=2&pageSize=3&page=2');
    expect(second).toMatchObject({ totalCount: 4, totalPages: 2, items: all.items.slice(3) });
    expect((await ledger('accountId=2&sort=-date')).items).toEqual(all.items.toReversed());
    expect((await ledger('accountId=2&page=9')).items).toEqual([]);
  });

  test('of a liability account shows the amount owed as the balance', async () => {
    const owed = await ledger('accountId=4');
    expect(owed.items.map(({ type, debit, credit, balance }: Json) => [type, debit, credit, balance])).toEqual([
      ['Expense', 0, 250.25, 250.25],
      ['Payment', 250.25, 0, 0],
      ['Expense', 0, 120, 120],
      ['Payment', 120, 0, 0],
      ['Expense', 0, 40.4, 40.4],
    ]);
    expect(owed.items[0].description).toMatch(/^Landlord: /);
  });

  test('of a fund or a category lists the documents that make up its amount', async () => {
    const fund = await ledger(`fundId=${books.fund('Missions')}`);
    expect(fund.items.map(({ type, balance }: Json) => [type, balance])).toEqual([
      ['Giving', 300],
      ['Expense', 180],
    ]);
    const rent = await ledger(`subCategoryId=${books.subCategory('Rent')}`);
    expect(rent.items).toMatchObject([{ type: 'Expense', id: ids.rent, debit: 250.25, credit: 0, balance: 250.25 }]);
    const offering = await ledger(`categoryId=${books.category('General Offering')}`);
    expect(offering.items).toMatchObject([{ type: 'Giving', id: ids.gift, credit: 1000.1, balance: 1000.1 }]);
  });

  test.each([
    ['', '400 validation_failed'],
    ['accountId=2&fundId=1', '400 validation_failed'],
    ['accountId=2&basis=paid', '400 validation_failed'],
    ['accountId=999', '422 unknown_reference'],
    ['incomeCategoryId=999', '422 unknown_reference'],
  ])('is refused for the query "%s"', async (query, expected) => {
    expect(refusal(await books.admin.get(`/api/reports/general-ledger?${query}`))).toBe(expected);
  });
});

test('the payables of a day are the amounts owed at the end of that day', async () => {
  const march = await read('payables?at=2025-03-31');
  expect(march).toMatchObject({
    total: 250.25,
    items: [{ vendor: 'Landlord', dueSince: '2025-03-10', expenseId: ids.rent }],
  });
  const year = await read('payables?at=2025-12-31');
  expect(year).toMatchObject({ total: 40.4, items: [{ amount: 40.4, expenseId: ids.open, payableId: null }] });
});

test('an expense paid in parts counts as paid on the latest date of its payments, in whatever order they were entered', async () => {
  const { id } = await addApproved(books, { expenseDate: '2019-05-10', amount: 100 });
  const part = (date: string, amount: number) =>
    done(
      books.admin.post('/api/payments', { date, accountId: 2, method: 'Zelle', items: [{ expenseId: id, amount }] }),
    );
  await part('2019-06-20', 60);
  await part('2019-05-20', 40);
  expect((await done(books.admin.get(`/api/expenses/${id}`))).paidOn).toBe('2019-06-20');
  const { unpaid, position } = await done(books.admin.get('/api/monthly-statements/2019/5'));
  expect({ unpaid, owed: position.owed }).toEqual({ unpaid: { amount: 60, count: 1 }, owed: 60 });
  expect(await read('payables?at=2019-05-31')).toMatchObject({ total: 60, items: [{ expenseId: id }] });
});

describe('the balance sheet on the paid basis balances', () => {
  const sidesAt = async (at: string) => {
    const { totalAssets, totalLiabilities, totalNetAssets } = await read(`balance-sheet?at=${at}&basis=paid`);
    return [totalAssets - totalLiabilities, totalNetAssets];
  };
  const pay = (date: string, id: number) =>
    done(books.admin.post('/api/payments', { date, accountId: 2, method: 'Zelle', items: [{ expenseId: id }] }));

  test('when a reversal is booked later than the payment that it reduced', async () => {
    const { id } = await addApproved(books, { expenseDate: '2018-07-10', amount: 100 });
    await done(books.admin.post(`/api/expenses/${id}/reverse`, { date: '2018-08-05', amount: 10, reason: 'Returned' }));
    await pay('2018-07-20', id);
    expect(await sidesAt('2018-07-31')).toEqual([-90, -90]);
  });

  test('when a payment was voided later, and its replacement has an earlier date', async () => {
    const { id } = await addApproved(books, { expenseDate: '2017-07-10', amount: 50 });
    const { id: payment } = await pay('2017-07-20', id);
    await done(books.admin.post(`/api/payments/${payment}/void`, { date: '2017-09-06', reason: 'Lost' }));
    await pay('2017-07-12', id);
    expect(await sidesAt('2017-07-31')).toEqual([-100, -100]);
    expect(await sidesAt('2017-09-30')).toEqual([-50, -50]);
  });
});

describe('on the paid basis, a split expense counts by its parts', () => {
  /** The funds of the two parts, with their shares of 100. */
  const parts = [
    ['General', 60],
    ['Missions', 40],
  ] as const;
  const enter = async (expenseDate: string) => {
    const splits = parts.map(([fund, amount]) => ({
      subCategoryId: books.subCategory('Rent'),
      ministryId: books.ministry('Worship'),
      fundId: books.fund(fund),
      amount,
    }));
    const whole = { subCategoryId: null, ministryId: null, amount: 100 };
    return (await addApproved(books, { expenseDate, ...whole, splits })).id;
  };
  const pay = (id: number, date: string, amount: number) =>
    done(
      books.admin.post('/api/payments', { date, accountId: 2, method: 'Zelle', items: [{ expenseId: id, amount }] }),
    );
  const cancel = (payment: Json, date: string) =>
    done(books.admin.post(`/api/payments/${payment.id}/void`, { date, reason: 'Lost' }));
  const reverse = (id: number, date: string, body: object = {}) =>
    done(books.admin.post(`/api/expenses/${id}/reverse`, { date, reason: 'Not needed', ...body }));
  const part = (fund: string, amount: number) => ({
    splits: [{ subCategoryId: books.subCategory('Rent'), fundId: books.fund(fund), amount }],
  });
  const spentIn = async (from: string, to = from) => {
    const { expenses } = await read(`income-statement?from=${from}&to=${to}&basis=paid&columns=fund`);
    const { amounts = {} } = lineOf(expenses, 'Rent') ?? {};
    return parts.map(([fund]) => amounts[`${books.fund(fund)}`] ?? 0);
  };

  test('on the days of its payment and of the void, whatever was reversed in between', async () => {
    const id = await enter('2014-03-01');
    const payment = await pay(id, '2014-03-10', 100);
    await cancel(payment, '2014-05-20');
    await reverse(id, '2014-04-10');
    expect(await spentIn('2014-03-10')).toEqual([60, 40]);
    expect(await spentIn('2014-04-10')).toEqual([0, 0]);
    expect(await spentIn('2014-05-20')).toEqual([-60, -40]);
    expect(await spentIn('2014-01-01', '2014-12-31')).toEqual([0, 0]);
  });

  test('with no more than its amount, although almost everything was reversed before the void', async () => {
    const id = await enter('2013-03-01');
    const payment = await pay(id, '2013-03-10', 100);
    await cancel(payment, '2013-05-20');
    await reverse(id, '2013-04-10', part('Missions', 40));
    await reverse(id, '2013-04-11', part('General', 59.99));
    await pay(id, '2013-06-01', 0.01);
    expect(await spentIn('2013-04-01', '2013-04-30')).toEqual([0, 0]);
    expect(await spentIn('2013-05-20')).toEqual([-60, -40]);
    expect(await spentIn('2013-06-01')).toEqual([0.01, 0]);
  });

  test('and a reversal of one part changes only what is owed, until nothing is owed', async () => {
    const id = await enter('2012-03-01');
    await pay(id, '2012-03-10', 50);
    await reverse(id, '2012-04-10', part('Missions', 20));
    expect(await spentIn('2012-03-01', '2012-04-30')).toEqual([30, 20]);
    await pay(id, '2012-05-10', 10);
    expect(await spentIn('2012-05-10')).toEqual([10, 0]);
    await reverse(id, '2012-06-10', part('Missions', 20));
    expect(await spentIn('2012-06-10')).toEqual([20, -20]);
    expect(await spentIn('2012-01-01', '2012-12-31')).toEqual([60, 0]);
  });
});

test('the payment register lists payments and names missing check numbers', async () => {
  const register = await read('payment-register?from=2025-01-01&to=2025-12-31');
  expect(register.items).toMatchObject([
    { date: '2025-04-02', reference: '1001', payee: 'Landlord', amount: 250.25, voidedOn: null },
    { date: '2025-04-21', reference: '1004', payee: 'Mission board', amount: 120, voidedOn: null },
  ]);
  expect(register.gaps).toEqual(['1002', '1003']);
});

test('the payment register of an account names no missing number between consecutive checks', async () => {
  const { id: accountId } = await done(books.admin.post('/api/accounts', { name: 'Second bank', kind: 'Checking' }));
  for (const reference of ['2001', '2002', '2004', 'A17']) {
    const { id: expenseId } = await addApproved(books, { expenseDate: '2016-03-01', amount: 5 });
    const check = { date: '2016-03-02', accountId, method: 'Check', reference, items: [{ expenseId }] };
    await done(books.admin.post('/api/payments', check));
  }
  const register = await read(`payment-register?from=2016-01-01&to=2016-12-31&accountId=${accountId}`);
  expect(register.items).toHaveLength(4);
  expect(register.gaps).toEqual(['2003']);
});

test("the tie-out explains the difference between the giving in the books and the givers' statements", async () => {
  const ann = await addMember(books, { firstName: 'Tie' });
  await addGiving(books, { date: '2021-02-01', amount: 50, memberId: ann.id });
  await addGiving(books, { date: '2021-02-02', amount: 7, isAnonymous: true });
  await addGiving(books, { date: '2021-01-03', amount: 20, memberId: ann.id, giftDate: '2020-12-30' });
  await addGiving(books, { date: '2022-01-02', amount: 5, memberId: ann.id, giftDate: '2021-12-31' });
  await addGiving(books, { date: '2021-02-03', amount: 9, memberId: ann.id, nonCashDescription: 'A chair' });
  expect(await read('giving-tie-out?year=2021')).toEqual({
    year: 2021,
    books: 77,
    statements: 55,
    differences: [
      { code: 'no_giver', amount: -7 },
      { code: 'gift_date', amount: -15 },
    ],
  });
  const { items } = await done(books.admin.get('/api/contributions/2021'));
  expect(items).toMatchObject([{ total: 55 }]);
});

test.each(['payables?at=2025-12-31', 'payment-register?from=2025-01-01&to=2025-12-31', 'giving-tie-out?year=2021'])(
  '%s accepts a basis, which does not change the report',
  async (path) => {
    const report = await read(path);
    for (const basis of ['booked', 'paid']) expect(await read(`${path}&basis=${basis}`)).toEqual(report);
    expect(refusal(await books.admin.get(`/api/reports/${path}&basis=cash`))).toBe('400 validation_failed');
  },
);

test('the payment register of an account that does not exist is refused', async () => {
  const answer = await books.admin.get('/api/reports/payment-register?from=2025-01-01&to=2025-12-31&accountId=999');
  expect(refusal(answer)).toBe('422 unknown_reference');
});

test('the released amount counts transfers from restricted to other funds, but not transfers to or between restricted funds', async () => {
  const elder = await books.as(['elder']);
  const [general, missions, building] = ['General', 'Missions', 'Building Fund'].map((name) => books.fund(name));
  const transfer = async (fromFundId: number | undefined, toFundId: number | undefined, amount: number) => {
    const body = { date: '2023-05-05', amount, memo: 'Moved', reason: 'The board agreed', fromFundId, toFundId };
    const { id, status } = await done(books.admin.post('/api/transfers', body));
    if (status === 'PendingApproval') await done(elder.post(`/api/transfers/${id}/approve`));
  };
  await transfer(general, missions, 44);
  await transfer(missions, general, 10);
  await transfer(missions, building, 3);
  const may = await read('income-statement?from=2023-05-01&to=2023-05-31&columns=restriction');
  expect(may.released).toBe(10);
  expect(Object.entries(may.columnTotals).map(([key, one]) => [key, (one as Json).netChange])).toEqual([
    ['withoutRestrictions', -34],
    ['withRestrictions', 44],
    ['released', -10],
  ]);
});
