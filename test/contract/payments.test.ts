/** Tests payments: one check for several expenses, the payment of part of an expense, and voided payments. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Json,
  type Staff,
  addApproved,
  addExpense,
  addSession,
  badPaths,
  booksOfFile,
  close,
  done,
  etag,
  giving,
  inDays,
  refusal,
  statementOf,
} from './books.ts';

const books = booksOfFile();
let treasurer: Staff;
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
});

const ROUTE = '/api/payments';
const approved = (amount: number, expenseDate = '2004-01-10') => addApproved(books, { expenseDate, amount });
const pay = (items: Json[], fields: Record<string, unknown> = {}) =>
  treasurer.post(ROUTE, { date: '2004-01-20', method: 'Check', reference: '4711', items, ...fields });
const expenseAt = (id: number) => done(books.admin.get(`/api/expenses/${id}`));
const voided = (id: number, fields: Record<string, unknown> = {}) =>
  treasurer.post(`${ROUTE}/${id}/void`, { date: '2004-02-02', reason: 'Lost in the mail', ...fields });
const balanceOf = async (name: string): Promise<number> => {
  const { items } = await done(books.admin.get('/api/accounts'));
  return items.find((account: Json) => account.name === name).balance;
};

describe('a payment', () => {
  test('of several expenses is one check, and marks all of them as paid on its date', async () => {
    const [rent, paper] = [await approved(900), await approved(45.5)];
    const checking = await balanceOf('Checking');
    const answer = await pay([{ expenseId: rent.id }, { expenseId: paper.id }]);
    expect(answer.status).toBe(201);
    const { id } = answer.body;
    expect(answer.headers.get('location')).toBe(`${ROUTE}/${id}`);
    expect(answer.body).toMatchObject({
      date: '2004-01-20',
      accountName: 'Checking',
      method: 'Check',
      reference: '4711',
      amount: 945.5,
      items: [
        { expenseId: rent.id, amount: 900 },
        { expenseId: paper.id, amount: 45.5 },
      ],
      voidedOn: null,
    });
    const read = await treasurer.get(`${ROUTE}/${id}`);
    expect([read.body, etag(read)]).toEqual([answer.body, etag(answer)]);
    for (const one of [rent, paper]) {
      const paid = { status: 'Paid', paidOn: '2004-01-20', paymentMethod: 'Check', paymentReference: '4711' };
      expect(await expenseAt(one.id)).toMatchObject({ ...paid, paidBy: treasurer.userId });
    }
    expect(checking - (await balanceOf('Checking'))).toBeCloseTo(945.5, 5);
    expect((await done(books.admin.get('/api/expenses?search=4711'))).totalCount).toBeGreaterThanOrEqual(2);
  });

  test('of part of an expense leaves the expense approved until the rest is paid', async () => {
    const { id } = await approved(100);
    await done(pay([{ expenseId: id, amount: 60 }]));
    expect(await expenseAt(id)).toMatchObject({ status: 'Approved', paidOn: null });
    const tooMuch = await pay([{ expenseId: id, amount: 40.01 }]);
    expect([refusal(tooMuch), tooMuch.body.left]).toEqual(['409 overpaid', 40]);
    const rest = await done(pay([{ expenseId: id }], { date: '2004-01-25' }));
    expect(rest.amount).toBe(40);
    expect(await expenseAt(id)).toMatchObject({ status: 'Paid', paidOn: '2004-01-25' });
  });

  test('pays what is left of an expense after its reversals, and also settles the reversals', async () => {
    const { id } = await approved(100);
    const taken = { date: '2004-01-12', amount: 30, reason: 'A discount' };
    const reversal = await done(treasurer.post(`/api/expenses/${id}/reverse`, taken));
    expect((await done(pay([{ expenseId: id }]))).amount).toBe(70);
    expect(await expenseAt(reversal.id)).toMatchObject({ status: 'Paid', paidOn: '2004-01-20' });
  });

  test('made by paying one expense is listed like any other payment', async () => {
    const { id } = await approved(12);
    await done(treasurer.post(`/api/expenses/${id}/pay`, { paidOn: '2004-01-21', paymentReference: '55' }));
    const { items } = await done(treasurer.get(`${ROUTE}?expenseId=${id}`));
    expect(items).toMatchObject([
      { date: '2004-01-21', reference: '55', amount: 12, items: [{ expenseId: id, amount: 12 }] },
    ]);
  });

  test('pays nothing if its account or some of its expenses do not exist, and the refusal names each of them', async () => {
    const { id } = await approved(10);
    const missing = [{ expenseId: 99_991 }, { expenseId: id }, { expenseId: 99_992 }];
    const answer = await pay(missing, { accountId: 99_993 });
    expect(refusal(answer)).toBe('422 unknown_reference');
    expect(badPaths(answer)).toEqual(['accountId', 'items.0.expenseId', 'items.2.expenseId']);
    expect((await expenseAt(id)).status).toBe('Approved');
  });

  test('is refused if one of its expenses is not approved, and pays nothing', async () => {
    const [draft, other] = [await addExpense(books, { expenseDate: '2004-01-10' }), await approved(10)];
    expect(refusal(await pay([{ expenseId: other.id }, { expenseId: draft.id }]))).toBe('409 invalid_transition');
    expect((await expenseAt(other.id)).status).toBe('Approved');
  });

  test.each([
    [{ items: [] }, ['items']],
    [{ items: [{ expenseId: 1 }, { expenseId: 1 }] }, ['items']],
    [{ items: [{ expenseId: 1, amount: 0 }] }, ['items.0.amount']],
    [{ items: [{ expenseId: 1, amount: 1.001 }] }, ['items.0.amount']],
    [{ method: 'Barter' }, ['method']],
    [{ method: undefined }, ['method']],
    [{ date: '2004-02-30' }, ['date']],
    [{ amount: 5 }, ['amount']],
  ])('with %j is refused, and the refusal names the field', async (fields, paths) => {
    const answer = await pay([{ expenseId: 1 }], fields);
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(paths);
  });

  test('in the future is refused', async () => {
    const { id } = await approved(10);
    const answer = await pay([{ expenseId: id }], { date: inDays(2) });
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', ['date']]);
  });

  test.each([
    ['Accounts payable', '409 account_reserved'],
    ['Undeposited offerings', '400 validation_failed'],
  ])('from %s is refused', async (name, expected) => {
    const { items } = await done(books.admin.get('/api/accounts'));
    const { id: accountId } = items.find((account: Json) => account.name === name);
    const { id } = await approved(10);
    expect(refusal(await pay([{ expenseId: id }], { accountId }))).toBe(expected);
    expect((await expenseAt(id)).status).toBe('Approved');
  });

  test('is made only once if it is requested twice with the same key', async () => {
    const { id } = await approved(10);
    const body = { date: '2004-01-20', method: 'Check', items: [{ expenseId: id }] };
    const key = { 'idempotency-key': `pay-${id}` };
    const [first, again] = [await treasurer.post(ROUTE, body, key), await treasurer.post(ROUTE, body, key)];
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect((await done(treasurer.get(`${ROUTE}?expenseId=${id}`))).totalCount).toBe(1);
  });
});

describe('the approval rules', () => {
  test('let approvers pay their approved expenses up to the limit with a warning, but not above the limit', async () => {
    const approver = await books.as(['treasurer']);
    const submit = async (amount: number) => {
      const { id } = await addExpense(books, { expenseDate: '2004-01-10', amount });
      await done(books.admin.post(`/api/expenses/${id}/submit`));
      await done(approver.post(`/api/expenses/${id}/approve`));
      return id as number;
    };
    const [small, large] = [await submit(40), await submit(60)];
    const order = (id: number) => ({ date: '2004-01-20', method: 'Check', items: [{ expenseId: id }] });
    await done(books.admin.put('/api/approval-rules', { secondApprovalAbove: null, payerMayApproveUpTo: 50 }));
    expect(refusal(await approver.post(ROUTE, order(large)))).toBe('403 approver_pays');
    const { warnings } = await done(approver.post(ROUTE, order(small)));
    expect(warnings).toMatchObject([{ code: 'same_approver_and_payer' }]);
    await done(books.admin.put('/api/approval-rules', { secondApprovalAbove: null, payerMayApproveUpTo: null }));
  });
});

describe('voiding a payment', () => {
  test('keeps the payment with its void date and reason, and its expenses can be paid again', async () => {
    const [one, other] = [await approved(20), await approved(30)];
    const checking = await balanceOf('Checking');
    const { id } = await done(pay([{ expenseId: one.id }, { expenseId: other.id }]));
    const { body } = await voided(id);
    expect(body).toMatchObject({ id, voidedOn: '2004-02-02', voidReason: 'Lost in the mail', amount: 50 });
    for (const expense of [one, other]) {
      expect(await expenseAt(expense.id)).toMatchObject({ status: 'Approved', paidOn: null, paidBy: null });
    }
    expect(await balanceOf('Checking')).toBe(checking);
    expect(refusal(await voided(id))).toBe('409 voided');
    await done(pay([{ expenseId: one.id }], { reference: '4712' }));
    expect((await expenseAt(one.id)).paymentReference).toBe('4712');
    await done(treasurer.post(`/api/expenses/${other.id}/pay`, { paidOn: '2004-02-03' }));
    expect((await expenseAt(other.id)).paymentReference).toBeNull();
    const log = await done(books.admin.get(`/api/audit-logs?entityType=Payment&entityId=${id}`));
    expect(log.items.map(({ action }: Json) => action).toSorted()).toEqual(['PaymentCreated', 'PaymentVoided']);
  });

  test('makes the expense payable again, together with the reversals that the payment settled', async () => {
    const { id } = await approved(100);
    const taken = { date: '2004-01-12', amount: 30, reason: 'A discount' };
    const reversal = await done(treasurer.post(`/api/expenses/${id}/reverse`, taken));
    const payment = await done(pay([{ expenseId: id }]));
    await done(voided(payment.id));
    expect(await expenseAt(reversal.id)).toMatchObject({ status: 'Approved', paidOn: null });
    expect((await done(pay([{ expenseId: id }], { date: '2004-02-03' }))).amount).toBe(70);
  });

  test.each([
    ['with a date before the payment', { date: '2004-01-19' }, 'date'],
    ['with a date in the future', { date: inDays(2) }, 'date'],
    ['without a reason', { reason: '' }, 'reason'],
  ])('is refused %s', async (_when, fields, path) => {
    const { id } = await approved(10);
    const payment = await done(pay([{ expenseId: id }]));
    const answer = await voided(payment.id, fields);
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', [path]]);
    expect((await expenseAt(id)).status).toBe('Paid');
  });
});

describe('deleting a payment', () => {
  test('makes its expenses payable again, and leaves no trace in the list, the balances or the search', async () => {
    const { id } = await approved(20);
    const checking = await balanceOf('Checking');
    const payment = await done(pay([{ expenseId: id }], { reference: 'typo 8151' }));
    expect(await done(treasurer.get(`${ROUTE}?search=815`))).toMatchObject({ items: [{ id: payment.id }] });
    expect((await treasurer.del(`${ROUTE}/${payment.id}`)).status).toBe(204);
    expect(await expenseAt(id)).toMatchObject({ status: 'Approved', paidOn: null, paymentReference: null });
    expect(await balanceOf('Checking')).toBe(checking);
    expect((await treasurer.get(`${ROUTE}/${payment.id}`)).status).toBe(404);
    expect((await done(treasurer.get(`${ROUTE}?search=815`))).items).toEqual([]);
    expect((await done(books.admin.get('/api/expenses?search=8151'))).items).toEqual([]);
    const log = await done(books.admin.get(`/api/audit-logs?entityType=Payment&entityId=${payment.id}`));
    expect(log.items.map(({ action }: Json) => action).toSorted()).toEqual(['PaymentCreated', 'PaymentDeleted']);
    expect((await done(pay([{ expenseId: id }]))).amount).toBe(20);
  });

  test('is refused for the fee of a deposit, which is deleted with the deposit', async () => {
    const session = await addSession(books, {
      date: '2004-01-11',
      givings: [giving(books, { amount: 50, method: 'Cash' })],
    });
    await done(books.admin.post(`/api/offering-sessions/${session.id}/submit`));
    const items = [{ sessionId: session.id, method: 'Cash' }];
    const deposit = await done(treasurer.post('/api/deposits', { date: '2004-01-12', accountId: 2, items, fee: 1 }));
    const [fee] = (await done(treasurer.get(`${ROUTE}?expenseId=${deposit.feeExpenseId}`))).items;
    expect(refusal(await treasurer.del(`${ROUTE}/${fee.id}`))).toBe('409 deposited');
    expect((await treasurer.del(`/api/deposits/${deposit.id}`)).status).toBe(204);
    expect((await treasurer.get(`${ROUTE}/${fee.id}`)).status).toBe(404);
  });

  test('is refused for a voided payment, for a refund, and for the payment that was refunded', async () => {
    const { id } = await approved(20);
    const payment = await done(pay([{ expenseId: id }]));
    await done(treasurer.post(`/api/expenses/${id}/reverse`, { date: '2004-01-22', amount: 5, reason: 'Returned' }));
    const { items } = await done(treasurer.get(`${ROUTE}?pageSize=200&sort=-id`));
    const refund = items.find(({ amount }: Json) => amount === -5);
    expect(refusal(await treasurer.del(`${ROUTE}/${refund.id}`))).toBe('409 reversed');
    expect(refusal(await treasurer.del(`${ROUTE}/${payment.id}`))).toBe('409 reversed');
    await done(voided(payment.id));
    expect(refusal(await treasurer.del(`${ROUTE}/${payment.id}`))).toBe('409 voided');
  });
});

describe('a finalized month', () => {
  test('accepts neither a payment nor the voiding of a payment', async () => {
    const [paid, open] = [await approved(10, '2004-05-03'), await approved(10, '2004-05-03')];
    const payment = await done(pay([{ expenseId: paid.id }], { date: '2004-05-04' }));
    await close(books, '2004/5');
    const before = await statementOf(books, '2004/5');
    for (const answer of [
      await pay([{ expenseId: open.id }], { date: '2004-05-20' }),
      await voided(payment.id, { date: '2004-05-20' }),
    ]) {
      expect([refusal(answer), answer.body.firstOpenDate]).toEqual(['409 period_finalized', '2004-06-01']);
    }
    await done(voided(payment.id, { date: '2004-06-02' }));
    expect(await statementOf(books, '2004/5')).toEqual(before);
  });
});

describe('an expense that is paid in part', () => {
  test('cannot be reversed below the amount that was paid', async () => {
    const { id } = await approved(100);
    const payment = await done(pay([{ expenseId: id, amount: 60 }]));
    const reverse = (amount: number) =>
      treasurer.post(`/api/expenses/${id}/reverse`, { date: '2004-01-22', amount, reason: 'A discount' });
    const answer = await reverse(41);
    expect([refusal(answer), answer.body.left]).toEqual(['409 overpaid', 40]);
    await done(reverse(10));
    expect((await done(pay([{ expenseId: id }], { date: '2004-01-25' }))).amount).toBe(30);
    await done(voided(payment.id));
    expect(refusal(await pay([{ expenseId: id, amount: 61 }], { date: '2004-02-05' }))).toBe('409 overpaid');
  });

  test('becomes Paid, together with its reversal, as soon as its unpaid rest is reversed', async () => {
    const { id } = await approved(40);
    await done(pay([{ expenseId: id, amount: 35 }]));
    const rest = { date: '2004-01-22', amount: 5, reason: 'A discount' };
    const reversal = await done(treasurer.post(`/api/expenses/${id}/reverse`, rest));
    expect(reversal).toMatchObject({ status: 'Paid', paidOn: '2004-01-22' });
    expect(await expenseAt(id)).toMatchObject({ status: 'Paid', paidOn: '2004-01-20', paidBy: treasurer.userId });
  });
});

describe('an expense with two payments, one of which is voided after a refund', () => {
  test('stays Approved until the rest is paid or reversed, and its next payment does not repeat a check number', async () => {
    const reverse = (amount: number) =>
      treasurer.post(`/api/expenses/${id}/reverse`, { date: '2004-02-03', amount, reason: 'Returned' });
    const { id } = await approved(100);
    await done(pay([{ expenseId: id, amount: 50 }], { reference: '201' }));
    const second = await done(pay([{ expenseId: id }], { reference: '202' }));
    await done(reverse(30));
    await done(voided(second.id));
    expect(await done(reverse(20))).toMatchObject({ status: 'Approved' });
    expect((await expenseAt(id)).status).toBe('Approved');
    expect(refusal(await reverse(31))).toBe('409 overpaid');
    await done(treasurer.post(`/api/expenses/${id}/pay`, { paidOn: '2004-02-04' }));
    const { items } = await done(treasurer.get(`${ROUTE}?expenseId=${id}&sort=-id`));
    expect(items[0]).toMatchObject({ amount: 30, reference: null });
    expect((await expenseAt(id)).status).toBe('Paid');
  });
});

describe('the list of payments', () => {
  test('can be paged, sorted, and filtered by account, expense and date', async () => {
    const { id } = await approved(10, '2005-03-01');
    await done(pay([{ expenseId: id, amount: 4 }], { date: '2005-03-02' }));
    await done(pay([{ expenseId: id, amount: 6 }], { date: '2005-03-09' }));
    const within = await done(treasurer.get(`${ROUTE}?from=2005-03-02&to=2005-03-08`));
    expect(within.items.map(({ amount }: Json) => amount)).toEqual([4]);
    const sorted = await done(treasurer.get(`${ROUTE}?expenseId=${id}&sort=-date&pageSize=1`));
    expect(sorted).toMatchObject({ totalCount: 2, totalPages: 2, items: [{ amount: 6 }] });
    const { items } = await done(books.admin.get('/api/accounts'));
    const { id: petty } = items.find((account: Json) => account.name === 'Petty cash');
    expect((await done(treasurer.get(`${ROUTE}?accountId=${petty}`))).items).toEqual([]);
    expect(refusal(await treasurer.get(`${ROUTE}?sort=vendor`))).toBe('400 validation_failed');
  });
});

describe('a refund for a paid expense', () => {
  test('does not reduce the amount to pay after the payment is voided, and cannot itself be voided', async () => {
    const { id } = await approved(100);
    const { id: paymentId } = (await pay([{ expenseId: id }])).body;
    await done(books.admin.post(`/api/expenses/${id}/reverse`, { date: '2004-01-25', amount: 30, reason: 'Returned' }));
    await done(voided(paymentId));
    expect(refusal(await pay([{ expenseId: id, amount: 100.01 }], { date: '2004-02-03' }))).toBe('409 overpaid');
    const again = await pay([{ expenseId: id }], { date: '2004-02-03' });
    expect(again.body).toMatchObject({ amount: 100 });
    const { items } = await done(books.admin.get(`${ROUTE}?pageSize=200`));
    const refund = items.find(({ amount }: Json) => amount === -30);
    expect(refund.reference).toBeNull();
    expect(refusal(await voided(refund.id))).toBe('409 reversed');
  });
});
