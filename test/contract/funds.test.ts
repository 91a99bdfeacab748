import { describe, expect, test } from 'vitest';
import {
  addApproved,
  addExpense,
  addGiving,
  badPaths,
  booksOfFile,
  close,
  done,
  etag,
  expense,
  giving,
  type Json,
  refusal,
  statementOf,
} from './books.ts';
import { keepsNamesApart, onlyFinanceWrites } from './category-suite.ts';

const books = booksOfFile();

const ROUTE = '/api/funds';
const CATEGORIES = '/api/giving-categories';
let serial = 0;
const unique = () => `Fund ${(serial += 1)}`;
const post = (body: unknown) => books.admin.post(ROUTE, body);
const put = (id: number, body: unknown) => books.admin.put(`${ROUTE}/${id}`, body);
const read = (id: number) => done(books.admin.get(`${ROUTE}/${id}`));
const make = (fields: Record<string, unknown> = {}) => done(post({ name: unique(), class: 'Designated', ...fields }));
const categoryIn = (fundId: number) => done(books.admin.post(CATEGORIES, { name: unique(), fundId }));
const list = async (): Promise<Json[]> => (await done(books.admin.get(ROUTE))).items;
const names = async () => (await list()).map(({ name }) => name);

describe('the funds of a new church', () => {
  test('are General and the three restricted funds of the catalog, in that order', async () => {
    const seeded = (await list()).slice(0, 4).map((fund) => [fund.name, fund.nameZh, fund.class, fund.isActive]);
    expect(seeded).toEqual([
      ['General', '一般基金', 'General', true],
      ['Missions', '宣教基金', 'Restricted', true],
      ['Building Fund', '建堂基金', 'Restricted', true],
      ['Benevolence', '愛心基金', 'Restricted', true],
    ]);
  });

  test('contain the giving categories of the catalog', async () => {
    const { items } = await done(books.admin.get(CATEGORIES));
    const funds = new Map((await list()).map(({ id, name }) => [id, name]));
    expect(items.slice(0, 7).map((one: Json) => [one.name, funds.get(one.fundId), one.isRestricted])).toEqual([
      ['Tithe', 'General', false],
      ['General Offering', 'General', false],
      ['Thanksgiving', 'General', false],
      ['Missions', 'Missions', true],
      ['Building Fund', 'Building Fund', true],
      ['Benevolence', 'Benevolence', true],
      ['Other', 'General', false],
    ]);
  });
});

describe('a new fund', () => {
  test('is created with status 201, an address and defaults, and a later read returns the same values', async () => {
    const { status, headers, body } = await post({ name: 'Roof', class: 'Designated' });
    expect([status, headers.get('location')]).toEqual([201, `${ROUTE}/${body.id}`]);
    expect(body).toMatchObject({ name: 'Roof', nameZh: null, class: 'Designated', purpose: null, isActive: true });
    expect(body.createdBy).toBe(books.admin.userId);
    const seen = await books.admin.get(`${ROUTE}/${body.id}`);
    expect([seen.body, etag(seen)]).toEqual([body, headers.get('etag')]);
    expect((await list()).at(-1)).toEqual(body);
  });

  test.each(['Designated', 'Restricted', 'Endowment', 'Custodial'])(
    'can have the class %s, and every field is stored',
    async (kind) => {
      const fields = { name: unique(), nameZh: '專款', class: kind, purpose: 'For the choir', isActive: false };
      expect(await read((await done(post(fields))).id)).toMatchObject(fields);
    },
  );

  test.each([
    [{}, ['class', 'name']],
    [{ name: 'Bad', class: 'General' }, ['class']],
    [{ name: 'Bad', class: 'Other' }, ['class']],
    [{ name: ' ', class: 'Designated' }, ['name']],
    [{ name: 'Bad', class: 'Designated', isActive: 1 }, ['isActive']],
    [{ name: 'Bad', class: 'Designated', balance: 5 }, ['balance']],
  ])('is refused with the body %j, and the refusal names %j', async (body, paths) => {
    const answer = await post(body);
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', paths]);
    expect(await names()).not.toContain('Bad');
  });
});

