/** Other income: interest, rent, grants and the like. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { badPaths, booksOfFile, close, done, etag, inDays, type Json, refusal, type Staff } from './books.ts';

const books = booksOfFile();
let treasurer: Staff;
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
});

const ROUTE = '/api/other-income';
const [UNDEPOSITED, CHECKING, PAYABLE] = [1, 2, 4];
const INTEREST = 1;
const sent = (fields: Json = {}): Json => ({
  date: '2006-02-03',
  amount: 12.4,
  incomeCategoryId: INTEREST,
  accountId: CHECKING,
  ...fields,
});
const post = (fields: Json = {}) => treasurer.post(ROUTE, sent(fields));
const make = (fields: Json = {}): Promise<Json> => done(post(fields));
const put = (id: number, fields: Json) => treasurer.put(`${ROUTE}/${id}`, sent(fields));
const reverse = (id: number, body: Json) => treasurer.post(`${ROUTE}/${id}/reverse`, { reason: 'A mistake', ...body });
const list = async (query = ''): Promise<Json[]> => (await done(treasurer.get(`${ROUTE}?pageSize=200&${query}`))).items;
const ids = (items: Json[]) => items.map(({ id }) => id);
const balanceOf = async (id: number): Promise<number> => (await done(treasurer.get(`/api/accounts/${id}`))).balance;
const moved = async (id: number, work: () => Promise<unknown>): Promise<number> => {
  const before = await balanceOf(id);
  await work();
  return Number(((await balanceOf(id)) - before).toFixed(2));
};
const newFund = (kind: string, name = `Fund ${randomUUID()}`): Promise<Json> =>
  done(treasurer.post('/api/funds', { name, class: kind }));
const newAccount = (kind: string, fields: Json = {}): Promise<Json> =>
  done(treasurer.post('/api/accounts', { name: `Account ${randomUUID()}`, kind, ...fields }));

describe('other income', () => {
  test('can be entered, read and listed, and its account receives the money', async () => {
    const fund = await newFund('Restricted');
    const fields = { fundId: fund.id, payer: 'First Bank', reference: '77', memo: 'For March' };
    let answer = await treasurer.get(ROUTE);
    expect(await moved(CHECKING, async () => (answer = await post(fields)))).toBe(12.4);
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `${ROUTE}/${answer.body.id}`]);
    expect(answer.body).toMatchObject({
      ...sent(fields),
      incomeCategoryName: 'Interest',
      accountName: 'Checking',
      fundName: fund.name,
      reversalOf: null,
      createdBy: treasurer.userId,
    });
    const read = await treasurer.get(`${ROUTE}/${answer.body.id}`);
    expect([read.body, etag(read)]).toEqual([answer.body, etag(answer)]);
    expect(await list(`fundId=${fund.id}`)).toEqual([answer.body]);
  });

  test('belongs to the General fund unless it names another fund, which may be Custodial', async () => {
    expect(await make()).toMatchObject({ fundId: 1, fundName: 'General' });
    const { id } = await newFund('Custodial');
    expect(await make({ fundId: id })).toMatchObject({ fundId: id });
  });

  test('is found by words in its payer, reference and memo, in any order, until it is deleted', async () => {
    const { id } = await make({ payer: 'Zürich Verein', reference: 'Q-419', memo: '場地 for the wedding' });
    for (const words of ['zurich', 'wedding verein', 'Q419', '地'])
      expect(ids(await list(`search=${encodeURIComponent(words)}`)), words).toEqual([id]);
    await done(put(id, { payer: 'Lausanne' }));
    expect(await list('search=zurich')).toEqual([]);
    expect(ids(await list('search=lausanne'))).toEqual([id]);
    await done(treasurer.del(`${ROUTE}/${id}`));
    expect(await list('search=lausanne')).toEqual([]);
  });

  test('can be filtered by account, fund, category and dates', async () => {
    const [account, fund] = [await newAccount('Savings'), await newFund('Designated')];
    const fields = { accountId: account.id, fundId: fund.id, incomeCategoryId: 3 };
    const { id } = await make({ ...fields, date: '1999-05-05' });
    const { id: other } = await make({ ...fields, date: '1999-06-05', incomeCategoryId: 2 });
    const of = `accountId=${account.id}&sort=id`;
    expect(ids(await list(of))).toEqual([id, other]);
    expect(ids(await list(`fundId=${fund.id}&incomeCategoryId=3`))).toEqual([id]);
    expect(ids(await list(`${of}&to=1999-05-05`))).toEqual([id]);
    expect(ids(await list(`${of}&from=1999-05-06`))).toEqual([other]);
  });

  test('can be changed and deleted while its month is open', async () => {
    const savings = await newAccount('Savings');
    const { id } = await make();
    const fields = { amount: 20, accountId: savings.id, payer: 'Second Bank' };
    expect(await moved(CHECKING, () => done(put(id, fields)))).toBe(-12.4);
    expect(await done(treasurer.get(`${ROUTE}/${id}`))).toMatchObject({ ...fields, fundId: 1, memo: null });
    expect(await moved(savings.id, async () => treasurer.del(`${ROUTE}/${id}`))).toBe(-20);
    expect(refusal(await treasurer.get(`${ROUTE}/${id}`))).toBe('404 not_found');
    expect(refusal(await put(id, {}))).toBe('404 not_found');
  });

  test.each([
    [{ date: '2006-02-30' }, ['date']],
    [{ amount: 0 }, ['amount']],
    [{ amount: 0.001 }, ['amount']],
    [{ accountId: 'x', typo: 1 }, ['accountId', 'typo']],
    [{ date: inDays(3) }, ['date']],
  ])('is refused for %j, and the refusal names every bad field', async (fields, paths) => {
    const answer = await post(fields);
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', paths]);
  });

  test('that names records that do not exist is refused, and the refusal names each of these fields', async () => {
    const answer = await post({ accountId: 9999, fundId: 9999, incomeCategoryId: 9999 });
    expect(refusal(answer)).toBe('422 unknown_reference');
    expect(badPaths(answer)).toEqual(['accountId', 'fundId', 'incomeCategoryId']);
  });

  test('is refused in an account that is reserved for Vestry, is disabled, or is not an account with money', async () => {
    expect(refusal(await post({ accountId: PAYABLE }))).toBe('409 account_reserved');
    const closed = await newAccount('Savings', { isActive: false });
    expect(refusal(await post({ accountId: closed.id }))).toBe('422 account_disabled');
    for (const kind of ['Loan', 'FixedAsset', 'CreditCard', 'OtherAsset', 'OtherLiability']) {
      const answer = await post({ accountId: (await newAccount(kind)).id });
      expect([refusal(answer), badPaths(answer)], kind).toEqual(['400 validation_failed', ['accountId']]);
    }
  });

  test('is refused in a disabled fund, but earlier income of that fund can still be changed', async () => {
    const { id: fundId, name } = await newFund('Designated');
    const { id } = await make({ fundId });
    await done(treasurer.put(`/api/funds/${fundId}`, { name, class: 'Designated', isActive: false }));
    expect(refusal(await post({ fundId }))).toBe('422 fund_disabled');
    expect(await done(put(id, { fundId, amount: 13 }))).toMatchObject({ amount: 13 });
  });

  test('prevents the deletion of its account and its fund', async () => {
    const [account, fund] = [await newAccount('Savings'), await newFund('Designated')];
    await make({ accountId: account.id, fundId: fund.id });
    expect(refusal(await treasurer.del(`/api/accounts/${account.id}`))).toBe('409 account_in_use');
    expect(refusal(await treasurer.del(`/api/funds/${fund.id}`))).toBe('409 fund_in_use');
  });

  test('is recorded in the audit log with the values before and after', async () => {
    const { id } = await make();
    await done(put(id, { amount: 13 }));
    const { items } = await done(books.admin.get(`/api/audit-logs?entityType=OtherIncome&entityId=${id}&sort=id`));
    expect(items.map(({ action }: Json) => action)).toEqual(['OtherIncomeCreated', 'OtherIncomeUpdated']);
    expect(items[1].changes).toEqual({ amount: [12.4, 13] });
  });
});

describe('a reversal of other income', () => {
  test('is an entry of its own with a negative amount, and takes the money out of the account again', async () => {
    const { id } = await make({ payer: 'First Bank' });
    let reversal: Json = {};
    const work = async () => (reversal = await done(reverse(id, { date: '2006-03-01', amount: 2.4 })));
    expect(await moved(CHECKING, work)).toBe(-2.4);
    const expected = { amount: -2.4, date: '2006-03-01', reversalOf: id, memo: 'A mistake', payer: 'First Bank' };
    expect(reversal).toMatchObject(expected);
    expect(await done(reverse(id, { date: '2006-03-02' }))).toMatchObject({ amount: -10 });
    const again = await reverse(id, { date: '2006-03-03' });
    expect([refusal(again), again.body.left]).toEqual(['409 already_reversed', 0]);
    for (const one of [id, reversal['id']]) {
      expect(refusal(await put(one, {}))).toBe('409 reversed');
      expect(refusal(await treasurer.del(`${ROUTE}/${one}`))).toBe('409 reversed');
    }
    expect(refusal(await reverse(reversal['id'], { date: '2006-03-04' }))).toBe('409 reversed');
  });

  test('cannot exceed what is left of the income, and cannot be dated before the income', async () => {
    const { id } = await make();
    expect(refusal(await reverse(id, { date: '2006-03-01', amount: 12.41 }))).toBe('409 already_reversed');
    const early = await reverse(id, { date: '2006-02-02' });
    expect([refusal(early), badPaths(early)]).toEqual(['400 validation_failed', ['date']]);
    expect(refusal(await reverse(999_999, { date: '2006-03-01' }))).toBe('404 not_found');
    const bad = await treasurer.post(`${ROUTE}/${id}/reverse`, { amount: -1, typo: 1 });
    expect(badPaths(bad)).toEqual(['amount', 'date', 'reason', 'typo']);
  });
});

describe('in a finalized month, other income', () => {
  test('can be neither entered nor deleted, only its memo can be changed, and it can be reversed in a later month', async () => {
    const [inside, outside] = [await make({ date: '2001-03-05' }), await make({ date: '2001-04-05' })];
    await close(books, '2001/3');
    const refused = await post({ date: '2001-03-06' });
    expect([refusal(refused), refused.body.firstOpenDate]).toEqual(['409 period_finalized', '2001-04-01']);
    for (const answer of [
      await put(inside.id, { date: '2001-03-05', amount: 1 }),
      await put(inside.id, { date: '2001-03-05', incomeCategoryId: 2 }),
      await put(inside.id, { date: '2001-04-05' }),
      await put(outside.id, { date: '2001-03-06' }),
      await treasurer.del(`${ROUTE}/${inside.id}`),
      await reverse(inside.id, { date: '2001-03-31' }),
    ])
      expect(refusal(answer)).toBe('409 period_finalized');
    expect(await done(put(inside.id, { date: '2001-03-05', memo: 'Late' }))).toMatchObject({ memo: 'Late' });
    expect(await done(reverse(inside.id, { date: '2001-04-01' }))).toMatchObject({ amount: -12.4 });
  });
});

describe('the class of a fund', () => {
  test('cannot change once a finalized month has other income of the fund', async () => {
    const { id, name } = await newFund('Designated');
    await make({ date: '2001-05-05', fundId: id });
    await close(books, '2001/5');
    const answer = await treasurer.put(`/api/funds/${id}`, { name, class: 'Restricted' });
    expect(refusal(answer)).toBe('409 fund_in_use');
  });
});

describe('a deposit of other income', () => {
  const deposit = (items: Json[], fields: Json = {}) =>
    treasurer.post('/api/deposits', { date: '2006-02-10', accountId: CHECKING, items, ...fields });
  const item = ({ id }: Json) => ({ otherIncomeId: id });
  const cash = (fields: Json = {}) => make({ accountId: UNDEPOSITED, ...fields });

  test('moves the money from Undeposited offerings into the account, and deleting the deposit moves it back', async () => {
    const [one, two] = [await cash(), await cash({ amount: 30 })];
    let made: Json = {};
    const enter = async () => (made = await done(deposit([item(one), item(two)])));
    expect(await moved(UNDEPOSITED, enter)).toBe(-42.4);
    expect(made['items']).toEqual([
      { sessionId: null, method: null, givingId: null, otherIncomeId: one['id'], amount: 12.4 },
      { sessionId: null, method: null, givingId: null, otherIncomeId: two['id'], amount: 30 },
    ]);
    expect(await moved(CHECKING, () => treasurer.del(`/api/deposits/${made['id']}`))).toBe(-42.4);
    expect((await deposit([item(one)])).status).toBe(201);
  });

  test('is refused for income that was already deposited, is named twice, or went straight into a bank account', async () => {
    const one = await cash();
    expect(refusal(await deposit([item(one), item(one)]))).toBe('400 validation_failed');
    await done(deposit([item(one)]));
    expect(refusal(await deposit([item(one)]))).toBe('409 deposited');
    for (const [income, date] of [
      [await make(), '2006-02-10'],
      [await cash({ date: '2006-02-11' }), '2006-02-10'],
    ] as const) {
      const answer = await deposit([item(income)], { date });
      expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', ['items.0.otherIncomeId']]);
    }
    expect(refusal(await deposit([{ otherIncomeId: 999_999 }]))).toBe('422 unknown_reference');
  });

  test('prevents changes to the amount, the date and the account of the income, and prevents its deletion', async () => {
    const { id } = await cash();
    await done(deposit([{ otherIncomeId: id }]));
    for (const change of [{ amount: 1 }, { date: '2006-02-04' }, { accountId: CHECKING }])
      expect(refusal(await put(id, { accountId: UNDEPOSITED, ...change }))).toBe('409 deposited');
    expect(refusal(await treasurer.del(`${ROUTE}/${id}`))).toBe('409 deposited');
    expect(await done(put(id, { accountId: UNDEPOSITED, payer: 'Ann' }))).toMatchObject({ payer: 'Ann' });
  });

  test('contains only the rest of income that was partly reversed, and is refused for income that was fully reversed', async () => {
    const { id } = await cash();
    await done(reverse(id, { date: '2006-02-05', amount: 2.4 }));
    expect(await done(deposit([{ otherIncomeId: id }]))).toMatchObject({ amount: 10 });
    const gone = await cash();
    await done(reverse(gone['id'], { date: '2006-02-05' }));
    expect(refusal(await deposit([item(gone)]))).toBe('409 reversed');
  });

  test('cannot be deleted once its income is reversed, because the money has left the account of the deposit', async () => {
    const { id } = await cash();
    const made = await done(deposit([{ otherIncomeId: id }]));
    const early = await reverse(id, { date: '2006-02-09' });
    expect(refusal(early)).toBe('400 validation_failed');
    const message = 'must not be before 2006-02-10, the day of the deposit of this money';
    expect(early.body.errors).toEqual([{ path: 'date', code: 'before_deposit', message }]);
    const back = await moved(CHECKING, () => done(reverse(id, { date: '2006-03-01' })));
    expect(back).toBe(-12.4);
    expect(refusal(await treasurer.del(`/api/deposits/${made.id}`))).toBe('409 reversed');
  });
});
