/** What funds may not do, so that what there is to spend stays right: the order of values, holdings and classes. */
import { beforeAll, expect, test } from 'vitest';
import { addApproved, booksOfFile, done, type Json, type Staff } from './books.ts';
import { CHECKING, fundBooks, GENERAL, refusedWith } from './fund-books.ts';

const books = booksOfFile();
let treasurer: Staff;
let of: ReturnType<typeof fundBooks>;

/** The day on which the books begin, and what the church had. */
const BEGIN = '2014-07-01';
let had: { building: number; hall: number; broker: number; old: Json; other: Json };

const opening = (accounts: readonly Json[]) =>
  books.admin.put('/api/books/opening', {
    date: BEGIN,
    accounts: [{ accountId: CHECKING, balance: 5000 }, ...accounts],
    funds: [{ fundId: had.building, balance: 1700 }],
  });
const inUse = (id: number, date: string) => treasurer.post(`/api/expenses/${id}/in-use`, { date });

beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
  of = fundBooks(books, treasurer, await books.as(['elder']));
  const building = await of.funded('Restricted', 3000, '2014-01-01');
  const [hall, shed, broker] = [
    await of.newAccount('FixedAsset'),
    await of.newAccount('FixedAsset'),
    await of.newAccount('Investment'),
  ];
  const build = (accountId: number, amount: number) =>
    of.buy('2014-02-01', [{ accountId, fundId: building, inUse: false, amount }]);
  had = { building, hall, broker, old: await build(hall, 700), other: await build(shed, 300) };
  await done(
    opening([
      { accountId: hall, fundId: building, balance: 700 },
      { accountId: shed, balance: 300 },
      { accountId: broker, fundId: building, balance: 400 },
    ]),
  );
});

test('what was bought before the books is released from the holdings of the opening, and what the opening calls free is not', async () => {
  const before = await of.positionIn('2014-07');
  await done(inUse(had.old['id'], '2014-08-15'));
  expect(await of.fundIn('2014-08', had.building)).toMatchObject({ released: 700, closing: 1000 });
  expect(await of.positionIn('2014-08')).toMatchObject({
    available: before['available'],
    heldInCash: before['heldInCash'],
  });
  expect(await refusedWith(inUse(had.other['id'], '2014-08-15'))).toMatchObject({
    status: 409,
    code: 'fund_overdrawn',
    available: 0,
  });
  const checks = (await done(treasurer.get('/api/monthly-statements/2014/8/checklist'))).checks;
  expect(checks.find(({ code }: Json) => code === 'releases')['state']).toBe('done');
});

test('an opening cannot take from a fund what it sold since', async () => {
  const { hall, broker, building } = had;
  const sell = { amount: 300, fromAccountId: broker, toAccountId: CHECKING, fundId: building };
  await done(of.move({ date: '2014-07-10', ...sell }));
  const of400 = { accountId: broker, balance: 400 };
  const kept = [{ accountId: hall, fundId: building, balance: 700 }, of400];
  expect(await refusedWith(opening(kept))).toMatchObject({ status: 409, code: 'fund_overdrawn' });
  const read = await done(treasurer.get('/api/books/opening'));
  expect(read.accounts.find(({ accountId }: Json) => accountId === broker)).toMatchObject({ fundId: building });
  await done(opening([...kept.slice(0, 1), { ...of400, fundId: building, balance: 300 }]));
  // What the General fund sold since, the opening cannot give to another fund either.
  const shares = { accountId: await of.newAccount('Investment'), balance: 400 };
  await done(opening([...kept.slice(0, 1), { ...of400, fundId: building, balance: 300 }, shares]));
  await done(of.move({ date: '2014-07-11', amount: 300, fromAccountId: shares.accountId, toAccountId: CHECKING }));
  const given = opening([
    ...kept.slice(0, 1),
    { ...of400, fundId: building, balance: 300 },
    { ...shares, fundId: building },
  ]);
  expect(await refusedWith(given)).toMatchObject({ status: 409, code: 'fund_overdrawn' });
});