test('a deductible category whose money is held for others is saved with a warning, and no other category is', async () => {
  const held = await make({ class: 'Custodial' });
  const warned = await categoryIn(held.id);
  expect(warned.warnings).toMatchObject([{ code: 'custodial_deductible' }]);
  expect(warned.warnings[0].message).toContain(held.name);
  const place = `${CATEGORIES}/${warned.id}`;
  const fields = { name: warned.name, fundId: held.id };
  expect(await done(books.admin.put(place, { ...fields, isTaxDeductible: false }))).not.toHaveProperty('warnings');
  expect(await done(books.admin.put(place, fields))).toMatchObject({ isTaxDeductible: true, warnings: [{}] });
  expect(await done(books.admin.get(place))).not.toHaveProperty('warnings');
  expect(await categoryIn((await make()).id)).not.toHaveProperty('warnings');
});

keepsNamesApart({
  books,
  what: 'fund',
  route: ROUTE,
  seeded: 'Building Fund',
  unique,
  created: (name) => ({ name, class: 'Restricted' }),
  renamed: (name) => ({ name, class: 'Restricted' }),
  names,
});

describe('permissions for funds', () => {
  onlyFinanceWrites({
    books,
    permission: 'statements.manage',
    make,
    writes: ({ id }) => [
      ['POST', ROUTE, { name: 'Not theirs', class: 'Designated' }],
      ['PUT', `${ROUTE}/${id}`, { name: 'Not theirs', class: 'Designated' }],
      ['DELETE', `${ROUTE}/${id}`],
    ],
    all: list,
  });

  test('every signed-in user can read funds', async () => {
    const member = await books.as(['member']);
    const { id } = await make();
    expect((await member.get(ROUTE)).body.items).toEqual(await list());
    expect((await member.get(`${ROUTE}/${id}`)).status).toBe(200);
  });
});

describe('changing a fund', () => {
  test('replaces all its fields', async () => {
    const { id } = await make({ nameZh: '舊', purpose: 'Old' });
    const name = unique();
    expect(await done(put(id, { name, class: 'Endowment' }))).toMatchObject({
      id,
      name,
      nameZh: null,
      purpose: null,
      class: 'Endowment',
      isActive: true,
    });
  });

  test('can change the purpose of the General fund, but can neither close that fund nor change its class', async () => {
    const id = books.fund('General');
    const answers = [
      await put(id, { name: 'General', class: 'Designated' }),
      await put(id, { name: 'General', class: 'General', isActive: false }),
    ];
    expect(answers.map(refusal)).toEqual(['400 validation_failed', '400 validation_failed']);
    expect(answers.map(badPaths)).toEqual([['class'], ['isActive']]);
    const purpose = 'Everything else';
    expect(await done(put(id, { name: 'General', nameZh: '一般基金', class: 'General', purpose }))).toMatchObject({
      purpose,
    });
  });

  test('cannot make a second General fund', async () => {
    const { id, name } = await make();
    expect(badPaths(await put(id, { name, class: 'General' }))).toEqual(['class']);
    expect((await list()).filter((fund) => fund.class === 'General')).toHaveLength(1);
  });

  test('cannot change the class once a finalized month includes a giving to the fund', async () => {
    const { id, name } = await make();
    const { id: categoryId } = await categoryIn(id);
    await addGiving(books, { date: '2003-02-02', categoryId });
    expect((await put(id, { name, class: 'Restricted' })).status).toBe(200);
    await close(books, '2003/2');
    for (const wanted of ['Designated', 'Custodial']) {
      expect(refusal(await put(id, { name, class: wanted }))).toBe('409 fund_in_use');
    }
    const renamed = unique();
    expect(await done(put(id, { name: renamed, class: 'Restricted' }))).toMatchObject({ name: renamed });
  });

  test('cannot change the class once a finalized month includes an expense of the fund', async () => {
    const { id, name } = await make();
    await addApproved(books, { expenseDate: '2003-03-03', fundId: id });
    await close(books, '2003/3');
    expect(refusal(await put(id, { name, class: 'Custodial' }))).toBe('409 fund_in_use');
  });

  test('can change the class if no finalized month includes money of the fund', async () => {
    const { id, name } = await make();
    const { id: categoryId } = await categoryIn(id);
    await addGiving(books, { date: '2003-06-01', categoryId });
    await close(books, '2003/4');
    expect((await put(id, { name, class: 'Endowment' })).status).toBe(200);
  });
});

