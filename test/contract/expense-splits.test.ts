/** Expenses with parts: a bill for several subcategories, ministries, funds or accounts. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Json,
  addApproved,
  addExpense,
  addGiving,
  badPaths,
  booksOfFile,
  close,
  done,
  etag,
  expense,
  move,
  refusal,
  statementOf,
} from './books.ts';

const books = booksOfFile();
const ROUTE = '/api/expenses';
const read = (id: number) => done(books.admin.get(`${ROUTE}/${id}`));
const post = (fields: Record<string, unknown>) =>
  books.admin.post(ROUTE, { expenseDate: '2010-01-10', description: 'A bill with parts', ...fields });
const reverse = (id: number, fields: Record<string, unknown> = {}) =>
  books.admin.post(`${ROUTE}/${id}/reverse`, { date: '2010-01-20', reason: 'It came back', ...fields });

let [loan, desk, held, paper, phone, worship, office]: number[] = [];
const parts = () => [
  { subCategoryId: paper, ministryId: worship, amount: 60 },
  {
    subCategoryId: phone,
    ministryId: office,
    functionalClass: 'Fundraising',
    fundId: books.fund('Missions'),
    amount: 40,
  },
];
/** Enters an expense with parts, as a draft. Its amount is the sum of the parts unless `fields` has an amount. */
const addSplit = (splits: Json[], fields: Record<string, unknown> = {}) => {
  const amount = splits.reduce((sum, one) => sum + one.amount, 0);
  return done(post({ splits, amount, ...fields }));
};
async function approve({ id }: Json): Promise<Json> {
  await move(books, id, 'submit');
  return move(books, id, 'approve');
}
const approved = async (splits: Json[], fields = {}) => approve(await addSplit(splits, fields));

beforeAll(async () => {
  const account = async (name: string, kind: string) =>
    (await done(books.admin.post('/api/accounts', { name, kind }))).id as number;
  [loan, desk] = [await account('Mortgage', 'Loan'), await account('Furniture', 'FixedAsset')];
  held = (await done(books.admin.post('/api/funds', { name: 'For the school', class: 'Custodial' }))).id;
  [paper, phone] = [books.subCategory('Office Supplies'), books.subCategory('Telephone')];
  [worship, office] = [books.ministry('Worship'), books.ministry('Administration')];
});

