/** Transfers between accounts, between funds, or both. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
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
} from './books.ts';

const books = booksOfFile();
let treasurer: Staff;
let finance: Staff;
let elder: Staff;
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
  finance = await books.as(['finance']);
  elder = await books.as(['elder']);
});

const ROUTE = '/api/transfers';
const [UNDEPOSITED, CHECKING, PETTY_CASH, PAYABLE] = [1, 2, 3, 4];
const GENERAL = 1;
const DATE = '2006-02-03';
const between = { fromAccountId: CHECKING, toAccountId: PETTY_CASH };
const sent = (fields: Json): Json => ({ date: DATE, amount: 50, memo: 'Change', ...fields });
const post = (fields: Json, who = treasurer) => who.post(ROUTE, sent(fields));
const make = (fields: Json = between): Promise<Json> => done(post(fields));
const put = (id: number, fields: Json, who = treasurer) => who.put(`${ROUTE}/${id}`, sent(fields));
const approve = (id: number, who = elder) => who.post(`${ROUTE}/${id}/approve`);
const reverse = (id: number, body: Json, who = treasurer) =>
  who.post(`${ROUTE}/${id}/reverse`, { reason: 'A mistake', ...body });
const read = (id: number): Promise<Json> => done(treasurer.get(`${ROUTE}/${id}`));
const ids = async (query: string): Promise<number[]> =>
  (await done(treasurer.get(`${ROUTE}?pageSize=200&sort=id&${query}`))).items.map(({ id }: Json) => id);
const newFund = async (kind: string): Promise<Json> => {
  const made = await done(treasurer.post('/api/funds', { name: `Fund ${randomUUID()}`, class: kind }));
  const { id: categoryId } = await done(
    books.admin.post('/api/giving-categories', { name: `Giving ${randomUUID()}`, fundId: made.id }),
  );
  return { ...made, categoryId };
};
const newAccount = (kind: string, fields: Json = {}): Promise<Json> =>
  done(treasurer.post('/api/accounts', { name: `Account ${randomUUID()}`, kind, ...fields }));
const balances = async (): Promise<Record<number, number>> => {
  const { items } = await done(treasurer.get('/api/accounts'));
  return Object.fromEntries(items.map(({ id, balance }: Json) => [id, balance]));
};
/** Adds a restricted fund that has 100, and returns a transfer of 50 out of it that waits for approval. */
async function pending(fields: Json = {}): Promise<Json> {
  const fund = await newFund('Restricted');
  await addGiving(books, { date: '2006-01-02', amount: 100, categoryId: fund['categoryId'] });
  return make({ fromFundId: fund['id'], toFundId: GENERAL, reason: 'The board agreed', ...fields });
}
const sidesOf = ({ fromFundId, toFundId, reason }: Json) => ({ fromFundId, toFundId, reason });

describe('a transfer between accounts', () => {
  test('counts at once, and moves the money into the other account', async () => {
    const before = await balances();
    const answer = await post(between);
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `${ROUTE}/${answer.body.id}`]);
    expect(answer.body).toMatchObject({
      ...sent(between),
      status: 'Posted',
      fromAccountName: 'Checking',
      toAccountName: 'Petty cash',
      fromFundId: null,
      approvedBy: null,
    });
    const seen = await treasurer.get(`${ROUTE}/${answer.body.id}`);
    expect([seen.body, etag(seen)]).toEqual([answer.body, etag(answer)]);
    const after = await balances();
    expect([after[CHECKING], after[PETTY_CASH]]).toEqual([
      (before[CHECKING] ?? 0) - 50,
      (before[PETTY_CASH] ?? 0) + 50,
    ]);
  });

  test('to a loan reduces what the church owes', async () => {
    const loan = await newAccount('Loan');
    await make({ fromAccountId: CHECKING, toAccountId: loan['id'] });
    expect((await balances())[loan['id']]).toBe(-50);
  });

  test('is refused from and to an Undeposited account, because a deposit moves that money', async () => {
    for (const fields of [
      { fromAccountId: UNDEPOSITED, toAccountId: CHECKING },
      { fromAccountId: CHECKING, toAccountId: UNDEPOSITED },
    ])
      expect(refusal(await post(fields))).toBe('400 validation_failed');
  });

  test('is refused for an account that Vestry reserves, that is disabled, or that does not exist', async () => {
    const closed = await newAccount('Savings', { isActive: false });
    expect(refusal(await post({ ...between, toAccountId: PAYABLE }))).toBe('409 account_reserved');
    expect(refusal(await post({ ...between, toAccountId: closed['id'] }))).toBe('422 account_disabled');
    const missing = await post({ fromAccountId: 9998, toAccountId: 9999 });
    expect([refusal(missing), badPaths(missing)]).toEqual(['422 unknown_reference', ['fromAccountId', 'toAccountId']]);
  });
});

