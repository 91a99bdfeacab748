/** What there is to spend, what funds hold in accounts that are no money, loans between funds, and values of investments. */
import { beforeAll, describe, expect, test } from 'vitest';
import { addApproved, booksOfFile, done, type Json, type Staff } from './books.ts';
import { CHECKING, fundBooks, GENERAL, named, refusedWith as refused } from './fund-books.ts';

const books = booksOfFile();
let treasurer: Staff;
let elder: Staff;

let of: ReturnType<typeof fundBooks>;

const [BEGIN, MONTH] = ['2011-01-01', '2011-01'];
let ids: { building: number; endowment: number; broker: number };

beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
  elder = await books.as(['elder']);
  of = fundBooks(books, treasurer, elder);
  const [building, endowment, broker] = [
    await of.newFund('Restricted'),
    await of.newFund('Endowment'),
    await of.newAccount('Investment'),
  ];
  ids = { building, endowment, broker };
  await done(
    books.admin.put('/api/books/opening', {
      date: BEGIN,
      accounts: [
        { accountId: CHECKING, balance: 8800 },
        { accountId: broker, fundId: endowment, balance: 50_000 },
      ],
      funds: [
        { fundId: building, balance: 4000 },
        { fundId: endowment, balance: 50_000 },
      ],
      payables: [{ vendor: 'Roofer', amount: 700 }],
    }),
  );
});

describe('what there is to spend', () => {
  test('leaves out only the cash of a fund, and not what the fund has at a broker', async () => {
    expect(await of.positionIn(MONTH)).toEqual({
      cash: 8800,
      owed: 700,
      heldForOthers: 0,
      restricted: 54_000,
      designated: 0,
      investments: 50_000,
      heldInCash: { custodial: 0, restricted: 4000, endowment: 0, designated: 0 },
      available: 4100,
      availableWithDesignated: 4100,
      todaysRule: null,
    });
  });

  test('is listed for what the board set aside as well, and an overdrawn fund does not raise it', async () => {
    await of.funded('Designated', 500, '2011-02-01');
    const spent = await of.newFund('Restricted');
    await addApproved(books, { expenseDate: '2011-02-02', amount: 60, fundId: spent });
    const position = await of.positionIn('2011-02');
    expect(position).toMatchObject({ cash: 9300, owed: 760, designated: 500, restricted: 53_940 });
    expect([position['available'], position['availableWithDesignated']]).toEqual([4040, 4540]);
  });

  test('the opening is read back with the fund that holds the account, and sent again it stays the same', async () => {
    const { accounts, funds, date } = await done(treasurer.get('/api/books/opening'));
    expect(accounts).toMatchObject([
      { accountId: CHECKING, fundId: null, balance: 8800 },
      { accountId: ids.broker, fundId: ids.endowment, balance: 50_000 },
    ]);
    expect(funds.find(({ fundId }: Json) => fundId === GENERAL).balance).toBe(4100);
    const fault = await refused(
      books.admin.put('/api/books/opening', {
        date,
        accounts: [{ accountId: CHECKING, fundId: ids.building, balance: 1 }],
        funds: [],
      }),
    );
    expect([fault['status'], fault['fields']]).toEqual([400, ['accounts.0.fundId']]);
  });
});

