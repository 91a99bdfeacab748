/** Tests deposits. Cash and checks stay in the account "Undeposited offerings" until they are deposited. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Json,
  type Staff,
  addApproved,
  addGiving,
  addSession,
  badPaths,
  booksOfFile,
  close,
  done,
  etag,
  giving,
  inDays,
  refusal,
} from './books.ts';

const books = booksOfFile();
let treasurer: Staff;
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
});

const ROUTE = '/api/deposits';
const CHECKING = 2;
let day = 0;
/** Returns a date one week after the previous call’s date, so that the sessions of this file have different dates. */
const freshDay = () => new Date(Date.UTC(2005, 0, (day += 7))).toISOString().slice(0, 10);
const later = (date: string, days: number) => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
const sessionOn = async (date: string): Promise<Json> => {
  const session = await addSession(books, {
    date,
    givings: [
      giving(books, { amount: 40, method: 'Cash' }),
      giving(books, { amount: 2.5, method: 'Cash' }),
      giving(books, { amount: 100, method: 'Check' }),
      giving(books, { amount: 7, method: 'Zelle' }),
    ],
  });
  await done(books.admin.post(`/api/offering-sessions/${session.id}/submit`));
  return session;
};
const reconcile = (id: number, body: Json = {}) => treasurer.post(`/api/offering-sessions/${id}/reconcile`, body);
const deposit = (items: Json[], fields: Json = {}) =>
  treasurer.post(ROUTE, { date: '2006-12-31', accountId: CHECKING, items, ...fields });
const balances = async (): Promise<Record<string, number>> => {
  const { items } = await done(books.admin.get('/api/accounts'));
  return Object.fromEntries(items.map(({ name, balance }: Json) => [name, balance]));
};
const moved = async (work: () => Promise<unknown>): Promise<[checking: number, undeposited: number]> => {
  const before = await balances();
  await work();
  const after = await balances();
  const by = (name: string) => Number(((after[name] ?? 0) - (before[name] ?? 0)).toFixed(2));
  return [by('Checking'), by('Undeposited offerings')];
};

describe('reconciling a session', () => {
  test('deposits its cash and checks in the default account on the given day', async () => {
    const date = freshDay();
    const session = await sessionOn(date);
    const bank = { depositedOn: later(date, 2), bankReference: 'slip 118' };
    expect(await moved(() => done(reconcile(session.id, bank)))).toEqual([142.5, -142.5]);
    const { items } = await done(treasurer.get(`${ROUTE}?from=${date}&to=${later(date, 6)}`));
    expect(items).toMatchObject([
      {
        date: later(date, 2),
        accountName: 'Checking',
        amount: 142.5,
        sessionId: session.id,
        items: [
          { sessionId: session.id, method: 'Cash', givingId: null, otherIncomeId: null, amount: 42.5 },
          { sessionId: session.id, method: 'Check', givingId: null, otherIncomeId: null, amount: 100 },
        ],
      },
    ]);
    const read = await done(treasurer.get(`/api/offering-sessions/${session.id}`));
    expect(read).toMatchObject({ status: 'Reconciled', depositedOn: later(date, 2), bankReference: 'slip 118' });
  });

  test('deposits the money today if no day is given, and in the account that the request names', async () => {
    const session = await sessionOn(freshDay());
    const { id: accountId } = await done(treasurer.post('/api/accounts', { name: 'Savings 1', kind: 'Savings' }));
    const reconciled = await done(reconcile(session.id, { accountId }));
    expect(reconciled.depositedOn).toBe(inDays(0));
    expect((await balances())['Savings 1']).toBe(142.5);
  });

  test('deposits only the money that was not deposited before', async () => {
    const date = freshDay();
    const session = await sessionOn(date);
    await done(deposit([{ sessionId: session.id, method: 'Cash', amount: 40 }], { date: later(date, 1) }));
    const bank = { depositedOn: later(date, 2) };
    expect(await moved(() => done(reconcile(session.id, bank)))).toEqual([102.5, -102.5]);
  });

  test.each([
    [
      'with a deposit date before the session',
      (date: string) => ({ depositedOn: later(date, -1) }),
      '400 validation_failed',
    ],
    ['with a deposit to an account that Vestry reserves', () => ({ accountId: 4 }), '409 account_reserved'],
    ['with a deposit to an account that does not exist', () => ({ accountId: 9999 }), '422 unknown_reference'],
    ['with a deposit to Undeposited offerings', () => ({ accountId: 1 }), '400 validation_failed'],
  ])('%s is refused, and the session stays submitted', async (_what, body, expected) => {
    const date = freshDay();
    const session = await sessionOn(date);
    expect(await moved(async () => expect(refusal(await reconcile(session.id, body(date)))).toBe(expected))).toEqual([
      0, 0,
    ]);
    expect((await done(treasurer.get(`/api/offering-sessions/${session.id}`))).status).toBe('Submitted');
  });

  test('is refused with a deposit date in a finalized month, and so is reopening a session deposited in that month', async () => {
    const date = '2004-03-28';
    const [session, other] = [await sessionOn(date), await sessionOn('2004-03-21')];
    await done(reconcile(other.id, { depositedOn: '2004-04-02' }));
    await close(books, '2004/4');
    const answer = await reconcile(session.id, { depositedOn: '2004-04-05' });
    expect([refusal(answer), answer.body.firstOpenDate]).toEqual(['409 period_finalized', '2004-05-01']);
    expect(refusal(await treasurer.post(`/api/offering-sessions/${other.id}/reopen`, { reason: 'A mistake' }))).toBe(
      '409 period_finalized',
    );
    await done(reconcile(session.id, { depositedOn: '2004-05-03' }));
  });
});

