import { describe, expect, test } from 'vitest';
import {
  type Json,
  addApproved,
  addExpense,
  addGiving,
  addSession,
  badPaths,
  done,
  etag,
  giving,
  inDays,
  move,
  booksOfFile,
  refusal,
  statementOf,
} from './books.ts';
import { others } from './roles.ts';

const books = booksOfFile();

const at = (month: string) => `/api/monthly-statements/${month}`;
const read = (month: string) => statementOf(books, month);
const save = async (month: string, body: Record<string, unknown>) => done(books.admin.put(at(month), body));
const fund = (statement: Json, name: string) => statement.funds.find((row: Json) => row.name === name);

describe('a month that was never saved', () => {
  test('is shown as an empty Draft', async () => {
    const { status, body } = await books.admin.get(at('2001/1'));
    expect(status).toBe(200);
    expect(body).toMatchObject({ year: 2001, month: 1, status: 'Draft', openingBalance: 0, totalGiving: 0 });
    expect(body).toMatchObject({ totalExpenses: 0, netChange: 0, closingBalance: 0, notes: null });
    expect(body).toMatchObject({ givingByCategory: [], expensesByGroup: [], finalizedAt: null, finalizedBy: null });
    expect(body.unpaid).toEqual({ amount: 0, count: 0 });
    expect(body.attendance).toMatchObject({ sundays: 0, total: 0 });
    expect(body.funds.map((row: Json) => row.name)).toEqual(['General', 'Missions', 'Building Fund', 'Benevolence']);
  });

  test('has figures that are computed from its givings and approved expenses', async () => {
    await addGiving(books, { date: '2002-03-01', amount: 100.1, categoryId: books.category('Tithe') });
    await addGiving(books, { date: '2002-03-31', amount: 50.2, categoryId: books.category('Tithe') });
    await addGiving(books, { date: '2002-03-15', amount: 9.99 });
    await addGiving(books, { date: '2002-04-01', amount: 1000 });
    await addGiving(books, { date: '2002-02-28', amount: 1000 });
    const rent = { expenseDate: '2002-03-05', subCategoryId: books.subCategory('Rent') };
    await addApproved(books, { ...rent, amount: 40.05 });
    const { id } = await addApproved(books, { ...rent, amount: 10.1 });
    await move(books, id, 'pay', { paidOn: '2002-03-06' });
    await addApproved(books, { expenseDate: '2002-03-07', amount: 2, subCategoryId: books.subCategory('Cleaning') });
    await addApproved(books, { expenseDate: '2002-03-07', amount: 3 });
    const body = await read('2002/3');
    expect(body).toMatchObject({ status: 'Draft', openingBalance: 0, totalGiving: 160.29, totalExpenses: 55.15 });
    expect(body).toMatchObject({ netChange: 105.14, closingBalance: 105.14 });
    expect(body.givingByCategory).toMatchObject([
      { categoryId: books.category('Tithe'), name: 'Tithe', amount: 150.3, count: 2 },
      { categoryId: books.category('General Offering'), name: 'General Offering', amount: 9.99, count: 1 },
    ]);
    const groups = Object.fromEntries(body.expensesByGroup.map((group: Json) => [group.name, group]));
    expect(groups.Facilities).toMatchObject({ amount: 52.15, count: 3 });
    expect(groups.Office).toMatchObject({ amount: 3, count: 1 });
    const subs = Object.fromEntries(groups.Facilities.subCategories.map((sub: Json) => [sub.name, sub]));
    expect(subs.Rent).toMatchObject({ amount: 50.15, count: 2 });
    expect(subs.Cleaning).toMatchObject({ amount: 2, count: 1 });
  });

  test('does not count an expense before its approval', async () => {
    await addExpense(books, { expenseDate: '2003-01-10', amount: 5 });
    const { id } = await addExpense(books, { expenseDate: '2003-01-10', amount: 7 });
    await move(books, id, 'submit');
    expect((await read('2003/1')).totalExpenses).toBe(0);
    await move(books, id, 'approve');
    expect((await read('2003/1')).totalExpenses).toBe(7);
  });

  test('counts an expense by its booking date, not by its own date', async () => {
    await addApproved(books, { expenseDate: '2003-05-31', amount: 7 }, { bookedOn: '2003-06-01' });
    expect((await read('2003/5')).totalExpenses).toBe(0);
    expect((await read('2003/6')).totalExpenses).toBe(7);
  });

  test('counts a giving by its date, not by its gift date, which is for the giver’s own statement', async () => {
    await addGiving(books, { date: '2004-01-04', giftDate: '2003-12-30', amount: 8 });
    expect((await read('2003/12')).totalGiving).toBe(0);
    expect((await read('2004/1')).totalGiving).toBe(8);
  });

  test('counts the givings of a draft session too', async () => {
    await addSession(books, { date: '2004-03-07', givings: [giving(books, { amount: 6.5 })] });
    expect((await read('2004/3')).totalGiving).toBe(6.5);
  });

  test('does not count gifts in kind', async () => {
    const piano = { amount: 900, nonCashDescription: 'Piano', categoryId: books.category('Building Fund') };
    await addGiving(books, { date: '2004-05-02', ...piano });
    await addGiving(books, { date: '2004-05-02', amount: 4 });
    const body = await read('2004/5');
    expect(body).toMatchObject({ totalGiving: 4, netChange: 4, closingBalance: 4 });
    expect(fund(body, 'Building Fund')).toMatchObject({ giving: 0, closing: 0 });
    const cash = body.givingByCategory.reduce((sum: number, row: Json) => sum + row.amount, 0);
    expect(cash).toBe(4);
  });
});