describe('what a fund holds', () => {
  const DATE = '2011-03-01';

  test('a transfer to an investment turns cash of the fund into an investment, and its balance stays', async () => {
    const fund = await of.funded('Endowment', 1000, DATE);
    const [broker, before] = [await of.newAccount('Investment'), await of.positionIn('2011-03')];
    const made = await done(
      of.move({ date: DATE, amount: 900, fromAccountId: CHECKING, toAccountId: broker, fundId: fund }),
    );
    expect(made).toMatchObject({ fundId: fund, status: 'Posted', loan: false, repays: null, owed: null });
    const after = await of.positionIn('2011-03');
    expect(after['cash'] - before['cash']).toBe(-900);
    expect(after['investments'] - before['investments']).toBe(900);
    expect(after['heldInCash'].endowment - before['heldInCash'].endowment).toBe(-900);
    expect([after['available'], after['restricted']]).toEqual([before['available'], before['restricted']]);
    const more = await refused(
      of.move({ date: DATE, amount: 100.01, fromAccountId: CHECKING, toAccountId: broker, fundId: fund }),
    );
    expect(more).toMatchObject({ status: 409, code: 'fund_overdrawn', available: 100 });
    const back = await refused(
      of.move({ date: DATE, amount: 901, fromAccountId: broker, toAccountId: CHECKING, fundId: fund }),
    );
    expect(back).toMatchObject({ status: 409, code: 'fund_overdrawn', available: 900 });
    const deleted = await done(
      of.move({ date: DATE, amount: 400, fromAccountId: broker, toAccountId: CHECKING, fundId: fund }),
    );
    expect((await treasurer.del(`/api/transfers/${made['id']}`)).body.code).toBe('fund_overdrawn');
    await done(treasurer.del(`/api/transfers/${deleted['id']}`));
    await done(treasurer.del(`/api/transfers/${made['id']}`));
    expect(await of.positionIn('2011-03')).toMatchObject({ available: before['available'], cash: before['cash'] });
  });

  test('money is kept together, so no fund holds an account of money', async () => {
    const sides = { date: DATE, amount: 1, fromAccountId: CHECKING, toAccountId: 3, fundId: ids.building };
    expect(await refused(of.move(sides))).toMatchObject({ status: 400, fields: ['fundId'] });
    const lines = [
      { accountId: CHECKING, debit: 1, fundId: ids.building },
      { netAssets: true, credit: 1 },
    ];
    const entry = treasurer.post('/api/journal-entries', { date: DATE, memo: 'A try', lines });
    expect(await refused(entry)).toMatchObject({ status: 400, fields: ['lines.0.fundId'] });
  });

  test('an adjusting entry says which fund holds what the church already has', async () => {
    const [fund, broker] = [await of.funded('Endowment', 300, DATE), await of.newAccount('Investment')];
    await done(of.move({ date: DATE, amount: 300, fromAccountId: CHECKING, toAccountId: broker }));
    const before = await of.positionIn('2011-03');
    const lines = [
      { accountId: broker, fundId: fund, debit: 300 },
      { accountId: broker, credit: 300 },
    ];
    const entry = await done(treasurer.post('/api/journal-entries', { date: DATE, memo: 'Of the fund', lines }));
    expect(entry['lines']).toMatchObject([
      { fundId: fund, debit: 300 },
      { fundId: null, credit: 300 },
    ]);
    const after = await of.positionIn('2011-03');
    expect([after['available'] - before['available'], after['cash']]).toEqual([300, before['cash']]);
    await done(treasurer.post(`/api/journal-entries/${entry['id']}/reverse`, { date: DATE, reason: 'A mistake' }));
    expect((await of.positionIn('2011-03'))['available']).toBe(before['available']);
  });

  test('a part of an expense that names an account is held by its fund, and may not cost more than the fund has in cash', async () => {
    const [fund, roof] = [await of.funded('Restricted', 500, DATE), await of.newAccount('FixedAsset')];
    const before = await of.positionIn('2011-03');
    const splits = (amount: number) => ({ amount, splits: [{ accountId: roof, fundId: fund, amount }] });
    const body = { expenseDate: DATE, description: 'A roof', ministryId: books.ministry('Administration') };
    const answer = treasurer.post('/api/expenses', { ...body, ...splits(500.01) });
    expect(await refused(answer)).toMatchObject({ status: 409, code: 'fund_overdrawn', available: 500 });
    // Who may not read reports learns nothing of the fund. The approval is refused.
    const helper = await books.as(['member']);
    const draft = await done(helper.post('/api/expenses', { ...body, ...splits(500.01) }));
    await done(helper.post(`/api/expenses/${draft['id']}/submit`));
    const approval = elder.post(`/api/expenses/${draft['id']}/approve`);
    expect(await refused(approval)).toMatchObject({ code: 'fund_overdrawn' });
    await addApproved(books, { expenseDate: DATE, subCategoryId: null, ministryId: null, ...splits(500) });
    const after = await of.positionIn('2011-03');
    expect(after['heldInCash'].restricted - before['heldInCash'].restricted).toBe(-500);
    expect(after['available']).toBe(before['available']);
  });
});

