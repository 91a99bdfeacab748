/** Accounts record where the money of the church is. Their balances are computed from gifts and payments. */
import { describe, expect, test } from 'vitest';
import {
  type Json,
  addApproved,
  addGiving,
  addSession,
  badPaths,
  booksOfFile,
  done,
  etag,
  giving,
  refusal,
} from './books.ts';
import { keepsNamesApart } from './category-suite.ts';

const books = booksOfFile();

const ROUTE = '/api/accounts';
const METHODS = ['Cash', 'Check', 'Zelle', 'PayPal', 'Card', 'BankTransfer', 'Other'];
let serial = 0;
const unique = () => `Account ${(serial += 1)}`;
const post = (fields: Record<string, unknown> = {}, headers = {}) =>
  books.admin.post(ROUTE, { name: unique(), kind: 'Savings', ...fields }, headers);
const make = (fields: Record<string, unknown> = {}) => done(post(fields));
const all = async (): Promise<Json[]> => (await done(books.admin.get(ROUTE))).items;
const named = async (name: string): Promise<Json> => (await all()).find((account) => account.name === name);
const balanceOf = async (name: string): Promise<number> => (await named(name)).balance;

describe('a new church', () => {
  test('has five accounts, of which Checking is the default and two are reserved for Vestry', async () => {
    const seeded = (await all()).slice(0, 5);
    expect(seeded.map(({ name, kind, isDefault, isReserved }) => [name, kind, isDefault, isReserved])).toEqual([
      ['Undeposited offerings', 'Undeposited', false, false],
      ['Checking', 'Checking', true, false],
      ['Petty cash', 'Cash', false, false],
      ['Accounts payable', 'OtherLiability', false, true],
      ['Paid, not yet booked', 'OtherAsset', false, true],
    ]);
    for (const { nameZh } of seeded) expect(nameZh).toMatch(/\p{Script=Han}/u);
  });
});

test('people who may hand in expenses see the accounts that can pay, without numbers and balances', async () => {
  const open = await make({ name: 'Visa of the church', kind: 'CreditCard', number: '4111' });
  await make({ name: 'An old card', kind: 'CreditCard', isActive: false });
  const { items } = await done((await books.as(['member'])).get('/api/payment-accounts'));
  const shown = items.find(({ id }: Json) => id === open.id);
  expect(shown).toEqual({
    id: open.id,
    name: 'Visa of the church',
    nameZh: null,
    kind: 'CreditCard',
    isDefault: false,
  });
  const names = items.map(({ name }: Json) => name);
  expect(names).toEqual(expect.arrayContaining(['Checking', 'Petty cash']));
  for (const other of ['An old card', 'Undeposited offerings', 'Accounts payable', 'Paid, not yet booked']) {
    expect(names).not.toContain(other);
  }
});

