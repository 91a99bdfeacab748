/** Restricted money that buys things: when its restriction ends, and what every report then says. */
import { beforeAll, describe, expect, test } from 'vitest';
import { addGiving, booksOfFile, done, type Json, type Staff } from './books.ts';
import { CHECKING, fundBooks, GENERAL, named, refusedWith } from './fund-books.ts';
import { run, works } from './people-files.ts';

const books = booksOfFile();
let treasurer: Staff;
let of: ReturnType<typeof fundBooks>;
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
  of = fundBooks(books, treasurer, await books.as(['elder']));
});

/** Adds a fund of a class that has 1,000 in cash since the first of a month. */
const funded = (kind: string, month: string, fields: Json = {}) => of.funded(kind, 1000, `${month}-01`, fields);
const releasesOf = async (year: number, id: number): Promise<Json[]> => {
  const { items } = await done(treasurer.get(`/api/reports/releases?from=${year}-01-01&to=${year}-12-31`));
  return items.filter(({ fundId }: Json) => fundId === id);
};
const refused = async (answer: ReturnType<Staff['post']>) => {
  const { status, code, fields } = await refusedWith(answer);
  return [status, code, ...fields];
};

describe('a part for a fixed asset', () => {
  test.each(['Restricted', 'Designated'])(
    'in use releases the money of a %s fund on the day of the expense',
    async (kind) => {
      const [fund, roof] = [await funded(kind, '2012-01'), await of.newAccount('FixedAsset')];
      const general = (await of.fundIn('2012-01', GENERAL))['released'];
      const bought = await of.buy('2012-01-20', [{ accountId: roof, fundId: fund, amount: 400 }]);
      const { id, splits } = bought;
      expect(bought['waitsForUse']).toBe(false);
      expect(splits).toMatchObject([{ inUse: true, release: 'OnDate', inUseOn: null }]);
      expect(await of.fundIn('2012-01', fund)).toMatchObject({
        giving: 1000,
        released: 400,
        transfers: 0,
        closing: 600,
      });
      expect((await of.fundIn('2012-01', GENERAL))['released'] - general).toBe(-400);
      const { body } = await treasurer.post(`/api/expenses/${id}/in-use`, { date: '2012-02-01' });
      expect(body.code).toBe('invalid_transition');
      const listed = kind === 'Restricted' ? [{ date: '2012-01-20', type: 'Purchase', id, amount: 400 }] : [];
      expect(await releasesOf(2012, fund)).toMatchObject(listed);
    },
  );

  test('under construction waits, and releases on the day since which it is in use', async () => {
    const [fund, hall] = [await funded('Restricted', '2012-03'), await of.newAccount('FixedAsset')];
    const bought = await of.buy('2012-03-10', [{ accountId: hall, fundId: fund, inUse: false, amount: 700 }]);
    const { id, splits } = bought;
    expect(bought['waitsForUse']).toBe(true);
    expect(splits).toMatchObject([{ inUse: false, release: 'InUse', inUseOn: null }]);
    expect(await of.fundIn('2012-03', fund)).toMatchObject({ released: 0, closing: 1000 });
    const { position } = await done(treasurer.get('/api/monthly-statements/2012/3'));

    expect(await refused(treasurer.post(`/api/expenses/${id}/in-use`, { date: '2012-03-09' }))).toEqual([
      400,
      'validation_failed',
      'date',
    ]);
    const used = await done(treasurer.post(`/api/expenses/${id}/in-use`, { date: '2012-05-02' }));
    expect(used['splits']).toMatchObject([{ inUse: true, release: 'InUse', inUseOn: '2012-05-02' }]);
    expect(used['waitsForUse']).toBe(false);
    expect(await of.fundIn('2012-04', fund)).toMatchObject({ released: 0, closing: 1000 });
    expect(await of.fundIn('2012-05', fund)).toMatchObject({ opening: 1000, released: 700, closing: 300 });
    expect(await releasesOf(2012, fund)).toMatchObject([{ date: '2012-05-02', type: 'Purchase', id, amount: 700 }]);
    // The cash of the fund is gone since March, whatever its balance is.
    const after = (await done(treasurer.get('/api/monthly-statements/2012/5')))['position'];
    expect(after['available']).toBe(position.available);
  });

  test('that is taken back takes the release back on its own day', async () => {
    const [fund, hall] = [await funded('Restricted', '2012-06'), await of.newAccount('FixedAsset')];
    const { id } = await of.buy('2012-06-10', [{ accountId: hall, fundId: fund, amount: 500 }]);
    const reversal = { date: '2012-07-01', reason: 'The builder paid it back' };
    await done(treasurer.post(`/api/expenses/${id}/reverse`, reversal));
    expect(await of.fundIn('2012-06', fund)).toMatchObject({ released: 500, closing: 500 });
    expect(await of.fundIn('2012-07', fund)).toMatchObject({ released: -500, closing: 1000 });
    expect((await releasesOf(2012, fund)).map(({ amount }) => amount)).toEqual([500, -500]);
  });

  test('waits beside a part that is in use, whose release stays in its month, and the log agrees after a reversal', async () => {
    const [fund, hall] = [await funded('Restricted', '2012-09'), await of.newAccount('FixedAsset')];
    const part = { accountId: hall, fundId: fund };
    const { id } = await of.buy('2012-09-10', [
      { ...part, amount: 300 },
      { ...part, inUse: false, amount: 400 },
    ]);
    const reversed = {
      reason: 'Returned',
      amount: 350,
      splits: [
        { ...part, amount: 300 },
        { ...part, amount: 50 },
      ],
    };
    await done(treasurer.post(`/api/expenses/${id}/reverse`, { ...reversed, date: '2012-09-12' }));
    expect(await of.fundIn('2012-09', fund)).toMatchObject({ released: 0, closing: 1000 });
    await done(treasurer.post(`/api/expenses/${id}/in-use`, { date: '2012-10-05' }));
    expect(await of.fundIn('2012-09', fund)).toMatchObject({ released: 0, closing: 1000 });
    expect(await of.fundIn('2012-10', fund)).toMatchObject({ released: 350, closing: 650 });
    expect((await works(run(books.daemon.dataDir, 'audit', 'verify'))).stdout).toContain('intact');
    await done(treasurer.post(`/api/expenses/${id}/reverse`, { reason: 'Returned', date: '2012-10-06' }));
    expect(await of.fundIn('2012-10', fund)).toMatchObject({ released: 0, closing: 1000 });
  });

  test('from an endowment is never released', async () => {
    const [fund, hall] = [await funded('Endowment', '2012-08'), await of.newAccount('FixedAsset')];
    const { splits } = await of.buy('2012-08-10', [{ accountId: hall, fundId: fund, amount: 500 }]);
    expect(splits).toMatchObject([{ release: null }]);
    expect(await of.fundIn('2012-08', fund)).toMatchObject({ released: 0, closing: 1000 });
  });
});