describe('a transfer', () => {
  test.each([
    [{}, ['fromAccountId']],
    [{ fromAccountId: 2 }, ['toAccountId']],
    [{ toAccountId: 2 }, ['fromAccountId']],
    [{ fromAccountId: 2, toAccountId: 2 }, ['toAccountId']],
    [{ fromFundId: 1 }, ['toFundId']],
    [{ toFundId: 1 }, ['fromFundId']],
    [{ fromFundId: 1, toFundId: 1 }, ['toFundId']],
    [{ ...between, fromFundId: 1 }, ['toFundId']],
    [{ ...between, memo: undefined }, ['memo']],
    [{ ...between, amount: 0 }, ['amount']],
    [{ ...between, amount: -5, date: 'x', typo: 1 }, ['amount', 'date', 'typo']],
    [{ ...between, date: inDays(3) }, ['date']],
  ])('is refused for %j, and the refusal names every bad field', async (fields, paths) => {
    const answer = await post(fields);
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', paths]);
  });

  test('moves money between accounts and funds at the same time', async () => {
    const [savings, fund] = [await newAccount('Savings'), await newFund('Designated')];
    const fields = { fromAccountId: CHECKING, toAccountId: savings['id'], fromFundId: GENERAL, toFundId: fund['id'] };
    expect(await make(fields)).toMatchObject({ ...fields, status: 'Posted', toFundName: fund['name'] });
  });

  test('is found by words in its memo and its reason, and by the account or fund of either side', async () => {
    const [savings, fund] = [await newAccount('Savings'), await newFund('Designated')];
    const { id } = await make({ fromAccountId: savings['id'], toAccountId: CHECKING, memo: 'Zürich trip' });
    const { id: other } = await make({
      fromFundId: GENERAL,
      toFundId: fund['id'],
      memo: 'Roof',
      reason: 'For Zürich',
      date: '1999-01-02',
    });
    expect(await ids('search=zurich')).toEqual([id, other]);
    expect(await ids(`accountId=${savings['id']}`)).toEqual([id]);
    expect(await ids(`fundId=${fund['id']}`)).toEqual([other]);
    expect(await ids(`accountId=${savings['id']}&fundId=${fund['id']}`)).toEqual([]);
    expect(await ids('to=1999-12-31')).toEqual([other]);
    await done(treasurer.del(`${ROUTE}/${id}`));
    expect(await ids('search=zurich')).toEqual([other]);
  });

  test('can be changed and deleted while its month is open', async () => {
    const { id } = await make();
    const before = await balances();
    expect(await done(put(id, { ...between, amount: 20, memo: 'Less' }))).toMatchObject({ amount: 20, memo: 'Less' });
    expect((await balances())[CHECKING]).toBe((before[CHECKING] ?? 0) + 30);
    expect((await treasurer.del(`${ROUTE}/${id}`)).status).toBe(204);
    expect((await balances())[CHECKING]).toBe((before[CHECKING] ?? 0) + 50);
    expect(refusal(await treasurer.get(`${ROUTE}/${id}`))).toBe('404 not_found');
  });
});

