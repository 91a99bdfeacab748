/** Tests which account the money of a reversed gift leaves: it depends on why the gift is reversed. */
import { beforeEach, describe, expect, test } from 'vitest';
import { type Json, addGiving, addSession, badPaths, booksOfFile, done, giving, refusal } from './books.ts';

const books = booksOfFile();
const UNDEPOSITED = 'Undeposited offerings';
let day = 0;
const freshDay = () => new Date(Date.UTC(2006, 0, (day += 7))).toISOString().slice(0, 10);

const balances = async (): Promise<Record<string, number>> => {
  const { items } = await done(books.admin.get('/api/accounts'));
  return Object.fromEntries(items.map(({ name, balance }: Json) => [name, balance]));
};
/** Runs `work` and returns how much it changes the balance of each account. Leaves out unchanged accounts. */
async function moved(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await balances();
  await work();
  const changes = Object.entries(await balances()).map(
    ([name, balance]) => [name, Number((balance - (before[name] ?? 0)).toFixed(2))] as const,
  );
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

const reverse = (id: number, fields: Json = {}) =>
  books.admin.post(`/api/givings/${id}/reverse`, { date: '2008-01-06', reason: 'The check bounced', ...fields });
const reconcile = (id: number, accountId?: number) =>
  done(books.admin.post(`/api/offering-sessions/${id}/reconcile`, { depositedOn: '2007-12-31', accountId }));
const deposit = (items: Json[], accountId = 2) =>
  books.admin.post('/api/deposits', { date: '2007-12-31', accountId, items });

/** Submits an offering with a check of 100, a check of 30 and 5 in cash. */
async function offering(): Promise<{ id: number; check: number }> {
  const givings = [
    giving(books, { amount: 100, method: 'Check' }),
    giving(books, { amount: 30, method: 'Check' }),
    giving(books, { amount: 5, method: 'Cash' }),
  ];
  const session = await addSession(books, { date: freshDay(), givings });
  await done(books.admin.post(`/api/offering-sessions/${session.id}/submit`));
  return { id: session.id, check: session.givings[0].id };
}

const newAccount = async (kind: string): Promise<number> =>
  (await done(books.admin.post('/api/accounts', { name: `${kind} ${(day += 7)}`, kind }))).id;

describe('a returned check', () => {
  test('is taken out of the account into which its session was deposited', async () => {
    const session = await offering();
    await reconcile(session.id);
    expect(await moved(() => done(reverse(session.check, { kind: 'Returned' })))).toEqual({ Checking: -100 });
  });

  test('is taken out of the account into which it was deposited individually', async () => {
    const session = await offering();
    const accountId = await newAccount('Savings');
    await done(deposit([{ givingId: session.check }], accountId));
    await reconcile(session.id);
    const { body } = await reverse(session.check, { kind: 'Returned' });
    expect(body).toMatchObject({ accountId, reversalKind: 'Returned', sessionId: null, amount: -100 });
  });

  test('is taken out of Undeposited offerings if it was not deposited, and no later deposit contains it', async () => {
    const session = await offering();
    expect(await moved(() => done(reverse(session.check, { kind: 'Refund' })))).toEqual({ [UNDEPOSITED]: -100 });
    expect(await moved(() => reconcile(session.id))).toEqual({ [UNDEPOSITED]: -35, Checking: 35 });
  });

  test('is taken out of the account that the request names', async () => {
    const session = await offering();
    await reconcile(session.id);
    const work = () => done(reverse(session.check, { kind: 'Refund', accountId: 3, amount: 40 }));
    expect(await moved(work)).toEqual({ 'Petty cash': -40 });
  });

  describe('cannot leave an account before its deposit brought it there:', () => {
    const errorsOf = async (id: number, fields: Json) => {
      const answer = await reverse(id, { kind: 'Returned', ...fields });
      expect(refusal(answer)).toBe('400 validation_failed');
      return answer.body.errors;
    };
    const refused = (day: string) => [{ path: 'date', code: 'before_deposit', message: expect.stringContaining(day) }];

    test('the refusal names the day of the deposit, from which on the gift can be returned', async () => {
      const session = await offering();
      await reconcile(session.id);
      expect(await errorsOf(session.check, { date: '2007-12-30' })).toEqual(refused('2007-12-31'));
      expect(await errorsOf(session.check, { date: '2007-12-30', kind: 'Refund' })).toEqual(refused('2007-12-31'));
      expect((await reverse(session.check, { kind: 'Returned', date: '2007-12-31' })).body.accountId).toBe(2);
    });

    test('a gift by card lies with its processor until then, so another account can be named', async () => {
      const gift = await addGiving(books, { date: freshDay(), amount: 60, method: 'PayPal' });
      await done(deposit([{ givingId: gift.id }], await newAccount('Savings')));
      expect(await errorsOf(gift.id, { date: '2007-12-30' })).toEqual(refused('2007-12-31'));
      const { accountId } = gift;
      expect((await reverse(gift.id, { kind: 'Refund', date: '2007-12-30', accountId, amount: 1 })).status).toBe(201);
      expect((await reverse(gift.id, { date: '2007-12-30', amount: 1 })).status).toBe(201);
    });

    test('of several deposits of the session, it leaves the latest by that day', async () => {
      const session = await offering();
      const [first, second] = [await newAccount('Savings'), await newAccount('Savings')];
      const part = (date: string, accountId: number) =>
        done(
          books.admin.post('/api/deposits', {
            date,
            accountId,
            items: [{ sessionId: session.id, method: 'Check', amount: 65 }],
          }),
        );
      await part('2007-12-20', second);
      await part('2007-12-10', first);
      const returned = async (date: string) =>
        (await done(reverse(session.check, { kind: 'Returned', date, amount: 1 }))).accountId;
      expect(await errorsOf(session.check, { date: '2007-12-09' })).toEqual(refused('2007-12-10'));
      expect([await returned('2007-12-10'), await returned('2007-12-19')]).toEqual([first, first]);
      expect([await returned('2007-12-20'), await returned('2008-01-06')]).toEqual([second, second]);
    });
  });

  test('has a kind in its reversal, but not in the original giving', async () => {
    const { id, check } = await offering();
    const { items } = await done(books.admin.get(`/api/givings?sessionId=${id}`));
    expect(items.map(({ reversalKind }: Json) => reversalKind)).toEqual([null, null, null]);
    const { body } = await reverse(check, { kind: 'Refund' });
    expect(await done(books.admin.get(`/api/givings/${body.id}`))).toMatchObject({ reversalKind: 'Refund' });
  });
});

describe('a correction', () => {
  test('posts to the account of the original giving, even if the money was deposited', async () => {
    const session = await offering();
    await reconcile(session.id);
    const work = async () => expect((await done(reverse(session.check))).reversalKind).toBe('Correction');
    expect(await moved(work)).toEqual({ [UNDEPOSITED]: -100 });
  });

  test('of a session that is not deposited reduces what its deposit contains', async () => {
    const session = await offering();
    await done(reverse(session.check));
    expect(await moved(() => reconcile(session.id))).toEqual({ [UNDEPOSITED]: -35, Checking: 35 });
  });

  test('of an individually deposited check leaves no check of its session to deposit, because its deposit exceeds the rest', async () => {
    const session = await offering();
    await done(deposit([{ givingId: session.check }]));
    await done(reverse(session.check));
    const rest = await deposit([{ sessionId: session.id, method: 'Check' }]);
    expect(refusal(rest)).toBe('409 deposited');
    expect(await moved(() => reconcile(session.id))).toEqual({ [UNDEPOSITED]: -5, Checking: 5 });
  });

  test('of part of a gift reduces the deposit of that gift', async () => {
    const gift = await addGiving(books, { date: freshDay(), amount: 60, method: 'PayPal' });
    const accountId = await newAccount('Savings');
    const reversal = await done(reverse(gift.id, { amount: 20 }));
    expect(refusal(await deposit([{ givingId: reversal.id }], accountId))).toBe('400 validation_failed');
    expect(await done(deposit([{ givingId: gift.id }], accountId))).toMatchObject({ amount: 40 });
  });

  test('of a whole gift leaves nothing of it to deposit', async () => {
    const gift = await addGiving(books, { date: freshDay(), amount: 60, method: 'PayPal' });
    await done(reverse(gift.id));
    expect(refusal(await deposit([{ givingId: gift.id }], await newAccount('Savings')))).toBe('409 deposited');
  });
});

describe('a reversal is refused', () => {
  let id: number;
  beforeEach(async () => {
    ({ id } = await addGiving(books, { date: freshDay() }));
  });

  test.each([
    ['accountId', { accountId: 2 }],
    ['accountId', { accountId: 2, kind: 'Correction' }],
    ['kind', { kind: 'Bounced' }],
    ['kind', { kind: null }],
  ])('with a 400 that names %s: %j', async (path, fields) => {
    const answer = await reverse(id, fields);
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual([path]);
  });

  test('if its account is unknown, is reserved for Vestry, is disabled, or is not an account with money', async () => {
    const refund = async (accountId: number) => refusal(await reverse(id, { kind: 'Refund', accountId }));
    expect(await refund(999_999)).toBe('422 unknown_reference');
    expect(await refund(4)).toBe('409 account_reserved');
    expect(await refund(await newAccount('Loan'))).toBe('400 validation_failed');
    const closed = await newAccount('Savings');
    const { name, kind } = await done(books.admin.get(`/api/accounts/${closed}`));
    await done(books.admin.put(`/api/accounts/${closed}`, { name, kind, isActive: false }));
    expect(await refund(closed)).toBe('422 account_disabled');
    expect(await moved(() => refund(4))).toEqual({});
  });
});