test('principal releases only a fund that is for the loan', async () => {
  const mortgage = await of.newAccount('Loan');
  const debt = await funded('Restricted', '2012-09', { releasesAccountIds: [mortgage] });
  const other = await funded('Restricted', '2012-09');
  const { id } = await of.buy('2012-09-10', [
    { accountId: mortgage, fundId: debt, amount: 300 },
    { accountId: mortgage, fundId: other, amount: 200 },
  ]);
  expect(await of.fundIn('2012-09', debt)).toMatchObject({ released: 300, closing: 700 });
  expect(await of.fundIn('2012-09', other)).toMatchObject({ released: 0, closing: 1000 });
  expect(await releasesOf(2012, debt)).toMatchObject([{ type: 'Principal', id, amount: 300 }]);
  const fields = { name: named('Fund'), class: 'Restricted' };
  const bad = (more: Json) => refused(treasurer.post('/api/funds', { ...fields, ...more }));
  const asset = await of.newAccount('FixedAsset');
  expect(await bad({ releasesAccountIds: [asset] })).toEqual([400, 'validation_failed', 'releasesAccountIds.0']);
  expect(await bad({ releasesAccountIds: [99_999] })).toEqual([422, 'unknown_reference', 'releasesAccountIds.0']);
  expect(await bad({ class: 'Endowment', releasesAccountIds: [mortgage] })).toEqual([
    400,
    'validation_failed',
    'releasesAccountIds',
  ]);
});

/** Returns whether the two reports of releases say that they are not GAAP. */
const aboutReports = () =>
  Promise.all(
    ['activities', 'releases'].map(async (name) => {
      const { about } = await done(treasurer.get(`/api/reports/${name}/table?from=2012-01-01&to=2012-12-31`));
      return about.some((line: string) => line.startsWith('Not GAAP'));
    }),
  );

