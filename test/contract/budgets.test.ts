/** Budgets: what is saved, which lines are refused, what was adopted, and the copy from the year before. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  addApproved,
  addGiving,
  badPaths,
  booksOfFile,
  close,
  done,
  etag,
  inDays,
  type Json,
  refusal,
  type Staff,
  ZONE,
} from './books.ts';

const books = booksOfFile();
const NOTHING = { giving: 0, otherIncome: 0, expenses: 0, operating: 0, capital: 0, withoutPayment: 0, net: 0 };
let treasurer: Staff;
const ids: Record<string, number> = {};
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
  const loan = { name: 'Mortgage', kind: 'Loan' };
  ids['loan'] = (await done(books.admin.post('/api/accounts', loan))).id;
  const old = await done(books.admin.post('/api/giving-categories', { name: 'Old purpose' }));
  ids['disabled'] = old.id;
  await done(books.admin.post(`/api/giving-categories/${old.id}/disable`));
});

const put = (year: number, body: Json, headers = {}) => treasurer.put(`/api/budgets/${year}`, body, headers);
const read = (year: number) => done(treasurer.get(`/api/budgets/${year}`));
const versions = async (year: number): Promise<Json[]> =>
  (await done(treasurer.get(`/api/budgets/${year}/versions`))).items;
const offering = (annual: number, more: Json = {}) => ({
  categoryId: books.category('General Offering'),
  annual,
  ...more,
});
const rent = (annual: number, more: Json = {}) => ({ subCategoryId: books.subCategory('Rent'), annual, ...more });

describe('a budget', () => {
  test('that nobody has saved is an empty draft with an ETag', async () => {
    const answer = await treasurer.get('/api/budgets/2031');
    expect(answer.body).toMatchObject({ fiscalYear: 2031, from: '2031-01-01', to: '2031-12-31', version: null });
    expect(answer.body).toMatchObject({ kind: 'Draft', adoptedOn: null, lines: [], totals: { net: 0 } });
    expect(etag(answer)).not.toBe('none');
    expect(await versions(2031)).toEqual([]);
  });

  test('spreads an annual amount evenly, and the last months get the remaining cents', async () => {
    const { lines, totals } = await done(put(2032, { lines: [offering(100), rent(0.05), rent(12, { fundId: 2 })] }));
    expect(lines[0].months).toEqual([...Array(8).fill(8.33), ...Array(4).fill(8.34)]);
    expect(lines[1].months).toEqual([...Array(7).fill(0), ...Array(5).fill(0.01)]);
    expect(lines[2].months).toEqual(Array(12).fill(1));
    expect(totals).toEqual({ ...NOTHING, giving: 100, expenses: 12.05, operating: 87.95, net: 87.95 });
  });

  test('keeps the months, the ministry and the fund of each line, in the order in which they were sent', async () => {
    const months = [120, ...Array(10).fill(0), 0.5];
    const worship = books.ministry('Worship');
    const missions = books.fund('Missions');
    const lines = [
      rent(120.5, { months, ministryId: worship, fundId: missions }),
      { incomeCategoryId: 1, annual: 6, fundId: missions },
      { accountId: ids['loan'], annual: 2400 },
      offering(9),
    ];
    const saved = await done(put(2033, { lines }));
    expect(saved.lines[0]).toMatchObject({ name: 'Rent', ministryName: 'Worship', fundName: 'Missions', months });
    expect(saved.lines.map(({ name }: Json) => name)).toEqual(['Rent', 'Interest', 'Mortgage', 'General Offering']);
    expect(saved.totals).toEqual({
      ...NOTHING,
      giving: 9,
      otherIncome: 6,
      expenses: 120.5,
      operating: -105.5,
      capital: 2400,
      net: -2505.5,
    });
    expect(await read(2033)).toEqual(saved);
  });

  test('has its months in the order of the fiscal year', async () => {
    const fields = { name: 'Grace', timeZone: ZONE, locale: 'en-US', aiProvider: 'OpenAI' };
    await done(books.admin.put('/api/church-profile', { ...fields, fiscalYearStartMonth: 7 }));
    expect(await read(2031)).toMatchObject({ from: '2031-07-01', to: '2032-06-30' });
    await done(books.admin.put('/api/church-profile', fields));
  });

  test('is guarded by its ETag', async () => {
    const first = await put(2034, { lines: [offering(1)] });
    const current = etag(await treasurer.get('/api/budgets/2034'));
    expect(etag(first)).toBe(current);
    expect(refusal(await put(2034, { lines: [] }, { 'If-Match': '"other"' }))).toBe('412 stale_version');
    expect((await put(2034, { lines: [offering(2)] }, { 'If-Match': current })).status).toBe(200);
    expect(refusal(await put(2034, { lines: [] }, { 'If-Match': current }))).toBe('412 stale_version');
    expect((await read(2034)).lines).toMatchObject([{ annual: 2 }]);
  });

  test('can be read but not saved with reports.read alone', async () => {
    const auditor = await books.as(['auditor']);
    expect((await auditor.get('/api/budgets/2034')).status).toBe(200);
    expect(refusal(await auditor.put('/api/budgets/2034', { lines: [] }))).toBe('403 forbidden');
    expect(refusal(await auditor.post('/api/budgets/2034/copy', { from: 'budget' }))).toBe('403 forbidden');
  });
});

describe('a budget with bad lines', () => {
  const year = 2035;
  const months = Array(12).fill(1);
  test.each<[string, () => Json, string[]]>([
    ['names nothing', () => ({ annual: 1 }), ['lines.0']],
    ['names two things', () => ({ ...rent(1), accountId: 6 }), ['lines.0']],
    ['has a negative amount', () => rent(-1), ['lines.0.annual']],
    ['has an amount with three decimals', () => rent(1.001), ['lines.0.annual']],
    ['has months that add up to another amount', () => rent(11, { months }), ['lines.0.months']],
    ['has eleven months', () => rent(11, { months: months.slice(1) }), ['lines.0.months']],
    ['has a negative month', () => rent(10, { months: [-1, ...months.slice(1)] }), ['lines.0.months.0']],
    ['is giving with a ministry', () => offering(1, { ministryId: 1 }), ['lines.0.ministryId']],
    ['has an unknown field', () => rent(1, { name: 'Rent' }), ['lines.0.name']],
    ['is giving with the fund of another category', () => offering(1, { fundId: 3 }), ['lines.0.fundId']],
    ['is for an account with money', () => ({ accountId: 2, annual: 1 }), ['lines.0.accountId']],
    ['is for an account of Vestry itself', () => ({ accountId: 4, annual: 1 }), ['lines.0.accountId']],
  ])('is refused if a line %s', async (_what, line, paths) => {
    const answer = await put(year, { lines: [line()] });
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(paths);
    expect((await read(year)).version).toBeNull();
  });

  test('is refused with the number of the line that a line repeats, also if only one of them names the General fund', async () => {
    const answer = await put(year, { lines: [rent(1), offering(1), rent(2, { fundId: 1 }), offering(3)] });
    expect(answer.body.errors).toMatchObject([
      { path: 'lines.2', code: 'duplicate', message: 'is for the same as line 0; put both amounts into one line' },
      { path: 'lines.3', code: 'duplicate' },
    ]);
  });

  test('names every unknown record, and writes nothing', async () => {
    const lines = [rent(1, { ministryId: 999 }), { categoryId: 999, annual: 1 }, rent(1), rent(2, { fundId: 999 })];
    const answer = await put(year, { lines });
    expect(refusal(answer)).toBe('422 unknown_reference');
    expect(badPaths(answer)).toEqual(['lines.0.ministryId', 'lines.1.categoryId', 'lines.3.fundId']);
    expect((await read(year)).version).toBeNull();
  });

  test('has one sentence for every line with a disabled category, and writes nothing', async () => {
    const old = { categoryId: ids['disabled'], annual: 1 };
    const answer = await put(year, { lines: [rent(1), old] });
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(answer.body.errors).toEqual([
      {
        path: 'lines.1.categoryId',
        code: 'category_disabled',
        message: 'names the giving category Old purpose, which is no longer in use; choose another',
      },
    ]);
    expect((await read(year)).version).toBeNull();
  });

  test('is refused for money that the church holds for others', async () => {
    const camp = await done(books.admin.post('/api/funds', { name: 'Camp fees', class: 'Custodial' }));
    const category = { name: 'Camp fees', fundId: camp.id };
    const { id: categoryId } = await done(books.admin.post('/api/giving-categories', category));
    const answer = await put(year, { lines: [{ categoryId, annual: 1 }, rent(1, { fundId: camp.id })] });
    expect(badPaths(answer)).toEqual(['lines.0.categoryId', 'lines.1.fundId']);
    expect(answer.body.errors[0].code).toBe('held_for_others');
  });

  test('keeps a line whose category is disabled later', async () => {
    const { id } = await done(books.admin.post('/api/income-categories', { name: 'Bookshop' }));
    const line = { incomeCategoryId: id, annual: 12 };
    await done(put(2036, { lines: [line] }));
    await done(books.admin.put(`/api/income-categories/${id}`, { name: 'Bookshop', isActive: false }));
    expect((await read(2036)).lines).toMatchObject([{ name: 'Bookshop', annual: 12 }]);
    expect((await done(put(2036, { lines: [line, rent(1)] }))).lines).toHaveLength(2);
    const elsewhere = await put(2036, { lines: [{ ...line, fundId: books.fund('Missions') }] });
    expect(badPaths(elsewhere)).toEqual(['lines.0.incomeCategoryId']);
    expect(refusal(await books.admin.del(`/api/income-categories/${id}`))).toBe('409 category_in_use');
  });
});

describe('the versions of a budget', () => {
  const year = 2026;
  test('are one draft however often it is saved, then what was adopted, then every amendment', async () => {
    await done(put(year, { lines: [offering(100)] }));
    await done(put(year, { lines: [offering(200)] }));
    expect(await versions(year)).toMatchObject([{ version: 1, kind: 'Draft', adoptedOn: null }]);
    const adopted = await done(put(year, { lines: [offering(300)], adoptedOn: '2025-12-14' }));
    expect(adopted).toMatchObject({ version: 1, kind: 'Adopted', adoptedOn: '2025-12-14' });
    const later = { lines: [offering(300), rent(60)], adoptedOn: '2026-03-08', reason: 'New hall' };
    expect(await done(put(year, later))).toMatchObject({ version: 2, kind: 'Amended', reason: 'New hall' });
    await done(put(year, { lines: [offering(310), rent(60)] }));
    const all = await versions(year);
    expect(all).toMatchObject([
      { version: 1, kind: 'Adopted', adoptedOn: '2025-12-14', lineCount: 1, totals: { giving: 300, net: 300 } },
      { version: 2, kind: 'Amended', adoptedOn: '2026-03-08', lineCount: 2, totals: { expenses: 60, net: 240 } },
      { version: 3, kind: 'Amended', adoptedOn: inDays(0), reason: null, totals: { net: 250 } },
    ]);
    expect(all[0]).toMatchObject({ createdBy: treasurer.userId });
  });

  test('stay readable one by one', async () => {
    const first = await done(treasurer.get(`/api/budgets/${year}/versions/1`));
    expect(first).toMatchObject({ version: 1, lines: [{ annual: 300 }] });
    expect(await done(treasurer.get(`/api/budgets/${year}/versions/3`))).toEqual(await read(year));
    expect(refusal(await treasurer.get(`/api/budgets/${year}/versions/4`))).toBe('404 not_found');
  });

  test('have the totals of their lines, also if they have none', async () => {
    await done(put(2037, { lines: [] }));
    const lines = [
      offering(5.05),
      { incomeCategoryId: 1, annual: 2 },
      rent(1.01),
      rent(2, { ministryId: 1 }),
      { accountId: ids['loan'], annual: 40 },
    ];
    await done(put(2037, { lines: [], adoptedOn: '2026-01-01' }));
    await done(put(2037, { lines, adoptedOn: '2026-01-02' }));
    expect(await versions(2037)).toMatchObject([
      { version: 1, lineCount: 0, totals: NOTHING },
      {
        version: 2,
        lineCount: 5,
        totals: { ...NOTHING, giving: 5.05, otherIncome: 2, expenses: 3.01, operating: 4.04, capital: 40, net: -35.96 },
      },
    ]);
  });

  test('do not grow if an adopted budget is saved unchanged', async () => {
    const before = await treasurer.get(`/api/budgets/${year}`);
    const again = await put(year, { lines: [offering(310), rent(60)] });
    expect([again.body, etag(again)]).toEqual([before.body, etag(before)]);
    const explained = await put(year, { lines: [offering(310), rent(60)], reason: 'Again' });
    expect([explained.body, etag(explained)]).toEqual([before.body, etag(before)]);
    expect(await versions(year)).toHaveLength(3);
  });

  test.each([
    ['a day in the future', inDays(3)],
    ['a day before the present version', '2026-03-07'],
  ])('are refused for %s', async (_what, adoptedOn) => {
    const answer = await put(year, { lines: [offering(1)], adoptedOn });
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(['adoptedOn']);
  });

  test('are in the audit log with the lines that changed', async () => {
    const { items } = await done(books.admin.get('/api/audit-logs?entityType=BudgetVersion&pageSize=200'));
    const amended = items.find(({ changes }: Json) => changes.reason?.[1] === 'New hall');
    expect(amended).toMatchObject({ action: 'BudgetVersionCreated', actorId: treasurer.userId });
    expect(amended.changes).toMatchObject({ fiscalYear: [null, year], version: [null, 2], kind: [null, 'Amended'] });
    expect(amended.changes.lines).toMatchObject([null, [{ annual: 60, months: Array(12).fill(5) }]]);
    const redrafted = items.find(({ changes }: Json) => changes.lines?.[0]?.[0]?.annual === 100);
    expect(redrafted.changes.lines[1]).toMatchObject([{ annual: 200 }]);
    expect(redrafted.action).toBe('BudgetVersionUpdated');
  });
});

describe('a copy', () => {
  const copy = (year: number, from: string) => treasurer.post(`/api/budgets/${year}/copy`, { from });

  test('of the budget of the year before becomes the draft, without what is no longer in use', async () => {
    const { id } = await done(books.admin.post('/api/income-categories', { name: 'Fair' }));
    const lines = [offering(120, { months: [120, ...Array(11).fill(0)] }), { incomeCategoryId: id, annual: 5 }];
    await done(put(2040, { lines }));
    await done(books.admin.put(`/api/income-categories/${id}`, { name: 'Fair', isActive: false }));
    const copied = await done(copy(2041, 'budget'));
    expect(copied).toMatchObject({ kind: 'Draft', version: 1, lines: [{ annual: 120 }] });
    expect(copied.lines[0].months[0]).toBe(120);
    expect(copied.lines).toHaveLength(1);
    expect(copied.warnings).toMatchObject([{ code: 'left_out' }]);
    expect(copied.warnings[0].message).toContain('Fair');
    const { warnings: _warnings, ...budget } = copied;
    expect(await read(2041)).toEqual(budget);
  });

  test('of the actual amounts has every month as it was, by category, ministry and fund', async () => {
    const worship = { ministryId: books.ministry('Worship'), subCategoryId: books.subCategory('Rent') };
    await addGiving(books, { date: '2020-02-02', amount: 70.5, method: 'Zelle' });
    await addGiving(books, { date: '2020-12-31', amount: 30, method: 'Zelle' });
    await addApproved(books, { expenseDate: '2020-03-10', amount: 50, ...worship });
    await addApproved(books, { expenseDate: '2020-03-11', amount: 7, ...worship, fundId: books.fund('Missions') });
    const split = { subCategoryId: null, ministryId: null, amount: 110 };
    const splits = [
      { ...worship, amount: 10 },
      { accountId: ids['loan'], amount: 100 },
    ];
    await addApproved(books, { expenseDate: '2020-04-10', ...split, splits });
    const { lines, totals, warnings } = await done(copy(2021, 'actuals'));
    expect(warnings).toBeUndefined();
    const line = (name: string, fundName: string | null) =>
      lines.find((one: Json) => one.name === name && one.fundName === fundName);
    expect(line('General Offering', null).months).toEqual([0, 70.5, ...Array(9).fill(0), 30]);
    expect(line('Rent', null)).toMatchObject({ ministryName: 'Worship', annual: 60 });
    expect(line('Rent', 'Missions')).toMatchObject({ ministryName: 'Worship', annual: 7 });
    expect(line('Mortgage', null)).toMatchObject({ annual: 100 });
    expect(totals).toEqual({ ...NOTHING, giving: 100.5, expenses: 67, operating: 33.5, capital: 100, net: -66.5 });
    const year = await done(treasurer.get('/api/reports/income-statement?year=2020'));
    expect([year.totalGiving, year.totalExpenses]).toEqual([totals.giving, totals.expenses]);
  });

  test('says so if the year before is not over', async () => {
    const year = Number(inDays(0).slice(0, 4));
    await addGiving(books, { amount: 1, method: 'Zelle', date: inDays(0) });
    const copied = await done(copy(year + 1, 'actuals'));
    expect(copied.warnings).toMatchObject([{ code: 'year_not_over' }]);
  });

  test('of more than 1,000 lines is refused before anything is written', async () => {
    const { items: groups } = await done(treasurer.get('/api/expense-categories'));
    const { items: ministries } = await done(treasurer.get('/api/ministries'));
    const { items: funds } = await done(treasurer.get('/api/funds'));
    const idsOf = (rows: readonly Json[]): number[] => rows.map(({ id }) => id);
    const ours = idsOf(funds.filter((one: Json) => one.class !== 'Custodial')).slice(0, 4);
    const purposes = idsOf(groups.flatMap((group: Json) => group.subCategories)).flatMap((subCategoryId) =>
      idsOf(ministries).flatMap((ministryId) => ours.map((fundId) => ({ subCategoryId, ministryId, fundId }))),
    );
    for (let from = 0; from <= 1000; from += 91) {
      const splits = purposes.slice(from, from + 91).map((purpose) => ({ ...purpose, amount: 1 }));
      const whole = { subCategoryId: null, ministryId: null, fundId: null, amount: 91 };
      await addApproved(books, { expenseDate: '2019-05-10', ...whole, splits });
    }
    await done(put(2020, { lines: [rent(12)] }));
    const answer = await copy(2020, 'actuals');
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(answer.body.errors).toMatchObject([{ path: 'from', code: 'too_big' }]);
    expect(answer.body.detail).toContain('would copy 1001 lines from the fiscal year 2019');
    expect(await versions(2020)).toMatchObject([{ kind: 'Draft', lineCount: 1, totals: { expenses: 12 } }]);
  }, 60_000);

  test('is refused if there is nothing to copy, and if the budget is adopted', async () => {
    expect(refusal(await copy(2051, 'budget'))).toBe('404 not_found');
    expect(refusal(await copy(2051, 'actuals'))).toBe('404 not_found');
    expect(refusal(await copy(2026, 'actuals'))).toBe('409 invalid_transition');
    expect(badPaths(await treasurer.post('/api/budgets/2051/copy', { from: 'plan' }))).toEqual(['from']);
    expect((await read(2051)).version).toBeNull();
  });
});

describe('a closed fiscal year', () => {
  test('keeps its budget', async () => {
    await done(put(2018, { lines: [rent(12)] }));
    const months = Array.from({ length: 12 }, (_, index) => `2018/${index + 1}`);
    await addGiving(books, { date: '2018-01-07', amount: 5, method: 'Zelle' });
    for (const month of months) await close(books, month);
    await done(books.admin.post('/api/fiscal-years/2018/close'));
    expect(refusal(await put(2018, { lines: [] }))).toBe('409 year_closed');
    expect(refusal(await treasurer.post('/api/budgets/2018/copy', { from: 'actuals' }))).toBe('409 year_closed');
    expect(refusal(await put(2018, { lines: [rent(13)], adoptedOn: '2018-01-01' }))).toBe('409 year_closed');
    expect((await read(2018)).lines).toMatchObject([{ annual: 12 }]);
  });
});