describe('reopening a session', () => {
  test('undoes its deposit, and reconciling the session again makes a new deposit', async () => {
    const session = await sessionOn(freshDay());
    await done(reconcile(session.id));
    const reopen = () => done(treasurer.post(`/api/offering-sessions/${session.id}/reopen`, { reason: 'A mistake' }));
    expect(await moved(reopen)).toEqual([-142.5, 142.5]);
    await done(treasurer.post(`/api/offering-sessions/${session.id}/submit`));
    expect(await moved(() => done(reconcile(session.id)))).toEqual([142.5, -142.5]);
  });
});

describe('a deposit', () => {
  test('can contain the checks of a session and a single gift, and can be created, read and deleted', async () => {
    const date = freshDay();
    const session = await sessionOn(date);
    const { id: processor } = await done(treasurer.post('/api/accounts', { name: 'PayPal 1', kind: 'Processor' }));
    await done(treasurer.put('/api/accounts/by-method', { in: { PayPal: processor } }));
    const gift = await addGiving(books, { date, amount: 50, method: 'PayPal' });
    await done(treasurer.put('/api/accounts/by-method', {}));
    const items = [{ sessionId: session.id, method: 'Check' }, { givingId: gift.id }];
    const answer = await deposit(items, { date: later(date, 1), memo: 'Slip 5' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`${ROUTE}/${answer.body.id}`);
    expect(answer.body).toMatchObject({ amount: 150, memo: 'Slip 5', sessionId: null });
    const read = await treasurer.get(`${ROUTE}/${answer.body.id}`);
    expect([read.body, etag(read)]).toEqual([answer.body, etag(answer)]);
    expect((await balances())['PayPal 1']).toBe(0);
    expect((await treasurer.del(`${ROUTE}/${answer.body.id}`)).status).toBe(204);
    expect((await treasurer.get(`${ROUTE}/${answer.body.id}`)).status).toBe(404);
    expect((await balances())['PayPal 1']).toBe(50);
  });

  test('records its fee as an expense of Administration that is paid from the same account', async () => {
    const date = freshDay();
    const session = await sessionOn(date);
    const item = { sessionId: session.id, method: 'Check' };
    expect(await moved(() => done(deposit([item], { date, fee: 3.2, memo: 'Slip 6' })))).toEqual([96.8, -100]);
    const { items } = await done(books.admin.get(`/api/expenses?search=${encodeURIComponent('Slip 6')}`));
    expect(items).toMatchObject([
      {
        subCategoryName: 'Bank & Processing Fees',
        ministryName: 'Administration',
        amount: 3.2,
        status: 'Paid',
        bookedOn: date,
      },
    ]);
    const [made] = (await done(treasurer.get(`${ROUTE}?from=${date}&to=${date}`))).items;
    expect(made).toMatchObject({ fee: 3.2, feeExpenseId: items[0].id });
  });

  describe('that is deleted', () => {
    const withFee = async () => {
      const date = freshDay();
      const session = await sessionOn(date);
      const { id, feeExpenseId } = await done(
        deposit([{ sessionId: session.id, method: 'Check' }], { date, fee: 3.2 }),
      );
      const [payment] = (await done(treasurer.get(`/api/payments?expenseId=${feeExpenseId}`))).items;
      return { id, feeExpenseId, paymentId: payment.id, date };
    };
    const remove = async (id: number) => expect((await treasurer.del(`${ROUTE}/${id}`)).status).toBe(204);

    test('disappears together with its fee and the payment of the fee', async () => {
      const { id, feeExpenseId, paymentId } = await withFee();
      expect(await moved(() => remove(id))).toEqual([-96.8, 100]);
      expect((await treasurer.get(`/api/expenses/${feeExpenseId}`)).status).toBe(404);
      expect((await treasurer.get(`/api/payments/${paymentId}`)).status).toBe(404);
      const { items } = await done(books.admin.get(`/api/audit-logs?entityType=Payment&entityId=${paymentId}`));
      expect(items.map(({ action }: Json) => action)).toContain('PaymentDeleted');
    });

    test('leaves its fee in the books if the fee was reversed', async () => {
      const { id, feeExpenseId, date } = await withFee();
      await done(treasurer.post(`/api/expenses/${feeExpenseId}/reverse`, { date, reason: 'The bank gave it back' }));
      expect(await moved(() => remove(id))).toEqual([-100, 100]);
      expect((await treasurer.get(`/api/expenses/${feeExpenseId}`)).status).toBe(200);
    });

    describe('is refused, so that its fee does not stay in the books without it,', () => {
      const reverse = (expenseId: number, date: string, body = {}) =>
        done(treasurer.post(`/api/expenses/${expenseId}/reverse`, { date, reason: 'No such fee', ...body }));
      const owed = async (expenseId: number, at: string) => {
        const { items } = await done(treasurer.get(`/api/reports/payables?at=${at}`));
        return items.filter((item: Json) => item.expenseId === expenseId).map(({ amount }: Json) => amount);
      };
      const refused = async (id: number, expenseId: number, left: string) => {
        const answer = await treasurer.del(`${ROUTE}/${id}`);
        expect(refusal(answer)).toBe('409 reversed');
        expect(answer.body.detail).toContain(`${left} of expense ${expenseId}`);
        expect(answer.body.detail).toContain(`vestry expense reverse ${expenseId}`);
        expect((await treasurer.get(`${ROUTE}/${id}`)).status).toBe(200);
      };

      test('while it is owed because its payment was voided', async () => {
        const { id, feeExpenseId, paymentId, date } = await withFee();
        await done(treasurer.post(`/api/payments/${paymentId}/void`, { date, reason: 'Not this bank' }));
        await refused(id, feeExpenseId, '3.20');
        await reverse(feeExpenseId, date);
        await remove(id);
        expect(await owed(feeExpenseId, date)).toEqual([]);
      });

      test('while a part of it is not reversed', async () => {
        const { id, feeExpenseId, date } = await withFee();
        await reverse(feeExpenseId, date, { amount: 1.2 });
        await refused(id, feeExpenseId, '2.00');
        await reverse(feeExpenseId, date);
        await remove(id);
        expect((await treasurer.get(`/api/expenses/${feeExpenseId}`)).status).toBe(200);
      });

      test('while it is paid by another payment', async () => {
        const { id, feeExpenseId, paymentId, date } = await withFee();
        await done(treasurer.post(`/api/payments/${paymentId}/void`, { date, reason: 'Paid by check' }));
        const other = await addApproved(books, { expenseDate: date, amount: 5 });
        const items = [{ expenseId: feeExpenseId }, { expenseId: other.id }];
        await done(treasurer.post('/api/payments', { date, method: 'Check', reference: '7001', items }));
        await refused(id, feeExpenseId, '3.20');
        expect((await done(treasurer.get(`/api/expenses/${other.id}`))).status).toBe('Paid');
      });

      test('while money came back for it, although its payment was voided', async () => {
        const { id, feeExpenseId, paymentId, date } = await withFee();
        await reverse(feeExpenseId, date);
        await done(treasurer.post(`/api/payments/${paymentId}/void`, { date, reason: 'Never paid' }));
        const answer = await treasurer.del(`${ROUTE}/${id}`);
        expect(refusal(answer)).toBe('409 reversed');
        expect(answer.body.detail).toContain(`vestry expense pay ${feeExpenseId}`);
        await done(treasurer.post(`/api/expenses/${feeExpenseId}/pay`, { paidOn: date }));
        await remove(id);
        expect(await owed(feeExpenseId, date)).toEqual([]);
      });
    });
  });

  test('is refused if it exceeds the undeposited money, or if no undeposited money is left', async () => {
    const date = freshDay();
    const session = await sessionOn(date);
    const cash = (amount?: number) => ({ sessionId: session.id, method: 'Cash', ...(amount && { amount }) });
    expect(refusal(await deposit([cash(42.51)], { date }))).toBe('409 deposited');
    await done(deposit([cash(42.5)], { date }));
    expect(refusal(await deposit([cash()], { date }))).toBe('409 deposited');
  });

  test.each([
    [
      'a session that is a draft',
      async (date: string) => [{ sessionId: (await addSession(books, { date })).id, method: 'Cash' }],
      ['items.0.sessionId'],
    ],
    [
      'a gift that is already in the account',
      async (date: string) => [{ givingId: (await addGiving(books, { date, method: 'Zelle' })).id }],
      ['items.0.givingId'],
    ],
    [
      'a session of a later day',
      async (date: string) => [{ sessionId: (await sessionOn(later(date, 3))).id, method: 'Cash' }],
      ['items.0.sessionId'],
    ],
  ])('of %s is refused, and the refusal names the item', async (_what, items, paths) => {
    const date = freshDay();
    const answer = await deposit(await items(date), { date });
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', paths]);
  });

  test.each([
    [{ sessionId: 1, method: 'Zelle' }, 'items.0.method'],
    [{ sessionId: 1 }, 'items.0.method'],
    [{ sessionId: 1, method: 'Cash', givingId: 2 }, 'items.0'],
    [{}, 'items.0'],
    [{ givingId: 1, method: 'Cash' }, 'items.0.method'],
    [{ otherIncomeId: 1, amount: 5 }, 'items.0.amount'],
  ])('with the item %j is refused, and the refusal names the item or its field', async (item, path) => {
    const answer = await deposit([item]);
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', [path]]);
  });

  test('is refused with a fee that is more than the deposit', async () => {
    const date = freshDay();
    const items = [{ sessionId: (await sessionOn(date)).id, method: 'Cash' }];
    const answer = await deposit(items, { date, fee: 42.51 });
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', ['fee']]);
    expect((await done(deposit(items, { date, fee: 42.5 }))).fee).toBe(42.5);
  });

  test('is found by words in its memo until it is deleted', async () => {
    const date = freshDay();
    const items = [{ sessionId: (await sessionOn(date)).id, method: 'Cash' }];
    const { id } = await done(deposit(items, { date, memo: 'Slip 90417' }));
    const found = async () => (await done(treasurer.get(`${ROUTE}?search=slip 904`))).items;
    expect(await found()).toMatchObject([{ id }]);
    await treasurer.del(`${ROUTE}/${id}`);
    expect(await found()).toEqual([]);
  });

  test('is refused if its items do not exist, and the refusal names each of these items', async () => {
    const answer = await deposit([{ givingId: 99_999 }, { sessionId: 99_999, method: 'Cash' }]);
    expect([refusal(answer), badPaths(answer)]).toEqual([
      '422 unknown_reference',
      ['items.0.givingId', 'items.1.sessionId'],
    ]);
  });

  test('cannot be deleted if it was made by reconciling a session', async () => {
    const date = freshDay();
    const session = await sessionOn(date);
    await done(reconcile(session.id, { depositedOn: date }));
    const { items } = await done(treasurer.get(`${ROUTE}?from=${date}&to=${date}`));
    expect(refusal(await treasurer.del(`${ROUTE}/${items[0].id}`))).toBe('409 deposited');
  });
});

describe('an individually deposited gift', () => {
  test('keeps its amount and method until the deposit is deleted, but its note can be changed', async () => {
    const date = freshDay();
    const { id: processor } = await done(treasurer.post('/api/accounts', { name: 'PayPal 2', kind: 'Processor' }));
    await done(treasurer.put('/api/accounts/by-method', { in: { PayPal: processor } }));
    const gift = await addGiving(books, { date, amount: 50, method: 'PayPal' });
    await done(treasurer.put('/api/accounts/by-method', {}));
    const { id } = await done(deposit([{ givingId: gift.id }], { date }));
    const put = (fields: Json) =>
      treasurer.put(`/api/givings/${gift.id}`, giving(books, { date, amount: 50, method: 'PayPal', ...fields }));
    expect(refusal(await put({ amount: 51 }))).toBe('409 deposited');
    expect(refusal(await put({ method: 'Cash' }))).toBe('409 deposited');
    expect(refusal(await treasurer.del(`/api/givings/${gift.id}`))).toBe('409 deposited');
    expect((await done(put({ note: 'Thanks' }))).note).toBe('Thanks');
    await treasurer.del(`${ROUTE}/${id}`);
    expect((await done(put({ amount: 51 }))).amount).toBe(51);
  });
});

describe('a session with an individually deposited gift', () => {
  test('can deposit only the rest of its money, and cannot be reopened until the gift’s deposit is deleted', async () => {
    const session = await sessionOn(freshDay());
    const cash = session.givings.find(({ method }: Json) => method === 'Cash');
    const rest = session.totals.byMethod.find(({ method }: Json) => method === 'Cash').amount - cash.amount;
    const body = { date: inDays(0), accountId: CHECKING, items: [{ givingId: cash.id }] };
    const both = { ...body, items: [{ givingId: cash.id }, { sessionId: session.id, method: 'Cash' }] };
    expect(refusal(await books.admin.post(ROUTE, both))).toBe('400 validation_failed');
    const { id } = await done(books.admin.post(ROUTE, body));
    const tooMuch = { ...body, items: [{ sessionId: session.id, method: 'Cash', amount: rest + 0.01 }] };
    expect(refusal(await books.admin.post(ROUTE, tooMuch))).toBe('409 deposited');
    const reopen = () => books.admin.post(`/api/offering-sessions/${session.id}/reopen`, { reason: 'Wrong' });
    expect(refusal(await reopen())).toBe('409 deposited');
    await done(books.admin.del(`${ROUTE}/${id}`));
    expect((await reopen()).status).toBe(200);
    expect(refusal(await books.admin.post(ROUTE, body))).toBe('400 validation_failed');
  });
});