describe('a loan between funds', () => {
  const DATE = '2011-04-01';
  const owedAt = async (at: string, fund: number): Promise<Json[]> =>
    (await done(treasurer.get(`/api/reports/interfund?at=${at}`))).items.filter(
      ({ fromFundId, toFundId }: Json) => fromFundId === fund || toFundId === fund,
    );

  test('moves the cash of the funds and leaves their balances, until it is paid back', async () => {
    const [lender, borrower] = [await of.funded('Designated', 800, DATE), await of.newFund('Restricted')];
    const before = await of.positionIn('2011-04');
    const loan = await done(of.move({ date: DATE, amount: 500, fromFundId: lender, toFundId: borrower, loan: true }));
    expect(loan).toMatchObject({ status: 'Posted', loan: true, owed: 500 });
    expect(loan).not.toHaveProperty('warnings');
    const during = await of.positionIn('2011-04');
    expect([during['designated'], during['restricted']]).toEqual([before['designated'], before['restricted']]);
    expect(during['heldInCash'].designated - before['heldInCash'].designated).toBe(-500);
    expect(during['heldInCash'].restricted - before['heldInCash'].restricted).toBe(500);
    expect(await owedAt('2011-04-30', lender)).toMatchObject([{ fromFundId: lender, toFundId: borrower, amount: 500 }]);

    const repay = (amount: number, date = '2011-04-10') =>
      of.move({ date, amount, fromFundId: borrower, toFundId: lender, repays: loan['id'], reason: 'Due' });
    expect(await refused(repay(500.01))).toMatchObject({ status: 409, code: 'loan_repaid', left: 500 });
    expect(await refused(repay(1, '2011-03-31'))).toMatchObject({ status: 400, fields: ['date'] });
    const back = await done(repay(200));
    // The money leaves a fund that donors have restricted, so another person approves it.
    expect(back).toMatchObject({ status: 'PendingApproval', repays: loan['id'] });
    await done(elder.post(`/api/transfers/${back['id']}/approve`));
    expect((await done(treasurer.get(`/api/transfers/${loan['id']}`)))['owed']).toBe(300);
    expect(await owedAt('2011-04-30', borrower)).toMatchObject([{ amount: 300 }]);
    expect(await owedAt('2011-04-05', borrower)).toMatchObject([{ amount: 500 }]);
    const budgetOf = async (fund: number) =>
      (await done(treasurer.get(`/api/reports/budget?year=2011&through=2011-04&fundId=${fund}`))).bottomLine;
    expect(await budgetOf(lender)).toMatchObject({ operating: { actual: 800 }, cash: { actual: 800 - 300 } });
    expect(await budgetOf(borrower)).toMatchObject({ operating: { actual: 0 }, cash: { actual: 300 } });
    expect((await treasurer.del(`/api/transfers/${loan['id']}`)).body.code).toBe('loan_repaid');
    const closed = treasurer.put(`/api/funds/${lender}`, {
      name: named('Closed'),
      class: 'Designated',
      isActive: false,
    });
    expect(await refused(closed)).toMatchObject({ status: 409, code: 'fund_in_use' });
    const { funds } = await done(treasurer.get('/api/reports/fund-balances?from=2011-04-01&to=2011-04-30'));
    expect(funds.filter(({ fundId }: Json) => [lender, borrower].includes(fundId))).toMatchObject([
      { transfers: 0, closing: 800 },
      { transfers: 0, closing: 0 },
    ]);
  });

  test('is never owed less than nothing, whichever of its reversal and its repayment is approved first', async () => {
    const [lender, borrower] = [await of.funded('Designated', 800, DATE), await of.newFund('Restricted')];
    const sides = { fromFundId: lender, toFundId: borrower };
    const back = (repays: number) => ({ date: DATE, fromFundId: borrower, toFundId: lender, repays, reason: 'Due' });
    const undone = { date: DATE, reason: 'Wrong' };

    const first = await done(of.move({ date: DATE, amount: 100, ...sides, loan: true }));
    const reversal = await done(treasurer.post(`/api/transfers/${first['id']}/reverse`, undone));
    expect(reversal['status']).toBe('PendingApproval');
    const { id } = await done(of.move({ amount: 100, ...back(first['id']) }));
    await done(elder.post(`/api/transfers/${id}/approve`));
    expect(await refused(elder.post(`/api/transfers/${reversal['id']}/approve`))).toMatchObject({
      code: 'loan_repaid',
    });

    const [giver, taker] = [await of.funded('Restricted', 800, DATE), await of.funded('Designated', 800, DATE)];
    const second = await done(
      of.move({ date: DATE, amount: 100, fromFundId: giver, toFundId: taker, loan: true, reason: 'Roof' }),
    );
    await done(elder.post(`/api/transfers/${second['id']}/approve`));
    const repayment = await done(
      of.move({ date: DATE, amount: 50, fromFundId: taker, toFundId: giver, repays: second['id'] }),
    );
    const waits = await done(treasurer.post(`/api/transfers/${repayment['id']}/reverse`, undone));
    expect([repayment['status'], waits['status']]).toEqual(['Posted', 'PendingApproval']);
    const whole = () => treasurer.post(`/api/transfers/${second['id']}/reverse`, undone);
    expect(await refused(whole())).toMatchObject({ status: 409, code: 'loan_repaid' });
    await done(elder.post(`/api/transfers/${waits['id']}/approve`));
    await done(whole());
  });

  test.each([
    ['of more than the fund has in cash', { amount: 100.5 }, 409, 'fund_overdrawn'],
    [
      'between accounts',
      { fromFundId: null, toFundId: null, fromAccountId: 2, toAccountId: 3 },
      400,
      'validation_failed',
    ],
    ['that also pays one back', { repays: 1 }, 400, 'validation_failed'],
  ])('%s is refused', async (_what, fields, status, code) => {
    const sides = { fromFundId: await of.funded('Designated', 100, DATE), toFundId: GENERAL };
    expect(await refused(of.move({ date: DATE, amount: 5, loan: true, ...sides, ...fields }))).toMatchObject({
      status,
      code,
    });
  });
});