test('a transfer into a fixed asset or a loan releases nothing, and the checklist says so until it is reversed', async () => {
  const loan = await of.newAccount('Loan');
  const [fund, asset] = [
    await funded('Restricted', '2014-01', { releasesAccountIds: [loan] }),
    await of.newAccount('FixedAsset'),
  ];
  const move = (toAccountId: number, fundId: number | null): Promise<Json> =>
    done(of.move({ date: '2014-01-20', amount: 30, fromAccountId: CHECKING, toAccountId, fundId }));
  const listed = async (): Promise<unknown[]> => {
    const { checks } = await done(treasurer.get('/api/monthly-statements/2014/1/checklist'));
    const { items } = checks.find(({ code }: Json) => code === 'releases');
    return items.flatMap(({ type, id }: Json) => (type === 'Transfer' ? [id] : []));
  };
  const [bought, paid] = [await move(asset, fund), await move(loan, fund)];
  await move(await of.newAccount('Loan'), fund);
  await move(asset, null);
  expect(await listed()).toEqual([bought['id'], paid['id']]);
  const reversal = { date: '2014-01-21', reason: 'An expense instead' };
  for (const { id } of [bought, paid]) await done(treasurer.post(`/api/transfers/${id}/reverse`, reversal));
  expect(await listed()).toEqual([]);
});

test('a part that an endowment paid for stands in the way of no release', async () => {
  const [fund, endowment] = [await funded('Restricted', '2014-03'), await funded('Endowment', '2014-03')];
  const [hall, land] = [await of.newAccount('FixedAsset'), await of.newAccount('FixedAsset')];
  const { id } = await of.buy('2014-03-05', [
    { accountId: hall, fundId: fund, inUse: false, amount: 300 },
    { accountId: land, fundId: endowment, amount: 1000 },
    { accountId: land, fundId: GENERAL, amount: 10 },
  ]);
  const sold = { date: '2014-03-06', amount: 1000, fromAccountId: land, toAccountId: CHECKING, fundId: endowment };
  await done(of.move(sold));
  await done(of.move({ ...sold, amount: 10, fundId: null }));
  await done(treasurer.post(`/api/expenses/${id}/in-use`, { date: '2014-03-20' }));
  expect(await of.fundIn('2014-03', fund)).toMatchObject({ released: 300, closing: 700 });
});

test('what the fund sold, moved or wrote off is neither released nor listed', async () => {
  const refusal = [409, 'fund_overdrawn'];
  const listed = async (): Promise<unknown[]> => {
    const { checks } = await done(treasurer.get('/api/monthly-statements/2014/2/checklist'));
    const { items } = checks.find(({ code }: Json) => code === 'releases');
    return items.map(({ type, id }: Json) => `${type} ${id}`);
  };
  const [fund, site, house] = [
    await funded('Restricted', '2014-02'),
    await of.newAccount('FixedAsset'),
    await of.newAccount('FixedAsset'),
  ];
  const before = await listed();
  const { id } = await of.buy('2014-02-05', [{ accountId: site, fundId: fund, inUse: false, amount: 300 }]);
  expect(await listed()).toEqual([...before, `Expense ${id}`]);
  const moved = { date: '2014-02-10', amount: 300, fundId: fund };
  const inUse = () => treasurer.post(`/api/expenses/${id}/in-use`, { date: '2014-02-20' });
  for (const toAccountId of [CHECKING, house]) {
    const { id: transfer } = await done(of.move({ ...moved, fromAccountId: site, toAccountId }));
    expect(await refused(inUse())).toEqual(refusal);
    expect(await listed()).toEqual(before);
    await done(treasurer.del(`/api/transfers/${transfer}`));
  }
  await done(inUse());
  expect(await of.fundIn('2014-02', fund)).toMatchObject({ released: 300, closing: 700 });
  // A transfer whose money came back, and one without money, need nothing.
  const hundred = { ...moved, amount: 100 };
  await done(of.move({ ...hundred, fromAccountId: CHECKING, toAccountId: house }));
  await done(of.move({ ...hundred, fromAccountId: house, toAccountId: CHECKING }));
  await done(of.move({ ...hundred, fromAccountId: await of.newAccount('Loan'), toAccountId: site }));
  expect(await listed()).toEqual(before);
});

test('a church may release what is spent, also for an asset under construction', async () => {
  const {
    createdAt: _a,
    modifiedAt: _b,
    createdBy: _c,
    modifiedBy: _d,
    ...profile
  } = await done(books.admin.get('/api/church-profile'));
  expect(profile['releaseRule']).toBe('PlacedInService');
  expect(await aboutReports()).toEqual([false, false]);
  await done(books.admin.put('/api/church-profile', { ...profile, releaseRule: 'AsSpent' }));
  // Left out, the rule stays.
  const { releaseRule: _rule, ...rest } = profile;
  expect((await done(books.admin.put('/api/church-profile', rest)))['releaseRule']).toBe('AsSpent');
  const [fund, hall] = [await funded('Restricted', '2012-10'), await of.newAccount('FixedAsset')];
  const { splits } = await of.buy('2012-10-10', [{ accountId: hall, fundId: fund, inUse: false, amount: 700 }]);
  expect(splits).toMatchObject([{ inUse: false, release: 'OnDate' }]);
  expect(await of.fundIn('2012-10', fund)).toMatchObject({ released: 700, closing: 300 });
  expect(await aboutReports()).toEqual([true, true]);
  await done(books.admin.put('/api/church-profile', { ...profile, releaseRule: 'PlacedInService' }));
  expect(await of.fundIn('2012-10', fund)).toMatchObject({ released: 700, closing: 300 });
});