test('an opening in which a fund holds more than it has is saved with a warning', async () => {
  const before = await done(treasurer.get('/api/books/opening'));
  const accounts = before.accounts.filter(({ accountId }: Json) => accountId !== CHECKING);
  const loan = { accountId: await of.newAccount('Loan'), fundId: had.building, balance: 100 };
  const parts = accounts.map(({ accountId, fundId, balance }: Json) => ({ accountId, fundId, balance }));
  expect((await done(opening(parts))).warnings).toBeUndefined();
  const more = { accountId: await of.newAccount('Investment'), fundId: had.building, balance: 800 };
  expect((await done(opening([...parts, more, loan]))).warnings).toBeUndefined();
  const over = await done(opening([...parts, { ...more, balance: 801 }, loan]));
  const message = expect.stringMatching(/ is 1,701\.00, but its balance is only 1,700\.00/);
  expect(over).toMatchObject({ date: BEGIN, warnings: [{ code: 'fund_overdrawn', message }] });
  await done(opening(parts));
});

test('a part under construction may be reversed on a day before it was in use', async () => {
  const [fund, hall] = [await of.funded('Restricted', 900, '2014-09-01'), await of.newAccount('FixedAsset')];
  const { id } = await of.buy('2014-09-10', [{ accountId: hall, fundId: fund, inUse: false, amount: 600 }]);
  await done(inUse(id, '2014-11-01'));
  await done(treasurer.post(`/api/expenses/${id}/reverse`, { date: '2014-10-05', reason: 'Not built' }));
  const [reversal] = (await done(treasurer.get('/api/expenses?from=2014-10-05&to=2014-10-05'))).items;
  expect(await refusedWith(inUse(reversal.id, '2014-12-01'))).toMatchObject({
    status: 409,
    code: 'invalid_transition',
  });
  expect(await of.fundIn('2014-10', fund)).toMatchObject({ released: 0, closing: 900 });
  expect(await of.fundIn('2014-11', fund)).toMatchObject({ released: 0, closing: 900 });
});

test('the values of an investment are booked in the order of their days', async () => {
  const [fund, other] = [
    await of.funded('Endowment', 500, '2015-01-01'),
    await of.funded('Endowment', 500, '2015-01-01'),
  ];
  const broker = await of.newAccount('Investment');
  for (const fundId of [fund, other])
    await done(of.move({ date: '2015-01-02', amount: 500, fromAccountId: CHECKING, toAccountId: broker, fundId }));
  const first = await done(of.value(broker, { date: '2015-03-31', value: 520, fundId: fund }));
  const later = await done(of.value(broker, { date: '2015-06-30', value: 530, fundId: fund }));
  const booked = { status: 409, code: 'value_booked' };
  expect(await refusedWith(of.value(broker, { date: '2015-05-31', value: 525, fundId: fund }))).toMatchObject(booked);
  expect(await refusedWith(of.value(broker, { date: '2015-05-31', value: 1100 }))).toMatchObject(booked);
  expect(await done(of.value(broker, { date: '2015-05-31', value: 505, fundId: other }))).toMatchObject({ gain: 5 });
  const sell = { amount: 30, fromAccountId: broker, toAccountId: CHECKING, fundId: fund };
  const sold = await done(of.move({ date: '2015-06-10', ...sell }));
  expect(sold['warnings']).toMatchObject([{ code: 'value_booked' }]);
  await done(treasurer.del(`/api/transfers/${sold['id']}`));
  expect(await done(of.move({ date: '2015-06-30', ...sell, amount: 1 }))).not.toHaveProperty('warnings');
  const path = `/api/journal-entries/${first['id']}`;
  const back = { date: '2015-07-01', reason: 'Misread' };
  expect(await refusedWith(treasurer.del(path))).toMatchObject(booked);
  expect(await refusedWith(treasurer.post(`${path}/reverse`, back))).toMatchObject(booked);
  await done(treasurer.post(`/api/journal-entries/${later['id']}/reverse`, back));
  await done(treasurer.post(`${path}/reverse`, back));
  expect(await done(of.value(broker, { date: '2015-07-31', value: 540, fundId: fund }))).toMatchObject({ gain: 41 });
});

