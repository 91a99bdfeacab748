/** The opening of the books: what the church had and owed, and the records that are dated before the opening. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Json,
  type Staff,
  addApproved,
  addExpense,
  addGiving,
  addSession,
  badPaths,
  booksOfFile,
  close,
  done,
  etag,
  giving,
  inDays,
  move,
  refusal,
  statementOf,
} from './books.ts';

const books = booksOfFile();
let treasurer: Staff;
const ids: Record<string, number> = {};
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
  for (const kind of ['Loan', 'Savings', 'CreditCard', 'FixedAsset']) {
    ids[kind] = (await done(books.admin.post('/api/accounts', { name: `My ${kind}`, kind }))).id;
  }
  const camp = { name: 'Camp fees', class: 'Custodial' };
  ids['Camp'] = (await done(books.admin.post('/api/funds', camp))).id;
});

const ROUTE = '/api/books/opening';
const CHECKING = 2;
const DATE = '2010-07-01';
const put = (fields: Record<string, unknown> = {}, headers = {}) =>
  treasurer.put(ROUTE, { date: DATE, accounts: [], funds: [], ...fields }, headers);
const read = () => done(treasurer.get(ROUTE));
const balances = async (): Promise<Record<string, number>> => {
  const { items } = await done(books.admin.get('/api/accounts'));
  return Object.fromEntries(items.map(({ name, balance }: Json) => [name, balance]));
};
const fundsOf = ({ funds }: Json): Record<string, number> =>
  Object.fromEntries(funds.map(({ fundName, balance }: Json) => [fundName, balance]));

describe('books without an opening', () => {
  test('are returned with a date of null, empty lists and an ETag', async () => {
    const answer = await treasurer.get(ROUTE);
    expect(answer.body).toMatchObject({ date: null, accounts: [], funds: [], payables: [], yearToDate: [], unpaid: 0 });
    expect(etag(answer)).not.toBe('none');
  });
});

describe('the opening', () => {
  test('computes the balance of the General fund from the accounts and the other funds, and shows debts as positive amounts', async () => {
    const accounts = [
      {
        accountId: CHECKING,
        balance: 1150,
        bankBalance: 1200,
        outstanding: [{ date: '2010-06-28', reference: '17', amount: -50 }],
      },
      { accountId: ids['Loan'], balance: 9000 },
      { accountId: ids['FixedAsset'], balance: 20_000 },
      { accountId: 1, balance: 30.25 },
    ];
    const funds = [
      { fundId: books.fund('Building Fund'), balance: 500 },
      { fundId: ids['Camp'], balance: 80 },
    ];
    const payables = [{ vendor: 'City Power', amount: 100.25 }];
    const answer = await put({ accounts, funds, payables });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ date: DATE, unpaid: 0, paidEarly: 0, isFromUpgrade: false });
    expect(fundsOf(answer.body)).toEqual({ General: 11_500, 'Building Fund': 500, 'Camp fees': 80 });
    expect(answer.body.accounts[1]).toMatchObject({
      accountName: 'Checking',
      balance: 1150,
      bankBalance: 1200,
      outstanding: [{ date: '2010-06-28', reference: '17', amount: -50 }],
    });
    expect(answer.body.payables).toMatchObject([{ vendor: 'City Power', fundId: 1, amount: 100.25, paid: 0 }]);
    const again = await treasurer.get(ROUTE);
    expect([again.body, etag(again)]).toEqual([answer.body, etag(answer)]);
    expect(await balances()).toMatchObject({
      Checking: 1150,
      'My Loan': 9000,
      'My FixedAsset': 20_000,
      'Undeposited offerings': 30.25,
      'Accounts payable': 100.25,
    });
  });

  test('is replaced as a whole, and unchanged payables and outstanding items keep their ids', async () => {
    const outstanding = [
      { date: '2010-06-28', reference: '17', amount: -50 },
      { date: '2010-06-29', reference: null, amount: 7 },
    ];
    const fields = {
      accounts: [{ accountId: CHECKING, balance: 100, outstanding }],
      payables: [
        { vendor: 'A', amount: 1 },
        { vendor: 'B', amount: 2 },
      ],
    };
    const first = await done(put(fields));
    expect(first.accounts[0].bankBalance).toBe(143);
    expect(await done(put(fields))).toMatchObject({ accounts: first.accounts, payables: first.payables });
    const [, b] = first.payables;
    const next = await done(put({ payables: [{ id: b.id, vendor: 'B & Sons', amount: 3 }] }));
    expect(next).toMatchObject({ accounts: [], payables: [{ id: b.id, vendor: 'B & Sons', amount: 3 }] });
    expect(fundsOf(next)).toEqual({ General: -3 });
    expect((await balances())['Checking']).toBe(0);
  });

  test('takes the bank balance and the outstanding items of a credit card as amounts that the church owes', async () => {
    const outstanding = [{ date: '2010-06-30', amount: 25 }];
    const card = { accountId: ids['CreditCard'], balance: 225, bankBalance: 200, outstanding };
    const answer = await done(put({ accounts: [card] }));
    expect(answer.accounts).toMatchObject([{ balance: 225, bankBalance: 200, outstanding: [{ amount: 25 }] }]);
    expect(fundsOf(answer)).toEqual({ General: -225 });
    expect((await balances())['My CreditCard']).toBe(225);
  });

  test('is refused with both figures if the bank balance and the outstanding items do not add up to the balance', async () => {
    const outstanding = [{ date: '2010-06-30', amount: -40 }];
    const answer = await put({ accounts: [{ accountId: CHECKING, balance: 1000, bankBalance: 1050, outstanding }] });
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', ['accounts.0.balance']]);
    expect(answer.body.detail).toMatch(/1,000\.00.*1,010\.00/);
  });

  test('accepts a balance of the General fund only if it equals the computed balance', async () => {
    const accounts = [{ accountId: CHECKING, balance: 100 }];
    const general = (balance: number) => [{ fundId: books.fund('General'), balance }];
    const answer = await put({ accounts, funds: general(99) });
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', ['funds.0.balance']]);
    expect(answer.body.detail).toMatch(/99\.00.*100\.00/);
    expect(fundsOf(await done(put({ accounts, funds: general(100) })))).toEqual({ General: 100 });
  });

  test('stores the giving, other income and expenses of the year to date', async () => {
    const yearToDate = [
      { categoryId: books.category('Missions'), amount: 500 },
      { subCategoryId: books.subCategory('Rent'), ministryId: books.ministry('Facilities'), amount: 200 },
    ];
    const answer = await done(put({ yearToDate }));
    expect(answer.yearToDate).toMatchObject([
      { categoryId: books.category('Missions'), subCategoryId: null, fundId: books.fund('Missions'), amount: 500 },
      { categoryId: null, subCategoryId: books.subCategory('Rent'), fundId: books.fund('General'), amount: 200 },
    ]);
    expect((await statementOf(books, '2010/7')).totalGiving).toBe(0);
  });

  test.each<[string, string, () => Record<string, unknown>, string[]]>([
    [
      'an unknown account',
      '422 unknown_reference',
      () => ({ accounts: [{ accountId: 9999, balance: 1 }] }),
      ['accounts.0.accountId'],
    ],
    [
      'unknown funds',
      '422 unknown_reference',
      () => ({ funds: [{ fundId: 9999, balance: 1 }], payables: [{ vendor: 'A', amount: 1, fundId: 9998 }] }),
      ['funds.0.fundId', 'payables.0.fundId'],
    ],
    [
      'unknown categories',
      '422 unknown_reference',
      () => ({
        yearToDate: [
          { categoryId: 9999, amount: 1 },
          { subCategoryId: 9999, ministryId: 9999, amount: 1 },
          { incomeCategoryId: 9999, amount: 1 },
        ],
      }),
      [
        'yearToDate.0.categoryId',
        'yearToDate.1.ministryId',
        'yearToDate.1.subCategoryId',
        'yearToDate.2.incomeCategoryId',
      ],
    ],
    [
      'an unknown payable',
      '422 unknown_reference',
      () => ({ payables: [{ id: 9999, vendor: 'A', amount: 1 }] }),
      ['payables.0.id'],
    ],
    [
      'an account twice',
      '400 validation_failed',
      () => ({
        accounts: [
          { accountId: 2, balance: 1 },
          { accountId: 2, balance: 1 },
        ],
      }),
      ['accounts.1.accountId'],
    ],
    [
      'a fund twice',
      '400 validation_failed',
      () => ({
        funds: [
          { fundId: ids['Camp'], balance: 1 },
          { fundId: ids['Camp'], balance: 1 },
        ],
      }),
      ['funds.1.fundId'],
    ],
    [
      'an outstanding item that is dated the first day of the books',
      '400 validation_failed',
      () => ({ accounts: [{ accountId: 2, balance: 1, outstanding: [{ date: DATE, amount: 1 }] }] }),
      ['accounts.0.outstanding.0.date'],
    ],
    [
      'an outstanding item of zero',
      '400 validation_failed',
      () => ({ accounts: [{ accountId: 2, balance: 1, outstanding: [{ date: '2010-06-30', amount: 0 }] }] }),
      ['accounts.0.outstanding.0.amount'],
    ],
    [
      'an amount for two categories',
      '400 validation_failed',
      () => ({ yearToDate: [{ categoryId: 1, subCategoryId: 1, amount: 1 }] }),
      ['yearToDate.0'],
    ],
    [
      'a ministry for an amount of giving',
      '400 validation_failed',
      () => ({ yearToDate: [{ categoryId: 1, ministryId: 1, amount: 1 }] }),
      ['yearToDate.0.ministryId'],
    ],
    [
      'a fund that is not the fund of the giving category',
      '400 validation_failed',
      () => ({ yearToDate: [{ categoryId: books.category('Missions'), fundId: ids['Camp'], amount: 1 }] }),
      ['yearToDate.0.fundId'],
    ],
    [
      'a third decimal',
      '400 validation_failed',
      () => ({ accounts: [{ accountId: 2, balance: 1.001 }] }),
      ['accounts.0.balance'],
    ],
    ['a date too far ahead', '400 validation_failed', () => ({ date: inDays(3) }), ['date']],
    ['an unknown field', '400 validation_failed', () => ({ acounts: [] }), ['acounts']],
    ['no accounts', '400 validation_failed', () => ({ accounts: undefined }), ['accounts']],
  ])('with %s is refused with %s, and nothing changes', async (_what, code, fields, paths) => {
    const before = await read();
    const answer = await put(fields());
    expect([refusal(answer), badPaths(answer)]).toEqual([code, paths]);
    expect(await read()).toEqual(before);
  });

  test('is refused with a balance for an account that only Vestry uses', async () => {
    expect(refusal(await put({ accounts: [{ accountId: 4, balance: 1 }] }))).toBe('409 account_reserved');
  });

  test('is not replaced if somebody else has changed it since it was read', async () => {
    const stale = etag(await treasurer.get(ROUTE));
    await done(put({ accounts: [{ accountId: CHECKING, balance: 5 }] }, { 'if-match': stale }));
    expect(refusal(await put({}, { 'if-match': stale }))).toBe('412 stale_version');
    expect((await balances())['Checking']).toBe(5);
  });

  test('is recorded in the audit log with its state before and after', async () => {
    await done(put({ accounts: [{ accountId: CHECKING, balance: 5 }] }));
    await done(put({ accounts: [{ accountId: CHECKING, balance: 6 }] }));
    const log = await done(books.admin.get('/api/audit-logs?entityType=BookOpening'));
    const [last] = log.items;
    expect(last.action).toBe('BookOpeningUpdated');
    expect(last.changes.accounts.map(([account]: Json) => account.balance)).toEqual([5, 6]);
    expect(log.items.at(-1).action).toBe('BookOpeningCreated');
  });
});

describe('before the books begin', () => {
  beforeAll(async () => {
    await done(put({ accounts: [{ accountId: CHECKING, balance: 1000 }] }));
  });

  test('no expense is booked or reversed, and nothing is paid, voided or deposited', async () => {
    const pending = await addExpense(books, { expenseDate: '2010-05-01' });
    await move(books, pending.id, 'submit');
    const session = await addSession(books, { date: '2010-06-06', givings: [giving(books, {})] });
    await done(books.admin.post(`/api/offering-sessions/${session.id}/submit`));
    const approved = await addApproved(books, { expenseDate: '2010-05-01' }, { bookedOn: DATE });
    const items = [{ sessionId: session.id, method: 'Cash' }];
    const answers = [
      await books.admin.post(`/api/expenses/${pending.id}/approve`),
      await books.admin.post(`/api/expenses/${approved.id}/pay`, { paidOn: '2010-06-30' }),
      await treasurer.post('/api/payments', {
        date: '2010-06-30',
        method: 'Check',
        items: [{ expenseId: approved.id }],
      }),
      await treasurer.post('/api/deposits', { date: '2010-06-30', accountId: CHECKING, items }),
      await treasurer.post(`/api/offering-sessions/${session.id}/reconcile`, { depositedOn: '2010-06-30' }),
    ];
    expect(answers.map(refusal)).toEqual(answers.map(() => '422 before_the_books'));
    expect(answers[0]?.body.detail).toContain(DATE);
    await done(books.admin.post(`/api/expenses/${pending.id}/approve`, { bookedOn: DATE }));
  });

  test('a pending transfer cannot be approved once the opening has a later date than the transfer', async () => {
    const accounts = [{ accountId: CHECKING, balance: 1000 }];
    await done(put({ date: '2010-06-01', accounts }));
    const sides = { fromFundId: books.fund('Missions'), toFundId: books.fund('General') };
    const transfer = { date: '2010-06-15', amount: 5, memo: 'Share', reason: 'Costs', ...sides };
    const { id } = await done(treasurer.post('/api/transfers', transfer));
    await done(put({ accounts }));
    expect(refusal(await books.admin.post(`/api/transfers/${id}/approve`))).toBe('422 before_the_books');
    expect((await done(treasurer.get(`/api/transfers/${id}`))).status).toBe('PendingApproval');
  });

  test('a deposit that the opening has in its balances cannot be deleted', async () => {
    const accounts = [{ accountId: CHECKING, balance: 1000 }];
    await done(put({ date: '2010-06-01', accounts }));
    const session = await addSession(books, { date: '2010-06-13', givings: [giving(books, {})] });
    await done(books.admin.post(`/api/offering-sessions/${session.id}/submit`));
    const items = [{ sessionId: session.id, method: 'Cash' }];
    const { id } = await done(treasurer.post('/api/deposits', { date: '2010-06-14', accountId: CHECKING, items }));
    await done(put({ accounts }));
    expect(refusal(await treasurer.del(`/api/deposits/${id}`))).toBe('422 before_the_books');
    expect((await done(treasurer.get(`/api/deposits/${id}`))).amount).toBeGreaterThan(0);
  });

  test('a payment that the opening has in its balances cannot be deleted', async () => {
    const accounts = [{ accountId: CHECKING, balance: 1000 }];
    await done(put({ date: '2010-06-01', accounts }));
    const { id: expenseId } = await addApproved(books, { expenseDate: '2010-06-10' }, { bookedOn: '2010-06-10' });
    const payment = { date: '2010-06-20', method: 'Check', items: [{ expenseId }] };
    const { id } = await done(treasurer.post('/api/payments', payment));
    await done(put({ accounts }));
    expect(refusal(await treasurer.del(`/api/payments/${id}`))).toBe('422 before_the_books');
    expect((await done(treasurer.get(`/api/expenses/${expenseId}`))).status).toBe('Paid');
  });

  test('givings can be entered, reversed and listed, but change no balance', async () => {
    const before = await balances();
    const gift = await addGiving(books, { date: '2010-03-07', amount: 40 });
    await done(books.admin.post(`/api/givings/${gift.id}/reverse`, { date: '2010-03-08', reason: 'Bounced' }));
    expect(await balances()).toEqual(before);
  });
});

describe('a payable', () => {
  const pay = (items: Json[], fields: Record<string, unknown> = {}) =>
    treasurer.post('/api/payments', { date: '2010-07-10', method: 'Check', reference: '901', items, ...fields });

  test('can be paid in parts, together with an expense, and is owed again after the payment is voided or deleted', async () => {
    const opening = {
      accounts: [{ accountId: CHECKING, balance: 1000 }],
      payables: [{ vendor: 'City Power', amount: 320 }],
    };
    const { payables } = await done(put(opening));
    const payableId = payables[0].id as number;
    const rent = await addApproved(books, { expenseDate: '2010-07-02', amount: 10 });
    const owed = (await balances())['Accounts payable'] ?? 0;
    const made = await done(pay([{ payableId, amount: 120 }, { expenseId: rent.id }]));
    expect(made).toMatchObject({
      amount: 130,
      items: [
        { payableId, expenseId: null, vendor: 'City Power', amount: 120 },
        { payableId: null, expenseId: rent.id, vendor: null, amount: 10 },
      ],
    });
    expect((await balances())['Accounts payable']).toBeCloseTo(owed - 130, 5);
    expect((await read()).payables[0].paid).toBe(120);
    const tooMuch = await pay([{ payableId, amount: 200.01 }]);
    expect([refusal(tooMuch), tooMuch.body.left]).toEqual(['409 overpaid', 200]);
    const rest = await done(pay([{ payableId }]));
    expect(rest.amount).toBe(200);
    expect((await treasurer.del(`/api/payments/${rest.id}`)).status).toBe(204);
    expect((await done(pay([{ payableId }]))).amount).toBe(200);
    expect(refusal(await pay([{ payableId }]))).toBe('409 overpaid');
    const { items } = await done(treasurer.get(`/api/payments?payableId=${payableId}`));
    expect(items).toHaveLength(2);
    await done(treasurer.post(`/api/payments/${made.id}/void`, { date: '2010-07-20', reason: 'Lost' }));
    expect((await read()).payables[0].paid).toBe(200);
    expect((await done(pay([{ payableId }], { date: '2010-07-21' }))).amount).toBe(120);
    expect((await statementOf(books, '2010/7')).totalExpenses).toBeGreaterThanOrEqual(10);
  });

  test('that has a payment must stay in the opening with at least the amount paid, and the books cannot begin after the payment', async () => {
    const before = await read();
    const [{ id }] = before.payables;
    const same = { accounts: [{ accountId: CHECKING, balance: 1000 }] };
    for (const fields of [
      { payables: [] },
      { payables: [{ id, vendor: 'City Power', amount: 319.99 }] },
      { payables: [{ id, vendor: 'City Power', amount: 320 }], date: '2010-07-11' },
    ]) {
      expect(refusal(await put({ ...same, ...fields }))).toBe('409 payable_in_use');
    }
    expect(await read()).toEqual(before);
    await done(put({ ...same, payables: [{ id, vendor: 'City Power & Light', amount: 330 }] }));
  });

  test('is not paid if the item is wrong, or if the payment is dated before the books', async () => {
    const unknown = await pay([{ payableId: 9999 }]);
    expect([refusal(unknown), badPaths(unknown)]).toEqual(['422 unknown_reference', ['items.0.payableId']]);
    for (const items of [[{ payableId: 1, expenseId: 1 }], [{ amount: 1 }]]) {
      expect(refusal(await pay(items))).toBe('400 validation_failed');
    }
    const { payables } = await read();
    const payableId = payables[0].id;
    expect(refusal(await pay([{ payableId }, { payableId }]))).toBe('400 validation_failed');
    expect(refusal(await pay([{ payableId }], { date: '2010-06-30' }))).toBe('422 before_the_books');
  });
});

describe('the annual report of the first year, on the paid basis', () => {
  test('counts a bill from before the books when it is paid, and not when the books begin', async () => {
    const { payables } = await read();
    const [paid, owed] = ['paid', 'amount'].map((field) =>
      payables.reduce((total: number, bill: Json) => total + bill[field], 0),
    );
    expect(owed).toBeGreaterThan(paid);
    const { adjustments } = await done(treasurer.get('/api/reports/income-statement?year=2010&basis=paid'));
    expect(adjustments).toBe(0 - paid);
  });
});

describe('the monthly statement', () => {
  test('accepts only the opening balance that is computed from the books', async () => {
    await done(treasurer.put('/api/monthly-statements/2010/6', { openingBalance: 77 }));
    const { openingBalance } = await statementOf(books, '2010/8');
    const answer = await treasurer.put('/api/monthly-statements/2010/8', { openingBalance: openingBalance + 1 });
    expect([refusal(answer), answer.body.carried]).toEqual(['409 opening_differs', openingBalance]);
    await done(treasurer.put('/api/monthly-statements/2010/8', { openingBalance }));
    await done(treasurer.put('/api/monthly-statements/2010/8', { notes: 'As carried' }));
  });

  test('shows no amount available to spend for a month before the books begin', async () => {
    const [before, first] = [await statementOf(books, '2010/6'), await statementOf(books, '2010/7')];
    expect(before.position).toBeNull();
    expect(first.position).not.toBeNull();
  });
});

describe('a finalized month', () => {
  test('prevents changes of the opening only if the month is after the opening, and allows new givings before the opening', async () => {
    await close(books, '2010/5');
    const { payables } = await read();
    const fields = {
      accounts: [{ accountId: CHECKING, balance: 1000 }],
      payables: payables.map(({ id, vendor, amount }: Json) => ({ id, vendor, amount })),
    };
    await done(put(fields));
    await close(books, '2010/7');
    const before = await read();
    for (const date of [DATE, '2010-06-15', '2010-07-05']) {
      const answer = await put({ ...fields, date });
      expect([refusal(answer), answer.body.months]).toEqual(['409 period_finalized', ['2010-07']]);
    }
    expect(await read()).toEqual(before);
    const stored = await statementOf(books, '2010/7');
    await addGiving(books, { date: '2010-06-13', categoryId: books.category('Missions') });
    const refused = await books.admin.post('/api/givings', giving(books, { date: '2010-07-13' }));
    expect(refusal(refused)).toBe('409 period_finalized');
    expect(await statementOf(books, '2010/7')).toEqual(stored);
  });
});

describe('a fund with a balance in the opening', () => {
  test('keeps its class once a month after the opening is finalized', async () => {
    const fund = { name: 'Organ', class: 'Designated' };
    const { id } = await done(books.admin.post('/api/funds', fund));
    const months = ['2010/7', '2010/5'];
    for (const month of months)
      await done(books.admin.post(`/api/monthly-statements/${month}/reopen`, { reason: 'Test' }));
    const { payables } = await read();
    const kept = payables.map(({ id, vendor, amount }: Json) => ({ id, vendor, amount }));
    await done(put({ payables: kept, funds: [{ fundId: id, balance: 5 }] }));
    await close(books, '2010/7');
    expect(refusal(await books.admin.put(`/api/funds/${id}`, { ...fund, class: 'Restricted' }))).toBe(
      '409 fund_in_use',
    );
    expect(refusal(await books.admin.del(`/api/funds/${id}`))).toBe('409 fund_in_use');
  });
});