test('the statement of activities has two columns whose net assets lead to the balance sheet', async () => {
  const range = 'from=2012-01-01&to=2012-12-31';
  const statement = await done(treasurer.get(`/api/reports/activities?${range}&compare=prior`));
  const { rows, released, netAssets } = statement;
  const releases = await done(treasurer.get(`/api/reports/releases?${range}`));
  const line = rows.find(({ kind }: Json) => kind === 'Released');
  expect(line['amounts']).toEqual([releases['total'], -releases['total'], 0]);
  const perFund = new Map<number, number>();
  for (const { fundId, amount } of releases['items']) perFund.set(fundId, (perFund.get(fundId) ?? 0) + amount);
  const listed = released.map(({ fundId, amount }: Json) => [fundId, amount]);
  expect(listed).toEqual([...perFund].filter(([, amount]) => amount !== 0).toSorted(([one], [other]) => one - other));
  expect(rows.filter(({ kind, amounts }: Json) => kind === 'Expense' && amounts[1] !== 0)).toEqual([]);
  for (const column of [0, 1, 2]) {
    const sum = rows.reduce(
      (total: number, { kind, amounts }: Json) =>
        total + Math.round(amounts[column] * 100) * (kind === 'Expense' ? -1 : 1),
      0,
    );
    expect(sum).toBe(Math.round(netAssets['change'][column] * 100));
  }
  const sheet = await done(treasurer.get('/api/reports/balance-sheet?at=2012-12-31'));
  const [undesignated, designated, restricted] = sheet['netAssets'].map(({ amount }: Json) => amount);
  expect(netAssets['closing']).toEqual([undesignated + designated, restricted, sheet['totalNetAssets']]);
  const before = await done(treasurer.get('/api/reports/balance-sheet?at=2011-12-31'));
  expect(netAssets['opening'][2]).toBe(before['totalNetAssets']);
});

test('all reports of a year with releases agree: fund balances, income by restriction, balance sheet and trial balance', async () => {
  const range = 'from=2012-01-01&to=2012-12-31';
  const { funds } = await done(treasurer.get(`/api/reports/fund-balances?${range}`));
  expect(funds.reduce((sum: number, { released }: Json) => sum + Math.round(released * 100), 0)).toBe(0);
  const income = await done(treasurer.get(`/api/reports/income-statement?${range}&columns=restriction`));
  const { total } = await done(treasurer.get(`/api/reports/releases?${range}`));
  expect(income['released']).toBe(total);
  expect(income['adjustments']).toBe(0);
  const sheet = await done(treasurer.get('/api/reports/balance-sheet?at=2012-12-31'));
  const owned = funds.filter(({ class: kind }: Json) => kind !== 'Custodial');
  const closing = owned.reduce((sum: number, fund: Json) => sum + Math.round(fund['closing'] * 100), 0);
  expect(Math.round(sheet['totalNetAssets'] * 100)).toBe(closing);
  const trial = await done(treasurer.get('/api/reports/trial-balance?at=2012-12-31'));
  expect(trial['totalDebit']).toBe(trial['totalCredit']);
});

test('a giving category and a category of other income with one name keep their own year before', async () => {
  const { items } = await done(books.admin.get('/api/income-categories'));
  const incomeCategoryId = items.find(({ name }: Json) => name === 'Other').id;
  const categoryId = books.category('Other');
  for (const [date, given, earned] of [
    ['2009-01-05', 5, 3],
    ['2010-01-05', 1, 1],
  ] as const) {
    await addGiving(books, { date, amount: given, categoryId, method: 'Zelle' });
    await done(
      treasurer.post('/api/other-income', { date, amount: earned, incomeCategoryId, accountId: 2, payer: 'Bank' }),
    );
  }
  const range = 'from=2010-01-01&to=2010-01-31&compare=prior';
  const { rows } = await done(treasurer.get(`/api/reports/activities?${range}`));
  expect(rows.filter(({ name }: Json) => name === 'Other')).toMatchObject([
    { categoryId, prior: [5, 0, 5] },
    { incomeCategoryId, prior: [3, 0, 3] },
  ]);
});