describe('the value of an investment', () => {
  test('books the gain and the fee of the fund that holds it', async () => {
    const before = await of.positionIn('2011-05');
    const answer = await of.value(ids.broker, { date: '2011-05-31', value: 52_310.44, fee: 25 });
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `/api/journal-entries/${answer.body.id}`]);
    expect(answer.body).toMatchObject({ book: 50_000, gain: 2335.44, fee: 25, fundId: null });
    const { funds } = await done(treasurer.get('/api/reports/fund-balances?from=2011-05-01&to=2011-05-31'));
    expect(funds.find(({ fundId }: Json) => fundId === ids.endowment)).toMatchObject({
      otherIncome: 2335.44,
      expenses: 25,
      closing: 52_310.44,
    });
    const after = await of.positionIn('2011-05');
    expect(after['investments'] - before['investments']).toBeCloseTo(2310.44, 2);
    expect(after['heldInCash']).toEqual(before['heldInCash']);
    const same = await refused(of.value(ids.broker, { date: '2011-05-31', value: 52_310.44 }));
    expect(same).toMatchObject({ status: 400, fields: ['value'] });
  });

  test('is divided among the funds by what each holds, and a loss is negative income', async () => {
    const DATE = '2011-06-01';
    const [one, other] = [await of.funded('Endowment', 300, DATE), await of.funded('Designated', 600, DATE)];
    const broker = await of.newAccount('Investment');
    const buy = (fundId: number | null, amount: number) =>
      done(of.move({ date: DATE, amount, fromAccountId: CHECKING, toAccountId: broker, fundId }));
    for (const [fundId, amount] of [
      [one, 300],
      [other, 600],
      [null, 100],
    ] as const)
      await buy(fundId, amount);
    const { body } = await of.value(broker, { date: '2011-06-30', value: 899.97 });
    expect(body).toMatchObject({ book: 1000, gain: -100.03, fee: 0 });
    const { funds } = await done(treasurer.get('/api/reports/fund-balances?from=2011-06-01&to=2011-06-30'));
    const lossOf = (id: number) => funds.find(({ fundId }: Json) => fundId === id)['otherIncome'];
    expect([lossOf(one), lossOf(other), lossOf(GENERAL)]).toEqual([-30.01, -60.02, -10]);
    const own = await done(of.value(broker, { date: '2011-06-30', value: 280, fundId: one }));
    expect(own).toMatchObject({ book: 269.99, gain: 10.01, fundId: one });
  });

  test('is not divided if a fund holds less than nothing, so the request must name the fund', async () => {
    const [fund, broker] = [await of.funded('Endowment', 300, '2011-06-01'), await of.newAccount('Investment')];
    const [buy, sell] = [
      { fromAccountId: CHECKING, toAccountId: broker },
      { fromAccountId: broker, toAccountId: CHECKING },
    ];
    await done(of.move({ date: '2011-06-01', amount: 300, ...buy, fundId: fund }));
    await done(of.move({ date: '2011-07-01', amount: 20, ...buy }));
    await done(of.move({ date: '2011-06-02', amount: 20, ...sell }));
    const body = { date: '2011-06-30', value: 290 };
    expect(await refused(of.value(broker, body))).toMatchObject({ status: 400, fields: ['fundId'] });
    expect(await done(of.value(broker, { ...body, value: 310, fundId: fund }))).toMatchObject({ book: 300, gain: 10 });
  });

  test('after a loss of everything, belongs to those who lost it', async () => {
    const [one, other] = [
      await of.funded('Endowment', 300, '2011-06-01'),
      await of.funded('Endowment', 100, '2011-06-01'),
    ];
    const broker = await of.newAccount('Investment');
    const buy = (fundId: number, amount: number) =>
      done(of.move({ date: '2011-06-01', amount, fromAccountId: CHECKING, toAccountId: broker, fundId }));
    await buy(one, 300);
    expect(await done(of.value(broker, { date: '2011-06-30', value: 0 }))).toMatchObject({ gain: -300 });
    expect(await done(of.value(broker, { date: '2011-07-31', value: 20 }))).toMatchObject({ book: 0, gain: 20 });
    const { funds } = await done(treasurer.get('/api/reports/fund-balances?from=2011-07-01&to=2011-07-31'));
    expect(funds.find(({ fundId }: Json) => fundId === one)).toMatchObject({ otherIncome: 20, closing: 20 });
    await buy(other, 100);
    await done(of.value(broker, { date: '2011-08-31', value: 0 }));
    expect(await refused(of.value(broker, { date: '2011-09-30', value: 5 }))).toMatchObject({ fields: ['fundId'] });
    const found = await done(of.value(broker, { date: '2011-09-30', value: 5, fundId: other }));
    expect(found).toMatchObject({ book: 0, gain: 5, fundId: other });
  });

  test.each([
    ['a value below zero', { value: -1 }, 400, ['value']],
    ['a day in the future', { date: '2999-01-01' }, 400, ['date']],
    ['a fund that holds nothing of it', { fundId: GENERAL }, 400, ['fundId']],
    ['a fund that does not exist', { fundId: 99_999 }, 422, ['fundId']],
  ])('refuses %s', async (_what, fields, status, paths) => {
    const answer = await refused(of.value(ids.broker, { date: '2011-07-31', value: 5, ...fields }));
    expect([answer['status'], answer['fields']]).toEqual([status, paths]);
  });

  test('is only for an account of the kind Investment', async () => {
    expect(await refused(of.value(CHECKING, { date: '2011-07-31', value: 5 }))).toMatchObject({
      status: 400,
      fields: ['id'],
    });
    expect(await refused(of.value(99_999, { date: '2011-07-31', value: 5 }))).toMatchObject({ status: 404 });
  });
});