describe('an expense with parts', () => {
  test('shows each part with its names, and has null in the fields that its parts replace', async () => {
    const answer = await post({ amount: 90, splits: [...parts(), { accountId: loan, amount: -10 }] });
    expect(answer.status).toBe(201);
    const single = ['subCategoryId', 'subCategoryName', 'groupName', 'form990LineCode', 'ministryId', 'ministryName'];
    const alsoNull = ['functionalClass', 'effectiveFunctionalClass', 'fundId', 'fundName'];
    for (const field of [...single, ...alsoNull]) expect(answer.body, field).toHaveProperty(field, null);
    const none = { accountId: null, accountName: null };
    expect(answer.body).toMatchObject({
      amount: 90,
      splits: [
        {
          ...none,
          subCategoryId: paper,
          subCategoryName: 'Office Supplies',
          groupName: 'Office',
          form990LineCode: '13',
          ministryId: worship,
          ministryName: 'Worship',
          functionalClass: null,
          effectiveFunctionalClass: 'ProgramServices',
          fundName: 'General',
          amount: 60,
        },
        {
          ...none,
          subCategoryName: 'Telephone',
          functionalClass: 'Fundraising',
          effectiveFunctionalClass: 'Fundraising',
          fundName: 'Missions',
          amount: 40,
        },
        {
          subCategoryId: null,
          accountId: loan,
          accountName: 'Mortgage',
          ministryId: null,
          effectiveFunctionalClass: null,
          amount: -10,
        },
      ],
    });
    const again = await books.admin.get(`${ROUTE}/${answer.body.id}`);
    expect([again.body, etag(again)]).toEqual([answer.body, etag(answer)]);
  });

  test('passes its ministry, class and fund on to parts that name none', async () => {
    const defaults = { ministryId: office, functionalClass: 'Fundraising', fundId: books.fund('Missions') };
    await addGiving(books, { date: '2010-01-02', categoryId: books.category('Missions'), amount: 3 });
    const { splits } = await addSplit(
      [
        { subCategoryId: paper, amount: 1 },
        { subCategoryId: phone, ministryId: worship, functionalClass: 'ProgramServices', fundId: 1, amount: 2 },
        { accountId: desk, amount: 3 },
      ],
      defaults,
    );
    expect(splits).toMatchObject([
      defaults,
      { ministryId: worship, functionalClass: 'ProgramServices', fundId: 1 },
      { ministryId: null, functionalClass: null, fundId: defaults.fundId },
    ]);
  });

  test('is stored like any other expense if its only part has a subcategory', async () => {
    const { splits, ...one } = await addSplit([{ subCategoryId: paper, ministryId: worship, amount: 5 }]);
    expect([splits, one.subCategoryId, one.ministryId, one.fundId]).toEqual([null, paper, worship, 1]);
    const whole = await addSplit([{ accountId: loan, amount: 300 }]);
    expect([whole.subCategoryId, whole.splits.length]).toEqual([null, 1]);
  });

  test('is refused if the parts do not add up to the amount, and the refusal names both sums', async () => {
    const answer = await post({ amount: 99, splits: parts() });
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', ['splits']]);
    expect(answer.body.errors[0].message).toContain('they add up to 100.00, and amount is 99.00');
  });

  test.each([
    ['without a subcategory or parts', () => ({}), ['ministryId', 'subCategoryId']],
    ['with both a subcategory and parts', () => ({ splits: parts(), subCategoryId: paper, amount: 100 }), ['splits']],
    ['with an empty list of parts', () => ({ splits: [], amount: 100 }), ['splits']],
    [
      'with a part without a subcategory or an account',
      () => ({ splits: [{ amount: 5 }], amount: 5 }),
      ['splits.0.subCategoryId'],
    ],
    [
      'with a part for both a subcategory and an account',
      () => ({ splits: [{ ...parts()[0], accountId: loan, amount: 5 }], amount: 5 }),
      ['splits.0.accountId'],
    ],
    [
      'with a part without a ministry',
      () => ({ splits: [{ subCategoryId: paper, amount: 5 }], amount: 5 }),
      ['splits.0.ministryId'],
    ],
    [
      'with a negative part for a subcategory',
      () => ({ splits: [parts()[0], { ...parts()[1], amount: -5 }], amount: 55 }),
      ['splits.1.amount'],
    ],
    [
      'with a part of zero',
      () => ({ splits: [parts()[0], { accountId: loan, amount: 0 }], amount: 60 }),
      ['splits.1.amount'],
    ],
    [
      'with a misspelled field in a part',
      () => ({ splits: [{ ...parts()[0], fundid: 1, amount: 5 }], amount: 5 }),
      ['splits.0.fundid'],
    ],
  ])('is refused %s', async (_what, fields, paths) => {
    const answer = await post({ amount: 10, ...fields() });
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', paths]);
  });

  test('is refused if a part names a record that does not exist', async () => {
    const answer = await post({
      amount: 7,
      splits: [
        { subCategoryId: 999_999, ministryId: 999_999, fundId: 999_999, amount: 3 },
        { accountId: 999_999, amount: 4 },
      ],
    });
    expect(refusal(answer)).toBe('422 unknown_reference');
    const paths = ['fundId', 'ministryId', 'subCategoryId'].map((field) => `splits.0.${field}`);
    expect(badPaths(answer)).toEqual([...paths, 'splits.1.accountId']);
  });

  test('is refused if a part names an account that has money or pays, is reserved or is disabled', async () => {
    const { items } = await done(books.admin.get('/api/accounts'));
    const idOf = (name: string) => items.find((one: Json) => one.name === name).id;
    const withAccount = (accountId: number) => post({ amount: 5, splits: [{ accountId, amount: 5 }] });
    const card = await done(books.admin.post('/api/accounts', { name: 'Church card', kind: 'CreditCard' }));
    for (const id of [idOf('Checking'), card.id]) {
      const answer = await withAccount(id);
      expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', ['splits.0.accountId']]);
    }
    expect(refusal(await withAccount(idOf('Accounts payable')))).toBe('409 account_reserved');
    const old = await done(books.admin.post('/api/accounts', { name: 'Old van', kind: 'FixedAsset', isActive: false }));
    expect(refusal(await withAccount(old.id))).toBe('422 account_disabled');
  });

  test('can be changed, while it is a draft, to other parts or to a single subcategory', async () => {
    const { id } = await addSplit(parts());
    const other = { ...expense(books, { expenseDate: '2010-01-10' }), subCategoryId: null, ministryId: null };
    const splits = [
      { subCategoryId: phone, ministryId: office, amount: 4 },
      { accountId: desk, amount: 6 },
    ];
    const changed = await done(books.admin.put(`${ROUTE}/${id}`, { ...other, splits }));
    expect(changed.splits.map((one: Json) => one.amount)).toEqual([4, 6]);
    const single = expense(books, { expenseDate: '2010-01-10' });
    expect(await done(books.admin.put(`${ROUTE}/${id}`, single))).toMatchObject({ ...single, splits: null });
    const audit = await done(
      books.admin.get(`/api/audit-logs?entityType=Expense&entityId=${id}&action=ExpenseUpdated`),
    );
    const [second, first] = audit.items.map((entry: Json) => entry.changes.splits);
    expect(first[0].map((one: Json) => one.subCategoryName)).toEqual(['Office Supplies', 'Telephone']);
    expect(first[1].map((one: Json) => one.accountName)).toEqual([null, 'Furniture']);
    expect(second).toEqual([first[1], null]);
  });

  test('prevents the deletion of the subcategories, funds and accounts that its parts name', async () => {
    const group = await done(books.admin.post('/api/expense-categories/groups', { name: 'Splits' }));
    const route = '/api/expense-categories/subcategories';
    const sub = await done(books.admin.post(route, { groupId: group.id, name: 'Rare', form990LineCode: '24' }));
    const fund = await done(books.admin.post('/api/funds', { name: 'Rare', class: 'Designated' }));
    const account = await done(books.admin.post('/api/accounts', { name: 'Rare', kind: 'OtherAsset' }));
    await addSplit([
      { subCategoryId: sub.id, ministryId: worship, fundId: fund.id, amount: 3 },
      { accountId: account.id, amount: 4 },
    ]);
    expect(refusal(await books.admin.del(`${route}/${sub.id}`))).toBe('409 category_in_use');
    expect(refusal(await books.admin.del(`/api/funds/${fund.id}`))).toBe('409 fund_in_use');
    expect(refusal(await books.admin.del(`/api/accounts/${account.id}`))).toBe('409 account_in_use');
  });
});