describe('a transfer between funds', () => {
  test('is entered with a warning if it moves more than the fund has', async () => {
    const fund = await newFund('Designated');
    await addGiving(books, { date: '2006-01-02', amount: 50, categoryId: fund['categoryId'] });
    const sides = { fromFundId: fund['id'], toFundId: GENERAL };
    expect((await make(sides))['warnings']).toBeUndefined();
    const over = await make({ ...sides, amount: 0.01 });
    expect(over).toMatchObject({ status: 'Posted', warnings: [{ code: 'fund_overdrawn' }] });
    expect(await read(over['id'])).not.toHaveProperty('warnings');
  });

  test('is entered with the same warning if it is dated before the fund received its money', async () => {
    const fund = await newFund('Designated');
    await addGiving(books, { date: '2006-03-02', amount: 50, categoryId: fund['categoryId'] });
    const early = await make({ fromFundId: fund['id'], toFundId: GENERAL });
    expect(early).toMatchObject({ warnings: [{ code: 'fund_overdrawn' }] });
  });

  test('is refused if money of the church would become money held for others, or the other way round', async () => {
    const [custodial, other] = [await newFund('Custodial'), await newFund('Custodial')];
    for (const sides of [
      { fromFundId: custodial['id'], toFundId: GENERAL },
      { fromFundId: GENERAL, toFundId: custodial['id'] },
    ]) {
      const answer = await post(sides);
      expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', ['toFundId']]);
    }
    expect(await make({ fromFundId: custodial['id'], toFundId: other['id'] })).toMatchObject({ status: 'Posted' });
  });

  test('is refused for a disabled fund', async () => {
    const fund = await newFund('Designated');
    await done(treasurer.put(`/api/funds/${fund['id']}`, { name: fund['name'], class: 'Designated', isActive: false }));
    expect(refusal(await post({ fromFundId: fund['id'], toFundId: GENERAL }))).toBe('422 fund_disabled');
  });
});

describe('a transfer out of a restricted fund', () => {
  test.each(['Restricted', 'Endowment'])('(%s) needs a reason, and waits for approval', async (kind) => {
    const fund = await newFund(kind);
    const sides = { fromFundId: fund['id'], toFundId: GENERAL };
    const answer = await post(sides);
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', ['reason']]);
    expect(await make({ ...sides, reason: 'The donor agreed' })).toMatchObject({
      status: 'PendingApproval',
      reason: 'The donor agreed',
      warnings: [{ code: 'fund_overdrawn' }],
    });
  });

  test('does not count until another person has approved it', async () => {
    const savings = await newAccount('Savings');
    const { id } = await pending({ fromAccountId: CHECKING, toAccountId: savings['id'] });
    expect((await balances())[savings['id']]).toBe(0);
    const approved = await done(approve(id));
    expect(approved).toMatchObject({ status: 'Posted', approvedBy: elder.userId });
    expect((await balances())[savings['id']]).toBe(50);
    expect(refusal(await approve(id))).toBe('409 invalid_transition');
    const { items } = await done(books.admin.get(`/api/audit-logs?entityType=Transfer&entityId=${id}&sort=id`));
    expect(items.map(({ action }: Json) => action)).toEqual(['TransferCreated', 'TransferApproved']);
    expect(items[1].changes).toMatchObject({ status: ['PendingApproval', 'Posted'], approvedBy: [null, elder.userId] });
  });

  test('cannot be approved by anybody who entered or changed it, not even by a super_admin', async () => {
    const one = await pending();
    expect(refusal(await approve(one['id'], treasurer))).toBe('403 self_approval');
    const fields = sidesOf(one);
    const own = await done(post(fields, books.admin));
    expect(refusal(await approve(own.id, books.admin))).toBe('403 self_approval');
    await done(put(own.id, { ...fields, amount: 7 }, treasurer));
    await done(put(own.id, { ...fields, amount: 8 }, finance));
    expect(refusal(await approve(own.id, treasurer))).toBe('403 self_approval');
    expect(refusal(await approve(own.id, finance))).toBe('403 forbidden');
    await done(approve(own.id));
  });

  test('needs a new approval after a change of its figures or its reason, but not of its memo', async () => {
    const { id, ...fields } = await pending();
    await done(approve(id));
    const sides = sidesOf(fields);
    expect(await done(put(id, { ...sides, memo: 'Better words' }))).toMatchObject({
      status: 'Posted',
      approvedBy: elder.userId,
      memo: 'Better words',
    });
    for (const change of [{ amount: 60 }, { amount: 60, reason: 'Another' }]) {
      const changed = await done(put(id, { ...sides, ...change }));
      expect(changed).toMatchObject({ status: 'PendingApproval', approvedBy: null, approvedAt: null });
      await done(approve(id));
    }
  });

  test('in a finalized month can be deleted while it waits for approval, but not approved', async () => {
    const { id } = await pending({ date: '2001-01-05' });
    await close(books, '2001/1');
    expect(refusal(await approve(id))).toBe('409 period_finalized');
    expect((await finance.del(`${ROUTE}/${id}`)).status).toBe(204);
  });

  test('that waits for approval in a finalized month can be moved to an open month and approved there', async () => {
    const { id, ...fields } = await pending({ date: '2001-02-05' });
    await close(books, '2001/2');
    const moved = await done(put(id, { ...sidesOf(fields), date: '2001-03-01' }, finance));
    expect(moved).toMatchObject({ status: 'PendingApproval', date: '2001-03-01' });
    expect(await done(approve(id))).toMatchObject({ status: 'Posted' });
  });

  test('cannot be reversed while it waits for approval', async () => {
    const { id } = await pending();
    expect(refusal(await reverse(id, { date: '2006-03-01' }))).toBe('409 invalid_transition');
  });
});