test('a value that was reversed on a later day stays in the books until then, and of two on one day the later rests on the first', async () => {
  const fund = await of.funded('Endowment', 500, '2015-08-01');
  const broker = await of.newAccount('Investment');
  await done(of.move({ date: '2015-08-02', amount: 500, fromAccountId: CHECKING, toAccountId: broker, fundId: fund }));
  const booked = { status: 409, code: 'value_booked' };
  const wrong = await done(of.value(broker, { date: '2015-08-31', value: 530 }));
  await done(treasurer.post(`/api/journal-entries/${wrong['id']}/reverse`, { date: '2015-10-15', reason: 'Misread' }));
  expect(await refusedWith(of.value(broker, { date: '2015-08-31', value: 520 }))).toMatchObject(booked);
  const first = await done(of.value(broker, { date: '2015-10-15', value: 520 }));
  expect(first).toMatchObject({ book: 500, gain: 20 });
  await done(of.value(broker, { date: '2015-10-15', value: 525 }));
  expect(await refusedWith(treasurer.del(`/api/journal-entries/${first['id']}`))).toMatchObject(booked);
});

test('the General fund lends only what it has in cash, not what stands in its building', async () => {
  const [fund, house] = [await of.newFund('Designated'), await of.newAccount('FixedAsset')];
  const { available } = await of.positionIn('2015-12');
  await of.buy('2016-01-10', [{ accountId: house, fundId: GENERAL, amount: 100 }]);
  const lend = (amount: number) =>
    of.move({ date: '2016-01-11', amount, fromFundId: GENERAL, toFundId: fund, loan: true });
  const refusal = await refusedWith(lend(available));
  expect(refusal).toMatchObject({ status: 409, code: 'fund_overdrawn', available: available - 100 });
  await done(lend(available - 100));
});

test('a fund may sell what it has at a broker and lend the money in one transfer', async () => {
  const [fund, borrower, broker] = [
    await of.funded('Designated', 60, '2016-01-10'),
    await of.newFund('Designated'),
    await of.newAccount('Investment'),
  ];
  const [day, sides] = ['2016-01-11', { fundId: fund, fromFundId: fund, toFundId: borrower, loan: true }];
  await done(of.move({ date: day, amount: 50, fromAccountId: CHECKING, toAccountId: broker, fundId: fund }));
  const sell = { date: day, fromAccountId: broker, toAccountId: CHECKING };
  expect(await done(of.move({ ...sell, ...sides, amount: 40 }))).toMatchObject({ owed: 40 });
  expect(await refusedWith(of.move({ ...sell, ...sides, amount: 11 }))).toMatchObject({ code: 'fund_overdrawn' });
});

test('paying a loan back with cash that the fund does not have is a warning', async () => {
  const [lender, fund] = [await of.funded('Designated', 80, '2016-01-10'), await of.newFund('Designated')];
  const asset = await of.newAccount('OtherAsset');
  const day = '2016-01-12';
  const { id } = await done(of.move({ date: day, amount: 80, fromFundId: lender, toFundId: fund, loan: true }));
  await of.buy(day, [{ accountId: asset, fundId: fund, amount: 50 }]);
  const pay = (amount: number): Promise<Json> =>
    done(of.move({ date: day, amount, fromFundId: fund, toFundId: lender, repays: id }));
  expect((await pay(30))['warnings']).toBeUndefined();
  expect((await pay(10))['warnings']).toMatchObject([
    { code: 'fund_overdrawn', message: expect.stringContaining('-10.00 in cash') },
  ]);
});