describe('a new account', () => {
  test('is returned with status 201, its address and its defaults, and can then be read', async () => {
    const { status, headers, body } = await post({ name: 'Money market', number: '00123' });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${ROUTE}/${body.id}`);
    expect(body).toMatchObject({ number: '00123', isActive: true, isDefault: false, isReserved: false, balance: 0 });
    const read = await books.admin.get(`${ROUTE}/${body.id}`);
    expect(read.body).toEqual(body);
    expect(etag(read)).toBe(headers.get('etag'));
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ kind: 'Bank' }, 'kind'],
    [{ kind: null }, 'kind'],
    [{ number: 5 }, 'number'],
    [{ isDefault: 'yes' }, 'isDefault'],
    [{ balance: 5 }, 'balance'],
    [{ kind: 'Loan', isDefault: true }, 'isDefault'],
    [{ kind: 'Undeposited', isDefault: true }, 'isDefault'],
    [{ isActive: false, isDefault: true }, 'isActive'],
  ])('with %j is refused, and the refusal names the field', async (fields, path) => {
    const before = await all();
    const answer = await post(fields);
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual([path]);
    expect(await all()).toEqual(before);
  });
});

keepsNamesApart({
  books,
  what: 'account',
  route: ROUTE,
  seeded: 'Checking',
  unique,
  created: (name) => ({ name, kind: 'Savings' }),
  renamed: (name) => ({ name, kind: 'Savings' }),
  names: async () => (await all()).map(({ name }) => name),
});

describe('the default account', () => {
  test('changes only when another account is made the default, so that there is always exactly one default', async () => {
    const { id, name } = await make();
    const checking = await named('Checking');
    const body = { name: 'Checking', kind: 'Checking', nameZh: checking.nameZh };
    const refused = await books.admin.put(`${ROUTE}/${checking.id}`, { ...body, isDefault: false });
    expect([refusal(refused), badPaths(refused)]).toEqual(['400 validation_failed', ['isDefault']]);
    await done(books.admin.put(`${ROUTE}/${id}`, { name, kind: 'Savings', isDefault: true }));
    expect((await all()).filter(({ isDefault }) => isDefault).map((one) => one.id)).toEqual([id]);
    expect(refusal(await books.admin.del(`${ROUTE}/${id}`))).toBe('409 account_in_use');
    await done(books.admin.put(`${ROUTE}/${checking.id}`, { ...body, isDefault: true }));
    expect((await all()).filter(({ isDefault }) => isDefault).map((one) => one.id)).toEqual([checking.id]);
  });
});

describe('an account that Vestry itself uses', () => {
  test.each(['Accounts payable', 'Paid, not yet booked'])(
    'cannot be changed, deleted or chosen for a method: %s',
    async (name) => {
      const account = await named(name);
      const { kind, id } = account;
      expect(refusal(await books.admin.put(`${ROUTE}/${id}`, { name: 'Mine', kind }))).toBe('409 account_reserved');
      expect(refusal(await books.admin.del(`${ROUTE}/${id}`))).toBe('409 account_reserved');
      expect(refusal(await books.admin.put(`${ROUTE}/by-method`, { in: { Zelle: id } }))).toBe('409 account_reserved');
      expect(await named(name)).toEqual(account);
    },
  );
});

describe('Undeposited offerings', () => {
  test('cannot be deleted, closed or made another kind of account even before its first use, but can be renamed', async () => {
    const { id, kind, nameZh } = await named('Undeposited offerings');
    const put = (fields: Json) => books.admin.put(`${ROUTE}/${id}`, { name: 'Undeposited', kind, nameZh, ...fields });
    expect(refusal(await books.admin.del(`${ROUTE}/${id}`))).toBe('409 account_in_use');
    expect(refusal(await put({ kind: 'Loan' }))).toBe('409 account_in_use');
    expect(refusal(await put({ isActive: false }))).toBe('409 account_in_use');
    expect(await done(put({}))).toMatchObject({ name: 'Undeposited', kind: 'Undeposited', isActive: true });
    await done(put({ name: 'Undeposited offerings' }));
  });
});

describe('an account', () => {
  test('that has been used cannot change its kind or be deleted, even after its only gift is deleted', async () => {
    const { id, name } = await make({ kind: 'Processor' });
    await done(books.admin.put(`${ROUTE}/by-method`, { in: { PayPal: id } }));
    const gift = await addGiving(books, { date: '2003-02-02', method: 'PayPal' });
    await done(books.admin.put(`${ROUTE}/by-method`, {}));
    await done(books.admin.del(`/api/givings/${gift.id}`));
    expect(refusal(await books.admin.del(`${ROUTE}/${id}`))).toBe('409 account_in_use');
    expect(refusal(await books.admin.put(`${ROUTE}/${id}`, { name, kind: 'Savings' }))).toBe('409 account_in_use');
    const closed = await done(books.admin.put(`${ROUTE}/${id}`, { name, kind: 'Processor', isActive: false }));
    expect(closed.isActive).toBe(false);
    expect(refusal(await books.admin.put(`${ROUTE}/by-method`, { in: { PayPal: id } }))).toBe('422 account_disabled');
  });

  test('that was never used can be deleted', async () => {
    const { id } = await make();
    expect((await books.admin.del(`${ROUTE}/${id}`)).status).toBe(204);
    expect((await books.admin.get(`${ROUTE}/${id}`)).status).toBe(404);
  });
});

describe('the accounts by method', () => {
  test('are the default account for every method, unless another account is chosen for a method', async () => {
    const { id: checking } = await named('Checking');
    const { id: petty } = await named('Petty cash');
    const byMethod = `${ROUTE}/by-method`;
    const usual = Object.fromEntries(METHODS.map((method) => [method, checking]));
    expect(await done(books.admin.get(byMethod))).toEqual({ in: usual, out: usual });
    const chosen = await done(books.admin.put(byMethod, { out: { Cash: petty } }));
    expect(chosen).toEqual({ in: usual, out: { ...usual, Cash: petty } });
    expect(await done(books.admin.put(byMethod, {}))).toEqual({ in: usual, out: usual });
  });

  test('must exist, and the account for payments cannot be Undeposited offerings', async () => {
    const { id: undeposited } = await named('Undeposited offerings');
    const unknown = await books.admin.put(`${ROUTE}/by-method`, { in: { Cash: 9999 }, out: { Zelle: 9999 } });
    expect(refusal(unknown)).toBe('422 unknown_reference');
    expect(badPaths(unknown)).toEqual(['in.Cash', 'out.Zelle']);
    const unfit = await books.admin.put(`${ROUTE}/by-method`, { out: { Cash: undeposited } });
    expect([refusal(unfit), badPaths(unfit)]).toEqual(['400 validation_failed', ['out.Cash']]);
  });
});

describe('a gift', () => {
  test('in a session is in Undeposited offerings if it is cash or a check, and any other gift is in the account of its method', async () => {
    const savings = await make();
    await done(books.admin.put(`${ROUTE}/by-method`, { in: { Zelle: savings.id } }));
    const before = { checking: await balanceOf('Checking'), undeposited: await balanceOf('Undeposited offerings') };
    await addSession(books, {
      date: '2003-03-02',
      givings: [
        giving(books, { amount: 1.01, method: 'Cash' }),
        giving(books, { amount: 2.02, method: 'Check' }),
        giving(books, { amount: 4.04, method: 'Zelle' }),
        giving(books, { amount: 8.08, method: 'Card' }),
        giving(books, { amount: 500, method: 'Cash', nonCashDescription: 'A piano' }),
      ],
    });
    await addGiving(books, { date: '2003-03-03', amount: 16.16, method: 'Cash' });
    expect((await balanceOf('Undeposited offerings')) - before.undeposited).toBeCloseTo(3.03, 5);
    expect((await balanceOf('Checking')) - before.checking).toBeCloseTo(24.24, 5);
    expect(await balanceOf(savings.name)).toBe(4.04);
    await done(books.admin.put(`${ROUTE}/by-method`, {}));
  });

  test('stays in its account when the accounts by method change, until its own method changes', async () => {
    const savings = await make();
    const gift = await addGiving(books, { date: '2003-04-06', amount: 5, method: 'Zelle' });
    const { id: checking } = await named('Checking');
    expect(gift.accountId).toBe(checking);
    await done(books.admin.put(`${ROUTE}/by-method`, { in: { Zelle: savings.id, Card: savings.id } }));
    const body = giving(books, { date: '2003-04-06', amount: 6, method: 'Zelle' });
    expect((await done(books.admin.put(`/api/givings/${gift.id}`, body))).accountId).toBe(checking);
    const card = { ...body, method: 'Card' };
    expect((await done(books.admin.put(`/api/givings/${gift.id}`, card))).accountId).toBe(savings.id);
    await done(books.admin.put(`${ROUTE}/by-method`, {}));
  });

  test('that is reversed is taken from the account that received it', async () => {
    const savings = await make();
    await done(books.admin.put(`${ROUTE}/by-method`, { in: { Check: savings.id } }));
    const gift = await addGiving(books, { date: '2003-05-04', amount: 75, method: 'Check' });
    await done(books.admin.put(`${ROUTE}/by-method`, {}));
    const taken = { date: '2003-05-10', amount: 25, reason: 'Bounced in part' };
    const reversal = await done(books.admin.post(`/api/givings/${gift.id}/reverse`, taken));
    expect(reversal.accountId).toBe(savings.id);
    expect(await balanceOf(savings.name)).toBe(50);
  });
});

describe('an expense', () => {
  test('is in Accounts payable from its approval until its payment, which reduces the checking account', async () => {
    const before = { payable: await balanceOf('Accounts payable'), checking: await balanceOf('Checking') };
    const { id } = await addApproved(books, { expenseDate: '2003-06-01', amount: 80.5 });
    expect((await balanceOf('Accounts payable')) - before.payable).toBeCloseTo(80.5, 5);
    await done(books.admin.post(`/api/expenses/${id}/pay`, { paidOn: '2003-06-10' }));
    expect(await balanceOf('Accounts payable')).toBe(before.payable);
    expect(before.checking - (await balanceOf('Checking'))).toBeCloseTo(80.5, 5);
  });

  test('is paid from the account for its method, and its reversal returns the money to that account', async () => {
    const { id: petty } = await named('Petty cash');
    await done(books.admin.put(`${ROUTE}/by-method`, { out: { Cash: petty } }));
    const before = await balanceOf('Petty cash');
    const { id } = await addApproved(books, { expenseDate: '2003-07-01', amount: 30, paymentMethod: 'Cash' });
    await done(books.admin.post(`/api/expenses/${id}/pay`, { paidOn: '2003-07-02' }));
    await done(books.admin.put(`${ROUTE}/by-method`, {}));
    await done(books.admin.post(`/api/expenses/${id}/reverse`, { date: '2003-07-05', amount: 12, reason: 'Returned' }));
    expect(before - (await balanceOf('Petty cash'))).toBeCloseTo(18, 5);
  });
});
