/** Rules for bank lines: what they are, what is refused, and who may change them. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type Bank, newBank, rulesOf } from './bank-support.ts';
import { badPaths, booksOfFile, done, etag, type Json, refusal, type Staff } from './books.ts';

const books = booksOfFile();
let treasurer: Staff;
let elder: Staff;
beforeAll(async () => {
  [treasurer, elder] = [await books.as(['treasurer']), await books.as(['elder'])];
});

async function work(kind?: string): Promise<Bank & { rules: ReturnType<typeof rulesOf> }> {
  const bank = await newBank(books, treasurer, kind);
  return { ...bank, rules: rulesOf(books, treasurer, bank) };
}
const EXPENSE = () => ({
  type: 'Expense',
  subCategoryId: books.subCategory('Telephone'),
  ministryId: books.ministry('Worship'),
});
const IGNORE = { type: 'Ignore' };
const NOTHING = {
  subCategoryId: null,
  ministryId: null,
  functionalClass: null,
  vendorId: null,
  vendor: null,
  description: null,
  incomeCategoryId: null,
  payer: null,
  fundId: null,
  otherAccountId: null,
};

describe('a rule', () => {
  test('has the fields that were sent, and null for the others', async () => {
    const { rules, id: accountId, route } = await work();
    const action = { ...EXPENSE(), vendor: 'SoCal Edison', description: 'Electricity', functionalClass: 'Fundraising' };
    const sent = { name: 'Power', contains: 'so cal EDISON', amountFrom: 20, amountTo: 400.5 };
    const answer = await rules.add(sent.contains, action, sent);
    const wanted = { ...sent, accountId, direction: 'Out', action: { ...NOTHING, ...action }, isActive: true };
    expect([answer.status, answer.body]).toMatchObject([201, { ...wanted, position: 1, createdBy: treasurer.userId }]);
    expect(answer.headers.get('location')).toBe(`${route}/bank-rules/${answer.body.id}`);
    const read = await elder.get(`${route}/bank-rules/${answer.body.id}`);
    expect([read.status, read.body, etag(read)]).toEqual([200, answer.body, etag(answer)]);
  });

  test('stands in the list by its position, and a new one is the last', async () => {
    const { rules } = await work();
    await rules.of('Ignore', 'first text');
    await rules.of('Ignore', 'second text');
    await done(rules.add('zeroth text', IGNORE, { position: 1 }));
    await rules.of('Ignore', 'third text');
    const all = await rules.list();
    expect(all.map(({ contains, position }) => [contains, position])).toEqual([
      ['first text', 1],
      ['zeroth text', 1],
      ['second text', 2],
      ['third text', 3],
    ]);
  });

  test('that is changed keeps its position and nothing else that is left out', async () => {
    const { rules, route } = await work();
    await rules.of('Ignore', 'another text');
    const before = await rules.expense('EDISON', { vendor: 'Edison' }, { name: 'Power', amountTo: 5 });
    const body = { contains: 'EDISON CO', direction: 'Out', action: IGNORE, isActive: false };
    const after = await done(treasurer.put(`${route}/bank-rules/${before.id}`, body));
    const rest = { name: null, amountTo: null, position: 2, action: { ...NOTHING, ...IGNORE } };
    expect(after).toMatchObject({ ...body, ...rest });
  });

  test('changed by somebody else in the meantime is not overwritten', async () => {
    const { rules, route } = await work();
    const { id } = await rules.of('Ignore', 'a text');
    const seen = await treasurer.get(`${route}/bank-rules/${id}`);
    const body = { contains: 'other text', direction: 'Out', action: IGNORE };
    await done(treasurer.put(`${route}/bank-rules/${id}`, body));
    const stale = await treasurer.put(`${route}/bank-rules/${id}`, { ...body, name: 'x' }, { 'If-Match': etag(seen) });
    expect(refusal(stale)).toBe('412 stale_version');
  });

  test('that is deleted is in no list and settles nothing', async () => {
    const { rules, route, bring } = await work();
    const { id } = await rules.of('Ignore', 'CARD');
    expect((await treasurer.del(`${route}/bank-rules/${id}`)).status).toBe(204);
    expect(await rules.list()).toEqual([]);
    expect(refusal(await treasurer.get(`${route}/bank-rules/${id}`))).toBe('404 not_found');
    expect((await bring([{ date: '2026-02-04', amount: -5, text: 'CARD' }])).ruled).toBe(0);
  });

  test('is read with reports.read and changed only with statements.manage', async () => {
    const { rules, route } = await work();
    const { id } = await rules.of('Ignore', 'a text');
    expect((await elder.get(`${route}/bank-rules`)).body.items).toHaveLength(1);
    const answers = [
      await elder.post(`${route}/bank-rules`, {}),
      await elder.put(`${route}/bank-rules/${id}`, {}),
      await elder.del(`${route}/bank-rules/${id}`),
      await elder.post(`${route}/bank-rules/apply`, {}),
      await elder.post(`${route}/bank-rules/${id}/undo`, {}),
    ];
    expect(new Set(answers.map(refusal))).toEqual(new Set(['403 forbidden']));
  });

  test('is found only in its own account', async () => {
    const [one, other] = [await work(), await work()];
    const { id } = await one.rules.of('Ignore', 'a text');
    expect(refusal(await treasurer.get(`${other.route}/bank-rules/${id}`))).toBe('404 not_found');
    expect(refusal(await treasurer.post(`${other.route}/bank-rules/${id}/undo`, {}))).toBe('404 not_found');
    expect(refusal(await treasurer.post(`${other.route}/bank-rules/apply`, { ruleIds: [id] }))).toBe(
      '422 unknown_reference',
    );
  });

  test('is in the audit log from its creation to its end', async () => {
    const { rules, route } = await work();
    const { id } = await rules.expense('EDISON');
    await done(treasurer.put(`${route}/bank-rules/${id}`, { contains: 'OTHER', direction: 'Out', action: IGNORE }));
    await treasurer.del(`${route}/bank-rules/${id}`);
    const { items } = await done(books.admin.get(`/api/audit-logs?entityType=BankRule&entityId=${id}&sort=id`));
    expect(items.map(({ action }: Json) => action)).toEqual(['BankRuleCreated', 'BankRuleUpdated', 'BankRuleDeleted']);
    expect(items[1].changes).toMatchObject({ contains: ['EDISON', 'OTHER'], type: ['Expense', 'Ignore'] });
  });
});

describe('a rule', () => {
  test('keeps its vendor from deletion until the rule is deleted or names another vendor', async () => {
    const { rules, id: accountId, route } = await work();
    const [one, other] = [
      await done(treasurer.post('/api/vendors', { name: 'Keeper Power' })),
      await done(treasurer.post('/api/vendors', { name: 'Keeper Water' })),
    ];
    const power = await rules.expense('KEEPER POWER', { vendorId: one.id }, { name: 'Power', isActive: false });
    const water = await rules.expense('KEEPER WATER', { vendorId: one.id });
    const refused = await treasurer.del(`/api/vendors/${one.id}`);
    expect(refusal(refused)).toBe('409 vendor_in_use');
    expect(refused.body.detail).toContain(
      `bank rule ${power.id} of account ${accountId} (Power), bank rule ${water.id}`,
    );
    expect(refused.body.detail).toContain(`(KEEPER WATER)`);
    expect((await treasurer.get(`/api/vendors/${one.id}`)).status).toBe(200);
    const { contains, direction } = water;
    const action = { ...EXPENSE(), vendorId: other.id };
    await done(treasurer.put(`${route}/bank-rules/${water.id}`, { contains, direction, action }));
    expect(refusal(await treasurer.del(`/api/vendors/${one.id}`))).toBe('409 vendor_in_use');
    await done(treasurer.del(`${route}/bank-rules/${power.id}`));
    expect((await treasurer.del(`/api/vendors/${one.id}`)).status).toBe(204);
  });

  test('names the vendor who remains when two vendors are merged, and still works', async () => {
    const { rules, bring } = await work();
    const [double, kept] = [
      await done(treasurer.post('/api/vendors', { name: 'SoCal Edison Co' })),
      await done(treasurer.post('/api/vendors', { name: 'Edison' })),
    ];
    const rule = await rules.expense('EDISON', { vendorId: double.id });
    expect(rule.action).toMatchObject({ vendorId: double.id, vendor: 'SoCal Edison Co' });
    await done(treasurer.post(`/api/vendors/${double.id}/merge`, { into: kept.id }));
    expect((await rules.list()).map(({ action }) => action.vendorId)).toEqual([kept.id]);
    expect(await bring([{ date: '2026-02-04', amount: -5, text: 'EDISON' }])).toMatchObject({ ruled: 1 });
    expect((await done(treasurer.get(`/api/expenses?vendorId=${kept.id}`))).items).toMatchObject([
      { vendor: 'Edison' },
    ]);
  });
});

describe('a rule is refused', () => {
  test.each<[string, Json, string[]]>([
    ['with a text of two letters', { contains: ' a.-b ' }, ['contains']],
    [
      'without a text, a direction and an action',
      { contains: undefined, direction: undefined, action: undefined },
      ['action', 'contains', 'direction'],
    ],
    ['with a range from its end', { amountFrom: 5, amountTo: 4.99 }, ['amountTo']],
    ['with amounts of 0', { amountFrom: 0, amountTo: 0 }, ['amountFrom', 'amountTo']],
    ['with an unknown action', { action: { type: 'Pay' } }, ['action.type']],
    [
      'as an expense of money that arrived',
      { direction: 'In', action: { type: 'Expense', subCategoryId: 1, ministryId: 1 } },
      ['direction'],
    ],
    ['as an expense for nothing', { action: { type: 'Expense' } }, ['action.ministryId', 'action.subCategoryId']],
    ['as income that left', { action: { type: 'OtherIncome' } }, ['action.incomeCategoryId', 'direction']],
    [
      'as a transfer to nowhere, with a payer',
      { action: { type: 'Transfer', payer: 'X' } },
      ['action.otherAccountId', 'action.payer'],
    ],
    [
      'as ignoring, with what only documents have',
      { action: { ...IGNORE, vendor: 'X', fundId: 1 } },
      ['action.fundId', 'action.vendor'],
    ],
    ['with a position of 0', { position: 0 }, ['position']],
  ])('%s, and each field is named', async (_what, fields, paths) => {
    const { rules } = await work();
    const answer = await rules.add('SOME TEXT', IGNORE, fields);
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', paths]);
    expect(await rules.list()).toEqual([]);
  });

  test('with ids of nothing, and each of them is named', async () => {
    const { rules } = await work();
    const none = 99_999;
    const answers = [
      await rules.add('TEXT', { type: 'Expense', subCategoryId: none, ministryId: none, fundId: none, vendorId: none }),
      await rules.add('TEXT', { type: 'OtherIncome', incomeCategoryId: none, fundId: none }, { direction: 'In' }),
      await rules.add('TEXT', { type: 'Transfer', otherAccountId: none }),
    ];
    expect(answers.map(refusal)).toEqual(Array.from({ length: 3 }, () => '422 unknown_reference'));
    expect(answers.map(badPaths)).toEqual([
      ['action.fundId', 'action.ministryId', 'action.subCategoryId', 'action.vendorId'],
      ['action.fundId', 'action.incomeCategoryId'],
      ['action.otherAccountId'],
    ]);
  });

  test('with an account, a vendor or a category that is no longer in use', async () => {
    const [{ rules, id }, other] = [await work(), await newBank(books, treasurer)];
    const account = await done(treasurer.get(`/api/accounts/${other.id}`));
    await done(treasurer.put(other.route, { name: account.name, kind: account.kind, isActive: false }));
    const vendor = await done(treasurer.post('/api/vendors', { name: 'Gone', isActive: false }));
    const category = await done(treasurer.post('/api/income-categories', { name: 'Old rent', isActive: false }));
    const answers = [
      await rules.add('TEXT', { type: 'Transfer', otherAccountId: other.id }),
      await rules.add('TEXT', { ...EXPENSE(), vendorId: vendor.id }),
      await rules.add('TEXT', { type: 'OtherIncome', incomeCategoryId: category.id }, { direction: 'In' }),
      await rulesOf(books, treasurer, other).add('TEXT', IGNORE),
    ];
    expect(answers.map(refusal)).toEqual([
      '422 account_disabled',
      '422 vendor_disabled',
      '422 category_disabled',
      '422 account_disabled',
    ]);
    expect(badPaths(await rules.add('TEXT', { type: 'Transfer', otherAccountId: id }))).toEqual([
      'action.otherAccountId',
    ]);
    expect(badPaths(await rules.add('TEXT', { type: 'Transfer', otherAccountId: 1 }))).toEqual([
      'action.otherAccountId',
    ]);
  });

  test('that equals another one, unless its direction or its amounts differ', async () => {
    const { rules, route } = await work();
    const first = await rules.of('Ignore', 'SO-CAL Édison');
    const equal = await rules.add('socal edison', IGNORE);
    expect([refusal(equal), badPaths(equal)]).toEqual(['400 validation_failed', ['contains']]);
    const other = await done(rules.add('socal edison', IGNORE, { amountTo: 10 }));
    expect((await rules.add('socal edison', IGNORE, { direction: 'In' })).status).toBe(201);
    const body = { contains: 'So Cal Edison', direction: 'Out', action: IGNORE };
    expect(badPaths(await treasurer.put(`${route}/bank-rules/${other.id}`, body))).toEqual(['contains']);
    expect((await treasurer.put(`${route}/bank-rules/${first.id}`, body)).status).toBe(200);
  });

  test('for an account without statements; and as income of a credit card, which otherwise has rules', async () => {
    const card = await work('CreditCard');
    const answer = await card.rules.add('INTEREST', { type: 'OtherIncome', incomeCategoryId: 1 }, { direction: 'In' });
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', ['action.type']]);
    expect((await card.rules.expense('ZOOM')).accountId).toBe(card.id);
    const loan = await newBank(books, treasurer, 'Loan');
    expect(badPaths(await rulesOf(books, treasurer, loan).add('TEXT', IGNORE))).toEqual(['id']);
  });

  test('a text of two Chinese characters is long enough', async () => {
    const { rules } = await work();
    expect((await rules.of('Ignore', '利息')).contains).toBe('利息');
  });
});