test('giving away what is invested is a warning, also for a transfer that waits, and selling it first is none', async () => {
  const day = '2016-01-13';
  const [fund, broker] = [await of.funded('Restricted', 100, day), await of.newAccount('Investment')];
  const give = { date: day, amount: 100, fromFundId: fund, toFundId: GENERAL, reason: 'No longer needed' };
  await done(of.move({ date: day, amount: 100, fromAccountId: CHECKING, toAccountId: broker, fundId: fund }));
  const message = expect.stringContaining('-100.00 in cash');
  expect(await done(of.move(give))).toMatchObject({ warnings: [{ code: 'fund_overdrawn', message }] });
  const both = { ...give, fromAccountId: broker, toAccountId: CHECKING, fundId: fund };
  expect((await done(of.move(both)))['warnings']).toBeUndefined();
});

test('a value that a later sale takes below zero is booked with a warning', async () => {
  const broker = await of.newAccount('Investment');
  const sides = { amount: 120, fromAccountId: CHECKING, toAccountId: broker };
  await done(of.move({ date: '2016-01-05', ...sides }));
  await done(of.move({ date: '2016-04-05', ...sides, fromAccountId: broker, toAccountId: CHECKING }));
  const { warnings } = await done(of.value(broker, { date: '2016-03-31', value: 100 }));
  expect(warnings).toMatchObject([{ code: 'below_zero', message: expect.stringContaining('-20.00') }]);
  expect((await done(of.value(broker, { date: '2016-04-30', value: 0 })))['warnings']).toBeUndefined();
});

test('a recovered value belongs only to a fund in use that lost everything by a value', async () => {
  const day = '2016-01-06';
  const [fund, broker] = [await of.funded('Endowment', 100, day), await of.newAccount('Investment')];
  const buy = { date: day, amount: 100, fromAccountId: CHECKING, toAccountId: broker };
  await done(of.move({ ...buy, fundId: fund }));
  const { id } = await done(of.value(broker, { date: '2016-01-31', value: 90 }));
  await done(treasurer.post(`/api/journal-entries/${id}/reverse`, { date: '2016-01-31', reason: 'Misread' }));
  const sell = { ...buy, fromAccountId: broker, toAccountId: CHECKING };
  await done(of.move({ ...sell, date: '2016-02-01', fundId: fund }));
  await done(of.move({ ...buy, date: '2016-02-02' }));
  const named = { date: '2016-02-28', value: 250, fundId: fund };
  expect(await refusedWith(of.value(broker, named))).toMatchObject({ status: 400, fields: ['fundId'] });
  await done(of.value(broker, { date: '2016-02-28', value: 0 }));
  // The General fund lost all that there was.
  expect(await done(of.value(broker, { date: '2016-03-31', value: 50 }))).toMatchObject({ book: 0, gain: 50 });
  const { funds } = await done(treasurer.get('/api/reports/fund-balances?from=2016-03-01&to=2016-03-31'));
  expect(funds.find(({ fundId }: Json) => fundId === fund)?.otherIncome ?? 0).toBe(0);
});

test('the class of a fund stays as long as another fund owes it money or its purchases wait', async () => {
  const [fund, hall] = [await of.funded('Designated', 800, '2016-02-01'), await of.newAccount('FixedAsset')];
  const become = async (kind: string, more: Json = {}) => {
    const { id: _id, ...fields } = await done(treasurer.get(`/api/funds/${fund}`));
    const body = { name: fields['name'], purpose: null, isActive: true, ...more, class: kind };
    return refusedWith(treasurer.put(`/api/funds/${fund}`, body));
  };
  const { id } = await of.buy('2016-02-10', [{ accountId: hall, fundId: fund, inUse: false, amount: 100 }]);
  expect(await become('Endowment')).toMatchObject({ status: 409, code: 'fund_in_use' });
  expect(await become('Restricted')).toMatchObject({ status: 200 });
  await done(inUse(id, '2016-02-20'));
  const borrower = await of.newFund('Designated');
  const sides = { date: '2016-02-21', amount: 50, fromFundId: fund, toFundId: borrower, loan: true, reason: 'Short' };
  const loan = await done(of.move(sides));
  await done((await books.as(['elder'])).post(`/api/transfers/${loan['id']}/approve`));
  expect(await become('Custodial')).toMatchObject({ status: 409, code: 'fund_in_use' });
  expect(await become('Endowment')).toMatchObject({ status: 200 });
});