describe('a reversal of a transfer', () => {
  test('moves the money back, in whole or in part, and never more than is left', async () => {
    const { id } = await make();
    const before = await balances();
    const reversal = await done(reverse(id, { date: '2006-03-01', amount: 20 }));
    expect(reversal).toMatchObject({ ...between, amount: -20, reversalOf: id, memo: 'A mistake', status: 'Posted' });
    expect((await balances())[CHECKING]).toBe((before[CHECKING] ?? 0) + 20);
    expect(refusal(await reverse(id, { date: '2006-03-01', amount: 30.01 }))).toBe('409 already_reversed');
    expect(refusal(await reverse(id, { date: '2006-02-02' }))).toBe('400 validation_failed');
    await done(reverse(id, { date: '2006-03-01' }));
    expect(refusal(await reverse(id, { date: '2006-03-01' }))).toBe('409 already_reversed');
    for (const one of [id, reversal.id]) {
      expect(refusal(await put(one, between))).toBe('409 reversed');
      expect(refusal(await treasurer.del(`${ROUTE}/${one}`))).toBe('409 reversed');
    }
    expect(refusal(await reverse(reversal.id, { date: '2006-03-02' }))).toBe('409 reversed');
  });

  test('that takes money out of a restricted fund waits for approval itself, and can be deleted before its approval', async () => {
    const fund = await newFund('Restricted');
    const { id } = await make({ fromFundId: GENERAL, toFundId: fund['id'] });
    const reversal = await done(reverse(id, { date: '2006-03-01' }));
    expect(reversal).toMatchObject({ status: 'PendingApproval', reason: 'A mistake', reversalOf: id });
    expect(refusal(await approve(reversal.id, treasurer))).toBe('403 self_approval');
    expect(refusal(await put(reversal.id, sidesOf(reversal)))).toBe('409 reversed');
    expect(refusal(await treasurer.del(`${ROUTE}/${id}`))).toBe('409 reversed');
    expect((await treasurer.del(`${ROUTE}/${reversal.id}`)).status).toBe(204);
    const again = await done(reverse(id, { date: '2006-03-01' }));
    expect(await done(approve(again.id))).toMatchObject({ status: 'Posted', amount: -50 });
  });

  test('puts money back into a restricted fund at once', async () => {
    const { id } = await pending();
    await done(approve(id));
    expect(await done(reverse(id, { date: '2006-03-01' }))).toMatchObject({ status: 'Posted', amount: -50 });
  });
});

describe('a finalized month', () => {
  test('refuses to add, change or delete a transfer in it, but allows a new memo, and a reversal in an open month', async () => {
    const { id } = await make({ ...between, date: '2002-03-05' });
    await close(books, '2002/3');
    const inside = { ...between, date: '2002-03-05' };
    const refused = await post(inside);
    expect([refusal(refused), refused.body.firstOpenDate]).toEqual(['409 period_finalized', '2002-04-01']);
    for (const answer of [
      await put(id, { ...inside, amount: 1 }),
      await put(id, { ...inside, date: '2002-04-05' }),
      await treasurer.del(`${ROUTE}/${id}`),
      await reverse(id, { date: '2002-03-31' }),
    ])
      expect(refusal(answer)).toBe('409 period_finalized');
    expect(await done(put(id, { ...inside, memo: 'Late' }))).toMatchObject({ memo: 'Late' });
    await done(reverse(id, { date: '2002-04-01' }));
  });

  test('refuses a transfer in an earlier month if it would change the balance of a fund or a debt in the finalized month', async () => {
    const [fund, loan] = [await newFund('Designated'), await newAccount('Loan')];
    await close(books, '2003/5');
    const date = '2003-04-05';
    expect(refusal(await post({ fromFundId: GENERAL, toFundId: fund['id'], date }))).toBe('409 period_finalized');
    expect(refusal(await post({ fromAccountId: CHECKING, toAccountId: loan['id'], date }))).toBe(
      '409 period_finalized',
    );
    expect(await make({ ...between, date })).toMatchObject({ status: 'Posted' });
  });
});