describe('the list of expenses', () => {
  test('contains an expense once if at least one of its parts matches the filter', async () => {
    const { id } = await addSplit([...parts(), { subCategoryId: phone, ministryId: office, amount: 1 }], {
      expenseDate: '2011-05-05',
    });
    const other = await addExpense(books, { expenseDate: '2011-05-05' });
    const groups = await done(books.admin.get('/api/expense-categories'));
    const groupId = groups.items.find((one: Json) => one.name === 'Office').id;
    const travel = groups.items.find((one: Json) => one.name === 'IT').id;
    const found = async (query: string) =>
      (await done(books.admin.get(`${ROUTE}?from=2011-05-05&to=2011-05-05&${query}`))).items.map((one: Json) => one.id);
    expect(await found(`subCategoryId=${phone}`)).toEqual([id]);
    expect(await found(`subCategoryId=${paper}&sort=id`)).toEqual([id, other.id]);
    expect(await found(`ministryId=${office}`)).toEqual([id]);
    expect(await found(`groupId=${groupId}&sort=id`)).toEqual([id, other.id]);
    expect(await found(`groupId=${travel}`)).toEqual([]);
    expect(await found('sort=subCategoryName')).toEqual([id, other.id]);
    expect(await found('sort=-ministryName')).toEqual([other.id, id]);
  });
});