test('a fund that only says for which loans it is can be deleted, and another class drops no loan in silence', async () => {
  const mortgage = await of.newAccount('Loan');
  const fund = await of.newFund('Restricted', { releasesAccountIds: [mortgage] });
  const body = { name: 'Debt of the hall', class: 'Endowment', isActive: true };
  expect(await refusedWith(treasurer.put(`/api/funds/${fund}`, body))).toMatchObject({
    status: 400,
    fields: ['releasesAccountIds'],
  });
  await done(treasurer.del(`/api/funds/${fund}`));
});

test('a fund releases no more than its balance, which what it borrowed does not raise', async () => {
  const [fund, lender] = [
    await of.funded('Restricted', 400, '2016-05-01'),
    await of.funded('Designated', 900, '2016-05-01'),
  ];
  const hall = await of.newAccount('FixedAsset');
  await done(of.move({ date: '2016-05-02', amount: 800, fromFundId: lender, toFundId: fund, loan: true }));
  const part = (amount: number, inUse = true) => [{ accountId: hall, fundId: fund, amount, inUse }];
  const enter = (splits: readonly Json[]) =>
    treasurer.post('/api/expenses', {
      expenseDate: '2016-05-03',
      description: 'A hall',
      amount: splits[0]?.['amount'],
      splits,
    });
  const tooMuch = { status: 409, code: 'fund_overdrawn', available: 400 };
  expect(await refusedWith(enter(part(400.01)))).toMatchObject(tooMuch);
  const { id } = await of.buy('2016-05-03', part(1200, false));
  expect(await refusedWith(inUse(id, '2016-05-20'))).toMatchObject(tooMuch);
  await done(of.move({ date: '2016-05-21', amount: 800, fromFundId: GENERAL, toFundId: fund }));
  await done(inUse(id, '2016-05-22'));
  expect(await of.fundIn('2016-05', fund)).toMatchObject({ released: 1200, closing: 0 });
});

test('what a fund holds of an asset is sold only for that fund, and no investment falls below zero', async () => {
  const fund = await of.funded('Endowment', 500, '2016-06-01');
  const [hall, broker] = [await of.newAccount('FixedAsset'), await of.newAccount('Investment')];
  await of.buy('2016-06-02', [{ accountId: hall, fundId: fund, amount: 300 }]);
  const sell = (fromAccountId: number, amount: number, more: Json = {}) =>
    of.move({ date: '2016-06-10', amount, fromAccountId, toAccountId: CHECKING, ...more });
  const none = { status: 409, code: 'fund_overdrawn', available: 0 };
  expect(await refusedWith(sell(hall, 300))).toMatchObject(none);
  const lines = [
    { accountId: hall, credit: 10 },
    { netAssets: true, debit: 10 },
  ];
  const entry = treasurer.post('/api/journal-entries', { date: '2016-06-10', memo: 'Wear', lines });
  expect(await refusedWith(entry)).toMatchObject(none);
  await done(sell(hall, 300, { fundId: fund }));
  expect(await refusedWith(sell(broker, 0.01))).toMatchObject(none);
  await done(of.move({ date: '2016-06-11', amount: 50, fromAccountId: CHECKING, toAccountId: broker }));
  await done(sell(broker, 50));
});