describe('saving a month', () => {
  test('returns 201 the first time and 200 after that', async () => {
    const first = await books.admin.put(at('2005/1'), { openingBalance: 100.5, notes: 'audited' });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ year: 2005, month: 1, openingBalance: 100.5, closingBalance: 100.5 });
    expect(first.body).toMatchObject({ notes: 'audited', status: 'Draft', createdBy: books.admin.userId });
    const second = await books.admin.put(at('2005/1'), { openingBalance: -3.25 });
    expect(second.status).toBe(200);
    expect(second.body).toMatchObject({ openingBalance: -3.25, closingBalance: -3.25, notes: null });
    expect((await books.admin.get(at('2005/1'))).body).toEqual(second.body);
  });

  test('shows the opening balance that was entered, so that saving only other notes can keep it', async () => {
    const carried = await books.admin.put(at('2005/10'), { notes: 'none entered' });
    expect(carried.body.givenOpeningBalance).toBe(null);
    const { body } = await books.admin.put(at('2005/10'), { openingBalance: 0, notes: 'entered' });
    expect(body).toMatchObject({ openingBalance: 0, givenOpeningBalance: 0 });
    const { givenOpeningBalance: openingBalance } = await read('2005/10');
    const kept = await books.admin.put(at('2005/10'), { openingBalance, notes: 'other notes' });
    expect(kept.body).toMatchObject({ givenOpeningBalance: 0, notes: 'other notes' });
    expect((await books.admin.put(at('2005/10'), {})).body.givenOpeningBalance).toBe(null);
  });

  test('ten times at the same time creates only one statement', async () => {
    const saves = Array.from({ length: 10 }, () => books.admin.put(at('2005/6'), { openingBalance: 1 }));
    const statuses = (await Promise.all(saves)).map(({ status }) => status).toSorted((a, b) => b - a);
    expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 200)]);
  });

  test.each(['totalGiving', 'totalExpenses', 'closingBalance', 'netChange', 'status', 'funds'])(
    'is refused with the computed field %s',
    async (field) => {
      const answer = await books.admin.put(at('2005/7'), { [field]: 5 });
      expect(refusal(answer)).toBe('400 validation_failed');
      expect(answer.body.errors).toMatchObject([{ path: field, code: 'unknown_field' }]);
    },
  );

  test.each([0.005, '5', 10_000_000_000, true])('is refused with an opening balance of %j', async (openingBalance) => {
    const answer = await books.admin.put(at('2005/7'), { openingBalance });
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(['openingBalance']);
  });

  test('is refused with an ETag from before a figure changed, and so is finalizing', async () => {
    const seen = await books.admin.get(at('2005/9'));
    await addGiving(books, { date: '2005-09-04', amount: 1 });
    const stale = { 'if-match': etag(seen) };
    expect(refusal(await books.admin.put(at('2005/9'), { notes: 'late' }, stale))).toBe('412 stale_version');
    const late = await books.admin.post(`${at('2005/9')}/finalize`, undefined, stale);
    expect(refusal(late)).toBe('412 stale_version');
    const now = await books.admin.get(at('2005/9'));
    expect(now.body).toMatchObject({ notes: null, status: 'Draft', totalGiving: 1 });
    expect((await books.admin.put(at('2005/9'), { notes: 'x' }, { 'if-match': etag(now) })).status).toBe(201);
  });

  test.each(['2005/13', '2005/0', 'x/1', '2005/x'])(
    'is refused for %s, which is not a month, and so is reading it',
    async (month) => {
      expect([400, 404]).toContain((await books.admin.get(at(month))).status);
      expect([400, 404]).toContain((await books.admin.put(at(month), {})).status);
    },
  );
});