describe('a report', () => {
  test('counts each part, and leaves out parts with an account and parts of a Custodial fund', async () => {
    const splits = [
      ...parts(),
      { accountId: loan, amount: -10 },
      { subCategoryId: paper, ministryId: office, fundId: held, amount: 5 },
    ];
    const { id } = await approved(splits, { expenseDate: '2012-03-03' });
    const statement = await statementOf(books, '2012/3');
    expect(statement.totalExpenses).toBe(100);
    const groups = statement.expensesByGroup.flatMap((group: Json) => group.subCategories);
    const amountOf = (subCategoryId: number | undefined) =>
      groups.find((one: Json) => one.subCategoryId === subCategoryId);
    expect(amountOf(paper)).toMatchObject({ amount: 60, count: 1 });
    expect(amountOf(phone)).toMatchObject({ amount: 40, count: 1 });
    const fund = (name: string) => statement.funds.find((one: Json) => one.name === name).expenses;
    expect([fund('General'), fund('Missions'), fund('For the school')]).toEqual([60, 40, 5]);
    expect(statement.unpaid).toEqual({ amount: 95, count: 1 });

    const query = 'from=2012-03-01&to=2012-03-31';
    const report = await done(books.admin.get(`/api/form990/functional-expenses?${query}`));
    const line = report.lines.find((one: Json) => one.code === '13');
    expect(line).toMatchObject({ total: 100, programServices: 60, managementAndGeneral: 0, fundraising: 40 });
    const behind = async (code: string) =>
      (await done(books.admin.get(`/api/form990/functional-expenses/${code}/expenses?${query}`))).items;
    for (const code of ['13', '25']) expect((await behind(code)).map((one: Json) => one.id)).toEqual([id]);
    expect(await behind('16')).toEqual([]);
  });

  test('does not list an expense if all its parts name an account or a Custodial fund', async () => {
    const splits = [
      { accountId: desk, amount: 70 },
      { subCategoryId: phone, ministryId: office, fundId: held, amount: 8 },
    ];
    await approved(splits, { expenseDate: '2012-06-03' });
    const query = 'from=2012-06-01&to=2012-06-30';
    for (const code of ['13', '25']) {
      const answer = await done(books.admin.get(`/api/form990/functional-expenses/${code}/expenses?${query}`));
      expect(answer.totalCount).toBe(0);
    }
    expect((await statementOf(books, '2012/6')).totalExpenses).toBe(0);
  });
});

test('an approved expense changes the balances of the accounts that its parts name, and a reversal restores them', async () => {
  const balance = async (id: number | undefined) =>
    (await done(books.admin.get('/api/accounts'))).items.find((one: Json) => one.id === id).balance;
  const before = [await balance(loan), await balance(desk)];
  const { id } = await approved([
    { accountId: loan, amount: 400 },
    { accountId: desk, amount: 30 },
  ]);
  expect([await balance(loan), await balance(desk)]).toEqual([before[0] - 400, before[1] + 30]);
  await done(reverse(id));
  expect([await balance(loan), await balance(desk)]).toEqual(before);
});