describe('deleting a fund', () => {
  const expectInUse = async (id: number) => {
    expect(refusal(await books.admin.del(`${ROUTE}/${id}`))).toBe('409 fund_in_use');
    expect((await books.admin.get(`${ROUTE}/${id}`)).status).toBe(200);
  };

  test('is possible if nothing uses the fund', async () => {
    const { id } = await make();
    expect((await books.admin.del(`${ROUTE}/${id}`)).status).toBe(204);
    expect(refusal(await books.admin.get(`${ROUTE}/${id}`))).toBe('404 not_found');
    expect(refusal(await books.admin.del(`${ROUTE}/${id}`))).toBe('404 not_found');
  });

  test('is refused for the General fund', () => expectInUse(books.fund('General')));

  test('is refused while a giving category belongs to the fund', async () => {
    const { id } = await make();
    const category = await categoryIn(id);
    await expectInUse(id);
    await done(books.admin.del(`${CATEGORIES}/${category.id}`));
    expect((await books.admin.del(`${ROUTE}/${id}`)).status).toBe(204);
  });

  test('is refused if an expense is paid from the fund, even a deleted expense', async () => {
    const { id } = await make();
    const spent = await addExpense(books, { expenseDate: '2003-05-01', fundId: id });
    await expectInUse(id);
    await done(books.admin.del(`/api/expenses/${spent.id}`));
    await expectInUse(id);
  });
});

describe('a closed fund', () => {
  const makeClosed = async (fields: Json) => {
    const { id, name } = await make(fields);
    const category = await categoryIn(id);
    const draft = await addExpense(books, { expenseDate: '2003-07-01', fundId: id });
    await done(put(id, { name, class: fields.class, isActive: false }));
    return { id, category, draft };
  };

  test('refuses new categories and new expenses, and nothing is added', async () => {
    const { id } = await makeClosed({ class: 'Designated' });
    const other = await addExpense(books, { expenseDate: '2003-07-01' });
    const { items } = await done(books.admin.get(CATEGORIES));
    const answers = [
      await books.admin.post(CATEGORIES, { name: unique(), fundId: id }),
      await books.admin.post('/api/expenses', expense(books, { expenseDate: '2003-07-02', fundId: id })),
      await books.admin.put(`/api/expenses/${other.id}`, expense(books, { expenseDate: '2003-07-02', fundId: id })),
    ];
    expect(answers.map(refusal)).toEqual(answers.map(() => '422 fund_disabled'));
    expect((await done(books.admin.get(CATEGORIES))).items).toEqual(items);
    expect(await done(books.admin.get(`/api/expenses/${other.id}`))).toMatchObject({ fundId: books.fund('General') });
  });

  test('keeps its categories and expenses, which can still be changed', async () => {
    const { id, category, draft } = await makeClosed({ class: 'Designated' });
    const renamed = { name: unique(), fundId: id };
    expect(await done(books.admin.put(`${CATEGORIES}/${category.id}`, renamed))).toMatchObject(renamed);
    const changed = expense(books, { expenseDate: '2003-07-03', fundId: id, amount: 11 });
    expect(await done(books.admin.put(`/api/expenses/${draft.id}`, changed))).toMatchObject({ fundId: id, amount: 11 });
    expect((await addGiving(books, { date: '2003-07-06', categoryId: category.id })).categoryId).toBe(category.id);
  });
});