describe('the opening balance of a month', () => {
  test('is the closing balance of the latest saved statement plus the net change of the months since then', async () => {
    await save('2006/1', { openingBalance: 1000 });
    await addGiving(books, { date: '2006-01-08', amount: 0.1 });
    await addGiving(books, { date: '2006-02-05', amount: 0.2 });
    await addApproved(books, { expenseDate: '2006-03-05', amount: 100.55 });
    expect((await read('2006/2')).openingBalance).toBe(1000.1);
    expect((await read('2006/3')).openingBalance).toBe(1000.3);
    expect(await read('2006/4')).toMatchObject({ openingBalance: 899.75, closingBalance: 899.75 });
    expect((await read('2006/12')).openingBalance).toBe(899.75);
    expect((await read('2007/1')).openingBalance).toBe(899.75);
  });

  test('can be entered for a later month, and is carried over from there', async () => {
    await save('2008/1', { openingBalance: 10 });
    await save('2008/3', { openingBalance: 500 });
    await addGiving(books, { date: '2008-02-03', amount: 1 });
    expect((await read('2008/2')).openingBalance).toBe(10);
    expect((await read('2008/3')).openingBalance).toBe(500);
    expect((await read('2008/4')).openingBalance).toBe(500);
  });

  test('is carried over if it is omitted when saving, and follows changes in earlier months', async () => {
    await save('2009/1', { openingBalance: 20 });
    expect((await save('2009/2', { notes: 'n' })).openingBalance).toBe(20);
    await addGiving(books, { date: '2009-01-04', amount: 5 });
    expect((await read('2009/2')).openingBalance).toBe(25);
    await save('2009/2', { openingBalance: 7 });
    expect((await read('2009/2')).openingBalance).toBe(7);
    await save('2009/2', {});
    expect((await read('2009/2')).openingBalance).toBe(25);
  });

  test('stays 0 if it was entered as 0', async () => {
    await save('2009/5', { openingBalance: 77 });
    expect((await save('2009/6', { openingBalance: 0 })).openingBalance).toBe(0);
    expect((await read('2009/7')).openingBalance).toBe(0);
  });

  test('is 0 when no earlier month was ever saved', async () => {
    await addGiving(books, { date: '1999-01-03', amount: 44 });
    expect((await read('1999/2')).openingBalance).toBe(0);
  });
});