describe('a reversal of an expense with parts', () => {
  test('in full reverses every part', async () => {
    const { id } = await approved([...parts(), { accountId: loan, amount: -10 }]);
    const { splits, amount, reversalOf } = await done(reverse(id));
    expect([amount, reversalOf]).toEqual([-90, id]);
    expect(splits.map((one: Json) => one.amount)).toEqual([-60, -40, 10]);
    expect(splits[1]).toMatchObject({ subCategoryId: phone, functionalClass: 'Fundraising' });
    expect(refusal(await reverse(id))).toBe('409 already_reversed');
  });

  test('in part must name the parts that it reverses, and a later reversal in full takes the rest of each part', async () => {
    const { id } = await approved(parts());
    const unnamed = await reverse(id, { amount: 30 });
    expect([refusal(unnamed), badPaths(unnamed)]).toEqual(['400 validation_failed', ['splits']]);
    const one = await done(reverse(id, { splits: [{ subCategoryId: phone, amount: 15.5 }] }));
    expect([one.amount, one.subCategoryId, one.splits.length]).toEqual([-15.5, null, 1]);
    expect(one.splits[0]).toMatchObject({ subCategoryId: phone, ministryId: office, amount: -15.5 });
    const rest = await done(reverse(id));
    expect(rest.splits.map((split: Json) => split.amount)).toEqual([-60, -24.5]);
    const report = await statementOf(books, '2010/1');
    expect(report.expensesByGroup.flatMap((group: Json) => group.subCategories)).not.toContainEqual(
      expect.objectContaining({ subCategoryId: phone, amount: 15.5 }),
    );
  });

  test('is refused for a part that the expense does not have, and for more than the rest of a part', async () => {
    const { id } = await approved([...parts(), { accountId: loan, amount: -10 }]);
    const foreign = await reverse(id, { splits: [{ subCategoryId: books.subCategory('Rent'), amount: 5 }] });
    expect(badPaths(foreign)).toEqual(['splits.0']);
    expect(refusal(await reverse(id, { splits: [{ subCategoryId: phone, amount: 41 }] }))).toBe('409 already_reversed');
    const sign = await reverse(id, { splits: [{ accountId: loan, amount: 5 }] });
    expect(badPaths(sign)).toEqual(['splits.0.amount']);
    const sums = await reverse(id, { amount: 6, splits: [{ subCategoryId: phone, amount: 5 }] });
    expect(badPaths(sums)).toEqual(['splits']);
    const uneven = await reverse(id, {
      splits: [
        { subCategoryId: paper, amount: 55 },
        { subCategoryId: phone, amount: 35 },
      ],
    });
    expect([refusal(uneven), badPaths(uneven)]).toEqual(['400 validation_failed', ['splits']]);
    const named = { splits: [{ subCategoryId: paper, amount: 5 }] };
    const { id: single } = await addApproved(books, { expenseDate: '2010-01-10' });
    expect(badPaths(await reverse(single, named))).toEqual(['splits']);
    expect(await read(id)).toMatchObject({ status: 'Approved' });
  });

  test('is refused if its parts do not add up to more than zero', async () => {
    const { id } = await approved([...parts(), { accountId: loan, amount: -60 }]);
    const withheld = await reverse(id, { splits: [{ accountId: loan, amount: -60 }] });
    expect(badPaths(withheld)).toEqual(['splits']);
    const named = [
      { subCategoryId: paper, amount: 60 },
      { accountId: loan, amount: -60 },
    ];
    expect(badPaths(await reverse(id, { splits: named }))).toEqual(['splits']);
    expect(await done(reverse(id))).toMatchObject({ amount: -40 });
  });

  test('must also name the ministry, class or fund of a part if several parts have the same subcategory', async () => {
    const { id } = await approved([parts()[0], { ...parts()[0], ministryId: office, amount: 7 }]);
    const vague = await reverse(id, { splits: [{ subCategoryId: paper, amount: 5 }] });
    expect([refusal(vague), badPaths(vague)]).toEqual(['400 validation_failed', ['splits.0']]);
    const { splits } = await done(reverse(id, { splits: [{ subCategoryId: paper, ministryId: office, amount: 5 }] }));
    expect(splits).toMatchObject([{ ministryId: office, amount: -5 }]);
  });

  test('applies to the part without a class if the parts differ only in their class and the reversal names no class', async () => {
    const { id } = await approved([{ ...parts()[0], functionalClass: 'Fundraising', amount: 7 }, parts()[0]]);
    const { splits } = await done(reverse(id, { splits: [{ subCategoryId: paper, amount: 5 }] }));
    expect(splits).toMatchObject([{ functionalClass: null, amount: -5 }]);
  });
});

describe('a finalized month', () => {
  test('refuses an earlier expense if one of its parts is paid from a fund other than the General fund', async () => {
    await addApproved(books, { expenseDate: '2013-01-05' });
    await close(books, '2013/2');
    const general = await addSplit([parts()[0], { accountId: desk, amount: 1 }], { expenseDate: '2013-01-05' });
    const missions = await addSplit(parts(), { expenseDate: '2013-01-05' });
    for (const { id } of [general, missions]) await move(books, id, 'submit');
    expect(refusal(await books.admin.post(`${ROUTE}/${missions.id}/approve`))).toBe('409 period_finalized');
    expect((await books.admin.post(`${ROUTE}/${general.id}/approve`)).status).toBe(200);
  });
});