describe('the fund of a giving category', () => {
  test.each(['Restricted', 'Endowment'])(
    'makes the category restricted if the class of the fund is %s',
    async (kind) => {
      const { id } = await make({ class: kind });
      expect(await categoryIn(id)).toMatchObject({ fundId: id, isRestricted: true });
    },
  );

  test.each(['Designated', 'Custodial'])(
    'makes the category unrestricted if the class of the fund is %s',
    async (kind) => {
      const { id } = await make({ class: kind });
      expect(await categoryIn(id)).toMatchObject({ fundId: id, isRestricted: false });
    },
  );

  test('is a new Restricted fund with the names of the category if only isRestricted is given', async () => {
    const [name, nameZh] = [unique(), '營會'];
    const { fundId, isRestricted } = await done(books.admin.post(CATEGORIES, { name, nameZh, isRestricted: true }));
    expect(isRestricted).toBe(true);
    expect(await read(fundId)).toMatchObject({ name, nameZh, class: 'Restricted', isActive: true });
  });

  test('is an existing Restricted fund of the same name, but a fund of the same name in another class is refused', async () => {
    const mine = await make({ class: 'Restricted' });
    const body = { name: mine.name, isRestricted: true };
    expect(await done(books.admin.post(CATEGORIES, body))).toMatchObject({ fundId: mine.id });
    const { name } = await make({ class: 'Designated' });
    const before = await list();
    expect(refusal(await books.admin.post(CATEGORIES, { name, isRestricted: true }))).toBe('409 name_taken');
    expect(await list()).toEqual(before);
  });

  test('must exist, and must not contradict isRestricted', async () => {
    const missing = await books.admin.post(CATEGORIES, { name: unique(), fundId: 99_999 });
    expect([refusal(missing), badPaths(missing)]).toEqual(['422 unknown_reference', ['fundId']]);
    for (const [fundId, isRestricted] of [
      [books.fund('General'), true],
      [books.fund('Missions'), false],
    ]) {
      const answer = await books.admin.post(CATEGORIES, { name: unique(), fundId, isRestricted });
      expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', ['isRestricted']]);
    }
  });

  test('can change while no giving uses the category, and becomes the General fund if it is left out', async () => {
    const { id, name } = await categoryIn(books.fund('Missions'));
    const replace = (fields: object) => done(books.admin.put(`${CATEGORIES}/${id}`, { name, ...fields }));
    expect(await replace({ fundId: books.fund('Benevolence') })).toMatchObject({ fundId: books.fund('Benevolence') });
    expect(await replace({})).toMatchObject({ fundId: books.fund('General'), isRestricted: false });
  });

  test('cannot change once a giving uses the category, even a deleted giving or a single part of a giving', async () => {
    const fundId = books.fund('Missions');
    const [whole, part] = [await categoryIn(fundId), await categoryIn(fundId)];
    const { id } = await addGiving(books, { date: '2003-08-03', categoryId: whole.id });
    await done(books.admin.del(`/api/givings/${id}`));
    const parts = [whole, part].map((one) => ({ categoryId: one.id, amount: 5 }));
    await addGiving(books, { date: '2003-08-03', categoryId: undefined, parts });
    for (const used of [whole, part]) {
      const at = `${CATEGORIES}/${used.id}`;
      const moved = await books.admin.put(at, { name: used.name, fundId: books.fund('General') });
      expect(refusal(moved)).toBe('409 category_in_use');
      expect(await done(books.admin.put(at, { name: used.name }))).toMatchObject({ fundId, isRestricted: true });
    }
  });
});

describe('funds in the monthly statement', () => {
  const rowOf = ({ funds }: Json, fundId: number) => funds.find((row: Json) => row.fundId === fundId);

  test('have one row each, and the rows add up to the totals of the statement', async () => {
    const [designated, endowment] = [await make(), await make({ class: 'Endowment' })];
    const [toHall, toGift] = [await categoryIn(designated.id), await categoryIn(endowment.id)];
    await done(books.admin.put('/api/monthly-statements/2013/1', { openingBalance: 1000 }));
    await addGiving(books, { date: '2013-01-06', amount: 200, categoryId: toHall.id });
    await addGiving(books, { date: '2013-01-06', amount: 50.5, categoryId: toGift.id });
    await addGiving(books, { date: '2013-01-06', amount: 70 });
    await addApproved(books, { expenseDate: '2013-01-08', amount: 30, fundId: designated.id });
    await addApproved(books, { expenseDate: '2013-01-08', amount: 9.25 });
    const statement = await statementOf(books, '2013/1');
    expect(statement).toMatchObject({ totalGiving: 320.5, totalExpenses: 39.25, closingBalance: 1281.25 });
    expect(rowOf(statement, designated.id)).toMatchObject({
      class: 'Designated',
      opening: 0,
      giving: 200,
      closing: 170,
    });
    expect(rowOf(statement, endowment.id)).toMatchObject({
      class: 'Endowment',
      opening: 0,
      giving: 50.5,
      closing: 50.5,
    });
    const openings = statement.funds.slice(1).reduce((sum: number, row: Json) => sum + row.opening, 0);
    const general = { class: 'General', giving: 70, expenses: 9.25, opening: 1000 - openings };
    expect(rowOf(statement, books.fund('General'))).toMatchObject(general);
    const sum = (field: string) =>
      statement.funds.reduce((total: number, row: Json) => total + row[field] * 100, 0) / 100;
    expect(['opening', 'giving', 'expenses', 'closing'].map(sum)).toEqual([1000, 320.5, 39.25, 1281.25]);
  });
});