test('a purchase and a repayment of one expense are two releases, each with its own type', async () => {
  const mortgage = await of.newAccount('Loan');
  const fund = await of.funded('Restricted', 500, '2016-08-01', { releasesAccountIds: [mortgage] });
  const hall = await of.newAccount('FixedAsset');
  const { id } = await of.buy('2016-08-02', [
    { accountId: hall, fundId: fund, amount: 10 },
    { accountId: mortgage, fundId: fund, amount: 20 },
  ]);
  const { items } = await done(treasurer.get('/api/reports/releases?from=2016-08-01&to=2016-08-31'));
  const own = items
    .filter(({ fundId }: Json) => fundId === fund)
    .map((one: Json) => [one['type'], one['id'], one['amount']]);
  expect(own.toSorted()).toEqual([
    ['Principal', id, 20],
    ['Purchase', id, 10],
  ]);
});

test('the cash of a fund that lends is judged without the transfer that is changed, and a reversal needs none', async () => {
  const [lender, borrower] = [await of.funded('Designated', 100, '2016-09-01'), await of.newFund('Designated')];
  const sides = { date: '2016-09-02', memo: 'A move', amount: 100, fromFundId: lender };
  const { id } = await done(of.move({ ...sides, toFundId: GENERAL }));
  const put = (fields: Json) => treasurer.put(`/api/transfers/${id}`, { ...sides, ...fields });
  expect(await done(put({ toFundId: borrower, loan: true }))).toMatchObject({ loan: true, owed: 100 });
  const turned = put({ fromFundId: borrower, toFundId: lender, loan: true });
  expect(await refusedWith(turned)).toMatchObject({ status: 409, code: 'fund_overdrawn', available: 0 });
  await addApproved(books, { expenseDate: '2016-09-03', amount: 60, fundId: lender });
  // The memo of a loan may change, whatever the lender has now.
  await done(put({ toFundId: borrower, loan: true, memo: 'Another memo' }));
  await done(treasurer.post(`/api/transfers/${id}/reverse`, { date: '2016-09-04', reason: 'Not needed' }));
});

test('a loan from before the books is not paid back in them', async () => {
  const [lender, borrower] = [await of.funded('Designated', 100, BEGIN), await of.newFund('Designated')];
  const sides = { amount: 60, fromFundId: lender, toFundId: borrower };
  const { id } = await done(of.move({ date: '2014-07-05', ...sides, loan: true }));
  const back = { date: '2014-07-07', amount: 60, fromFundId: borrower, toFundId: lender, repays: id };
  await done(of.move({ ...back, amount: 20 }));
  const closing = async () => {
    const { funds } = await done(treasurer.get('/api/reports/fund-balances?from=2014-07-01&to=2014-07-31'));
    return [lender, borrower].map((fund) => funds.find(({ fundId }: Json) => fundId === fund)?.closing ?? 0);
  };
  expect(await closing()).toEqual([100, 0]);
  const opening = await done(treasurer.get('/api/books/opening'));
  const moved = {
    date: '2014-07-06',
    accounts: opening.accounts.map(({ accountId, fundId, balance }: Json) => ({ accountId, fundId, balance })),
    funds: opening.funds
      .filter(({ fundId }: Json) => fundId !== GENERAL)
      .map(({ fundId, balance }: Json) => ({ fundId, balance })),
  };
  await done(books.admin.put('/api/books/opening', moved));
  // What was paid back since the books began is a transfer as any other, because the opening has no loan.
  expect(await closing()).toEqual([20, -20]);
  expect(await refusedWith(of.move(back))).toMatchObject({ status: 400, fields: ['repays'] });
  expect((await done(treasurer.get('/api/reports/interfund?at=2014-12-31'))).items).toEqual([]);
  await done(books.admin.put('/api/books/opening', { ...moved, date: BEGIN }));
});