describe('the funds of a month', () => {
  test('open with the balance of all earlier gifts and expenses, and close with the balance after this month', async () => {
    const missions = books.category('Missions');
    await addGiving(books, { date: '2010-01-03', amount: 300.3, categoryId: missions });
    await addGiving(books, { date: '2010-02-07', amount: 50.05, categoryId: missions });
    const fundId = books.fund('Missions');
    const spent = { amount: 120.25, fundId };
    await addApproved(books, { expenseDate: '2010-02-09', ...spent });
    await addExpense(books, { expenseDate: '2010-02-10', ...spent });
    expect(fund(await read('2010/1'), 'Missions')).toMatchObject({ opening: 0, giving: 300.3, closing: 300.3 });
    expect(fund(await read('2010/2'), 'Missions')).toEqual({
      fundId,
      name: 'Missions',
      class: 'Restricted',
      opening: 300.3,
      giving: 50.05,
      otherIncome: 0,
      expenses: 120.25,
      transfers: 0,
      released: 0,
      adjustments: 0,
      closing: 230.1,
    });
    const march = await read('2010/3');
    expect(fund(march, 'Missions')).toMatchObject({ opening: 230.1, giving: 0, expenses: 0, closing: 230.1 });
    expect(fund(march, 'Benevolence')).toMatchObject({ opening: 0, closing: 0 });
  });
});

describe('the unpaid expenses of a month', () => {
  test('are those that were approved but not paid by the end of the month', async () => {
    const late = await addApproved(books, { expenseDate: '2000-03-10', amount: 30.3 });
    await move(books, late.id, 'pay', { paidOn: '2000-05-02' });
    const soon = await addApproved(books, { expenseDate: '2000-03-11', amount: 5 });
    await move(books, soon.id, 'pay', { paidOn: '2000-03-31' });
    const next = await addApproved(books, { expenseDate: '2000-03-12', amount: 1.1 });
    await move(books, next.id, 'pay', { paidOn: '2000-04-01' });
    expect((await read('2000/2')).unpaid).toEqual({ amount: 0, count: 0 });
    expect((await read('2000/3')).unpaid).toEqual({ amount: 31.4, count: 2 });
    expect((await read('2000/4')).unpaid).toEqual({ amount: 30.3, count: 1 });
    expect((await read('2000/5')).unpaid).toEqual({ amount: 0, count: 0 });
  });
});

describe('the attendance of a month', () => {
  test.each([
    ['2011', [10, 11], { sundays: 2, total: 21, average: 11 }],
    ['2012', [10, 10, 11], { sundays: 3, total: 31, average: 10 }],
    ['2013', [3, 4, null], { sundays: 2, total: 7, average: 4 }],
    ['2014', [0, 5], { sundays: 2, total: 5, average: 3 }],
    ['2015', [null, null], { sundays: 0, total: 0 }],
  ])('in %s with the counts %j is averaged and rounded half up', async (year, counts, expected) => {
    for (const [index, sundayAttendanceCount] of counts.entries()) {
      await addSession(books, { date: `${year}-07-0${index + 1}`, sundayAttendanceCount });
    }
    expect((await read(`${year}/7`)).attendance).toMatchObject(expected);
  });
});

describe('permissions for statements', () => {
  test.each(['elder', 'auditor'])(
    'a %s can read a statement, but cannot save, finalize or reopen a month',
    async (role) => {
      const someone = await books.as([role]);
      expect((await someone.get(at('2016/1'))).status).toBe(200);
      expect(refusal(await someone.put(at('2016/1'), {}))).toBe('403 forbidden');
      expect(refusal(await someone.post(`${at('2016/1')}/finalize`))).toBe('403 forbidden');
      expect(refusal(await someone.post(`${at('2016/1')}/reopen`, { reason: 'r' }))).toBe('403 forbidden');
    },
  );

  test.each(others('reports.read'))('a %s cannot read a statement or save a month', async (role) => {
    const someone = await books.as([role]);
    expect(refusal(await someone.get(at('2016/1')))).toBe('403 forbidden');
    expect(refusal(await someone.put(at('2016/1'), {}))).toBe('403 forbidden');
  });

  test('the statement of the current month includes today’s gifts', async () => {
    const [year, month] = inDays(0).split('-').map(Number);
    const before = await read(`${year}/${month}`);
    await addGiving(books, { date: inDays(0), amount: 3 });
    expect((await read(`${year}/${month}`)).totalGiving).toBe(before.totalGiving + 3);
  });
});