describe('custodial money', () => {
  test('is included only in the row of its own fund, and in no total', async () => {
    const { id: fundId } = await make({ class: 'Custodial' });
    const { id: held } = await categoryIn(fundId);
    const own = books.category('Tithe');
    await addGiving(books, { date: '2015-04-05', amount: 500, categoryId: held });
    const parts = [
      { categoryId: held, amount: 30 },
      { categoryId: own, amount: 70.5 },
    ];
    await done(
      books.admin.post('/api/givings', {
        ...giving(books, { date: '2015-04-05', amount: 100.5 }),
        categoryId: undefined,
        parts,
      }),
    );
    await addApproved(books, { expenseDate: '2015-04-09', amount: 400, fundId });
    const line = { subCategoryId: books.subCategory('Rent'), amount: 20 };
    await addApproved(books, { expenseDate: '2015-04-09', ...line });
    await addApproved(books, { expenseDate: '2015-04-10', ...line, fundId });

    const statement = await statementOf(books, '2015/4');
    const totals = { totalGiving: 70.5, totalExpenses: 20, netChange: 50.5 };
    expect(statement).toMatchObject(totals);
    expect(statement.givingByCategory).toMatchObject([{ categoryId: own, amount: 70.5, count: 1 }]);
    expect(statement.expensesByGroup).toMatchObject([{ name: 'Facilities', amount: 20, count: 1 }]);
    const row = statement.funds.find((fund: Json) => fund.fundId === fundId);
    expect(row).toMatchObject({ class: 'Custodial', opening: 0, giving: 530, expenses: 420, closing: 110 });
    expect(statement.funds[0]).toMatchObject({ class: 'General', giving: 70.5, expenses: 20 });

    await done(books.admin.put('/api/monthly-statements/2015/4', { openingBalance: 0 }));
    await done(books.admin.put('/api/monthly-statements/2015/5', {}));
    const saved = (await done(books.admin.get('/api/monthly-statements?year=2015'))).items;
    expect(saved.map((one: Json) => [one.month, one.closingBalance])).toEqual([
      [5, 50.5],
      [4, 50.5],
    ]);
    const next = await statementOf(books, '2015/5');
    expect(next.openingBalance).toBe(50.5);
    expect(next.funds.find((fund: Json) => fund.fundId === fundId)).toMatchObject({ opening: 110, closing: 110 });

    for (const groupBy of ['month', 'category', 'method']) {
      const query = `from=2015-04-01&to=2015-04-30&groupBy=${groupBy}`;
      const summary = await done(books.admin.get(`/api/giving/summary?${query}`));
      expect(summary.totals).toMatchObject({ amount: 70.5, count: 1 });
      expect(summary.items).toMatchObject([{ amount: 70.5, count: 1 }]);
    }

    const report = '/api/form990/functional-expenses';
    const range = 'from=2015-01-01&to=2015-12-31';
    expect((await done(books.admin.get(`${report}?${range}`))).totals.total).toBe(20);
    const behind = await done(books.admin.get(`${report}/25/expenses?${range}`));
    expect(behind.items.map((one: Json) => one.amount)).toEqual([20]);
  });
});
