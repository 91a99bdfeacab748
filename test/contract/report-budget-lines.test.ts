/** The two bottom lines of the budget report: each amount counts once, and the cash line is the change of the money. */
import { beforeAll, describe, expect, test } from 'vitest';
import { generator, type Random } from '../../src/lib/random.ts';
import { addApproved, addGiving, booksOfFile, done, type Json, move, type Staff } from './books.ts';

const books = booksOfFile();
const CHECKING = 2;
const PAID_EARLY = 5;
let elder: Staff;
const account: Record<string, number> = {};
const subCategory: Record<string, number> = {};

const post = (route: string, body: Json = {}): Promise<Json> => done(books.admin.post(`/api/${route}`, body));
const report = (query: string): Promise<Json> => done(books.admin.get(`/api/reports/budget?${query}`));
const actuals = async (query: string) => {
  const { bottomLine } = await report(query);
  return { operating: bottomLine.operating.actual, cash: bottomLine.cash.actual };
};

/** Books an adjusting entry. Another person approves it if it moves money. */
async function addEntry(date: string, lines: readonly Json[]): Promise<Json> {
  const entry = await post('journal-entries', { date, memo: 'Adjustment', lines });
  return entry.status === 'Posted' ? entry : done(elder.post(`/api/journal-entries/${entry.id}/approve`, {}));
}

const transfer = (date: string, amount: number, [from, to]: readonly [number, number]) =>
  post('transfers', { date, amount, fromAccountId: from, toAccountId: to, memo: 'Moved' });

/** Enters an expense of several parts, and pays it. */
async function addPaid(date: string, splits: readonly Json[], paidOn = date): Promise<Json> {
  const amount = splits.reduce((sum, part) => sum + part.amount, 0);
  const { id } = await addApproved(books, { expenseDate: date, subCategoryId: null, ministryId: null, amount, splits });
  return move(books, id, 'pay', { paidOn, paymentMethod: 'Check', paymentReference: String(id) });
}

const expenseOf = (name: string, amount: number) => ({
  subCategoryId: subCategory[name],
  ministryId: books.ministry('Worship'),
  amount,
});

beforeAll(async () => {
  elder = await books.as(['super_admin']);
  for (const [name, kind] of [
    ['Prepaid', 'OtherAsset'],
    ['Advances', 'OtherAsset'],
    ['Building', 'FixedAsset'],
    ['Accumulated depreciation', 'FixedAsset'],
    ['Mortgage', 'Loan'],
    ['Withheld', 'OtherLiability'],
    ['Card', 'CreditCard'],
  ] as const) {
    account[name] = (await post('accounts', { name, kind })).id;
  }
  const group = await post('expense-categories/groups', { name: 'Two lines' });
  for (const [name, form990LineCode] of [
    ['Insurance for a year', '23'],
    ['Wear', '22'],
    ['Interest', '20'],
    ['Trips', '17'],
  ] as const) {
    const made = await post('expense-categories/subcategories', { groupId: group.id, name, form990LineCode });
    subCategory[name] = made.id;
  }
});

describe('the two bottom lines', () => {
  const [Y, JUNE] = [2022, '2022-06'];

  beforeAll(async () => {
    await addGiving(books, { date: `${JUNE}-05`, amount: 60_000, method: 'Zelle' });
    await addPaid(`${JUNE}-10`, [{ accountId: account['Prepaid'], amount: 1200 }]);
    for (const month of ['06', '07', '08']) {
      await addEntry(`${Y}-${month}-28`, [
        { ...expenseOf('Insurance for a year', 0), amount: undefined, debit: 100 },
        { accountId: account['Prepaid'], credit: 100 },
      ]);
      await addEntry(`${Y}-${month}-28`, [
        { subCategoryId: subCategory['Wear'], debit: 500 },
        { accountId: account['Accumulated depreciation'], credit: 500 },
      ]);
    }
    await addPaid(`${JUNE}-12`, [{ accountId: account['Building'], amount: 40_000 }]);
    await transfer(`${JUNE}-15`, 50_000, [account['Mortgage'] ?? 0, CHECKING]);
    await addPaid('2022-07-15', [{ accountId: account['Mortgage'], amount: 800 }, expenseOf('Interest', 200)]);
    await transfer('2022-07-02', 300, [CHECKING, account['Advances'] ?? 0]);
    await addEntry('2022-07-20', [
      { ...expenseOf('Trips', 0), amount: undefined, debit: 280 },
      { accountId: CHECKING, debit: 20 },
      { accountId: account['Advances'], credit: 300 },
    ]);
    const lines = [
      { categoryId: books.category('General Offering'), annual: 120_000 },
      { subCategoryId: subCategory['Insurance for a year'], annual: 1200 },
      { subCategoryId: subCategory['Wear'], annual: 6000 },
      { accountId: account['Building'], annual: 40_000, months: [0, 0, 0, 0, 0, 40_000, 0, 0, 0, 0, 0, 0] },
      { accountId: account['Mortgage'], annual: 9600 },
    ];
    await done(books.admin.put(`/api/budgets/${Y}`, { lines }));
  });

  test.each(['booked', 'paid'])(
    'count a prepaid bill, depreciation and an advance once, on the basis %s',
    async (basis) => {
      const to = (month: string) => actuals(`year=${Y}&through=${Y}-${month}&basis=${basis}`);
      expect(await to('05')).toEqual({ operating: 0, cash: 0 });
      const june = { operating: 60_000 - 100 - 500, cash: 60_000 - 1200 - 40_000 + 50_000 };
      expect(await to('06')).toEqual(june);
      const july = { operating: june.operating - 600 - 200 - 280, cash: june.cash - 1000 - 280 };
      expect(await to('07')).toEqual(july);
      expect(await to('08')).toEqual({ operating: july.operating - 600, cash: july.cash });
    },
  );

  test('budget purchases and debt in the cash line alone, and depreciation in the operating one', async () => {
    const { bottomLine, totals } = await report(`year=${Y}&through=${JUNE}`);
    expect(bottomLine.operating.budget).toBe(60_000 - 600 - 3000);
    expect(bottomLine.cash.budget).toBe(60_000 - 600 - 40_000 - 4800);
    expect(totals.operating.annual).toBe(120_000 - 7200);
    expect(totals.net.annual).toBe(120_000 - 1200 - 40_000 - 9600);
    const budget = await done(books.admin.get(`/api/budgets/${Y}`));
    const planned = { operating: 120_000 - 7200, withoutPayment: 6000, net: 120_000 - 1200 - 40_000 - 9600 };
    expect(budget.totals).toMatchObject(planned);
    const { items } = await done(books.admin.get(`/api/budgets/${Y}/versions`));
    expect(items.map((one: Json) => one.totals)).toEqual([budget.totals]);
    expect(totals.withoutPayment).toMatchObject({ annual: 6000, month: { budget: 500, actual: 600 }, left: 5400 });
  });

  test('are those of a copy of the actual amounts, without what became an expense', async () => {
    const { lines, totals } = await done(books.admin.post(`/api/budgets/${Y + 1}/copy`, { from: 'actuals' }));
    const line = (name: string) => lines.find((one: Json) => one.name === name);
    expect(line('Prepaid')).toMatchObject({ annual: 900, months: Array(12).fill(75) });
    expect(line('Building').annual).toBe(40_000);
    expect(line('Insurance for a year').annual).toBe(300);
    expect(line('Advances')).toBeUndefined();
    expect(totals.operating).toBe(60_000 - 300 - 1500 - 200 - 280);
    expect(totals.net).toBe(60_000 - 1200 - 40_000 - 200 - 280);
  });

  test.each([
    ['en-US', 'Operating result', 'Purchases, debt and prepaid amounts', 'Expenses without payment', 'Change in cash'],
    ['zh-TW', '營運餘絀', '購置、貸款與預付款', '未付現之費用', '現金增減'],
  ])('are laid out in %s: the result, what is bought and repaid, and the cash', async (locale, ...wanted) => {
    const route = `/api/reports/budget/table?year=${Y}&through=2022-08&locale=${locale}`;
    const { rows } = await done(books.admin.get(route));
    const texts = rows.map(({ text, values = [text] }: Json) => values[0]);
    expect(texts.filter((one: string) => wanted.includes(one))).toEqual(wanted);
    const valuesOf = (name = '') => rows.find(({ values = [] }: Json) => values[0] === name).values;
    expect(valuesOf(wanted[0]).slice(3, 6)).toEqual([75_200, 57_720, 112_800]);
    expect(valuesOf(wanted.at(-1)).slice(3, 6)).toEqual([32_800, 67_520, 69_200]);
  });

  test('of a month and of the year to date follow from the totals of the parts', async () => {
    const { totals, bottomLine, rows } = await report(`year=${Y}&through=2022-08`);
    const { operating, capital, withoutPayment, unpaid, adjustments, net } = totals;
    for (const column of ['month', 'yearToDate']) {
      for (const side of ['budget', 'actual']) {
        const of = (figures: Json) => figures[column][side];
        expect(of(operating)).toBe(of(totals.giving) + of(totals.otherIncome) - of(totals.expenses));
        expect(of(net)).toBe(of(operating) - of(capital) + of(withoutPayment) + of(unpaid) + of(adjustments));
      }
    }
    expect(bottomLine).toEqual({ operating: operating.yearToDate, cash: net.yearToDate });
    const row = (name: string) => rows.find((one: Json) => one.name === name)?.yearToDate.actual;
    expect(['Prepaid', 'Building', 'Mortgage', 'Advances'].map(row)).toEqual([1200, 40_000, 800 - 50_000, 0]);
    expect(row('Accumulated depreciation')).toBeUndefined();
  });

  test('count a purchase that is approved and not paid in its row, and in the cash line when it is paid', async () => {
    const splits = [{ accountId: account['Building'], ministryId: books.ministry('Worship'), amount: 700 }];
    const fields = { expenseDate: '2021-03-20', subCategoryId: null, ministryId: null, amount: 700, splits };
    const { id } = await addApproved(books, fields);
    const march = await report('year=2021&through=2021-03');
    expect(march.totals.capital.yearToDate.actual).toBe(700);
    expect(march.totals.unpaid.yearToDate.actual).toBe(700);
    expect(march.bottomLine.cash.actual).toBe(0);
    await move(books, id, 'pay', { paidOn: '2021-04-02', paymentMethod: 'Check', paymentReference: '9' });
    const april = await report('year=2021&through=2021-04');
    expect(april.totals.unpaid).toMatchObject({ month: { actual: -700 }, yearToDate: { actual: 0 } });
    expect(april.bottomLine).toMatchObject({ operating: { actual: 0 }, cash: { actual: -700 } });
    expect(april.totals.net.month.actual).toBe(-700);
    expect(await actuals('year=2021&through=2021-03&basis=paid')).toEqual({ operating: 0, cash: 0 });
    expect(await actuals('year=2021&through=2021-04&basis=paid')).toEqual({ operating: 0, cash: -700 });
  });
});

test('money that is held for others is in neither line', async () => {
  const { id: fundId } = await post('funds', { name: 'Held for the clinic', class: 'Custodial' });
  const { id: categoryId } = await post('giving-categories', { name: 'Clinic', fundId });
  await addGiving(books, { date: '2020-02-02', amount: 500, categoryId, method: 'Zelle' });
  await addPaid('2020-02-10', [{ ...expenseOf('Trips', 120), fundId }]);
  await addPaid('2020-02-11', [{ accountId: account['Advances'], fundId, amount: 80 }]);
  await addEntry('2020-02-20', [
    { ...expenseOf('Trips', 0), amount: undefined, fundId, debit: 80 },
    { accountId: account['Advances'], fundId, credit: 80 },
  ]);
  for (const basis of ['booked', 'paid']) {
    expect(await actuals(`year=2020&through=2020-12&basis=${basis}`)).toEqual({ operating: 0, cash: 0 });
    const ofFund = await actuals(`year=2020&through=2020-12&basis=${basis}&fundId=${fundId}`);
    expect(ofFund).toEqual({ operating: 0, cash: 0 });
  }
});

test('a transfer between funds is in the cash line of each fund, and not in that of the church', async () => {
  const [fromFundId, toFundId] = [books.fund('General'), books.fund('Missions')];
  await post('transfers', { date: '2019-05-05', amount: 70, fromFundId, toFundId, memo: 'For missions' });
  const of = (fund: string) => actuals(`year=2019&through=2019-12${fund}`);
  expect(await of('')).toEqual({ operating: 0, cash: 0 });
  expect(await of(`&fundId=${fromFundId}`)).toEqual({ operating: 0, cash: -70 });
  expect(await of(`&fundId=${toFundId}`)).toEqual({ operating: 0, cash: 70 });
});

describe('over random books', () => {
  const YEAR = 2023;
  const random = generator(20_260_611);
  const kept: Record<string, number> = {};
  const day = (from = 1, to = 360) => new Date(Date.UTC(YEAR, 0, random.between(from, to))).toISOString().slice(0, 10);
  const amount = () => random.between(1, 90_000) / 100;

  const KINDS: Record<string, (random: Random) => Promise<unknown>> = {
    giving: () => addGiving(books, { date: day(), amount: amount(), method: random.pick(['Zelle', 'Cash', 'Check']) }),
    held: () => addGiving(books, { date: day(), amount: amount(), categoryId: kept['category'], method: 'Zelle' }),
    income: () => post('other-income', { date: day(), amount: amount(), incomeCategoryId: 1, accountId: CHECKING }),
    expense: async ({ chance, pick }) => {
      const at = random.between(1, 330);
      const fundId = chance(0.2) ? kept['fund'] : undefined;
      const splits = [
        { ...expenseOf(pick(['Trips', 'Interest']), amount()), fundId },
        ...(chance(0.5) ? [{ accountId: pick(CAPITAL()), amount: amount() }] : []),
        ...(chance(0.2) ? [{ accountId: account['Withheld'], amount: -0.5 }] : []),
      ];
      const sum = Math.round(splits.reduce((all, part) => all + part.amount, 0) * 100) / 100;
      const fields = { expenseDate: day(at, at), subCategoryId: null, ministryId: null, amount: sum, splits };
      const { id } = await addApproved(books, fields);
      if (chance(0.25)) return;
      const part = chance(0.3) ? Math.floor(sum * 50) / 100 : sum;
      const from = chance(0.2)
        ? { accountId: account['Card'], method: 'Card' }
        : { method: 'Check', reference: `${id}` };
      const payment = await post('payments', { date: day(at, 350), ...from, items: [{ expenseId: id, amount: part }] });
      if (chance(0.15)) await post(`payments/${payment.id}/void`, { date: `${YEAR}-12-20`, reason: 'Lost' });
    },
    transfer: ({ pick }) => {
      const from = pick(ALL());
      return transfer(day(), amount(), [from, pick(ALL().filter((id) => id !== from))]);
    },
    funds: ({ chance, pick }) => {
      const way = [pick([kept['fund'], books.fund('Missions')]), 1];
      const [from, to] = chance(0.5) ? way : way.toReversed();
      const sum = amount();
      return addEntry(day(), [
        { netAssets: true, fundId: from, debit: sum },
        { netAssets: true, fundId: to, credit: sum },
      ]);
    },
    entry: ({ pick, chance, below }) => {
      const [first, second] = [amount(), amount()];
      const sides = (debit: Json, credit: Json) => (chance(0.5) ? [debit, credit] : [credit, debit]);
      const categories = [
        { subCategoryId: subCategory['Wear'] },
        { subCategoryId: subCategory['Trips'], ministryId: books.ministry('Worship') },
        { incomeCategoryId: 1 },
        { netAssets: true },
      ];
      const other = () => (chance(0.2) ? pick(categories) : { accountId: pick(ALL()) });
      const [a, b] = sides(categories[below(4)], other());
      return addEntry(day(), [
        { ...a, debit: Math.round((first + second) * 100) / 100 },
        { ...b, credit: first },
        { accountId: pick(ALL()), credit: second },
      ]);
    },
  };
  const CAPITAL = () => ['Prepaid', 'Advances', 'Building', 'Mortgage'].map((name) => account[name] ?? 0);
  const ALL = () => [...CAPITAL(), CHECKING, account['Card'] ?? 0];

  /** Returns the church's own money at the end of a day, in cents: all money, also what was paid early, less what it holds for others. */
  async function ownMoney(at: string): Promise<number> {
    const { assets, liabilities } = await done(books.admin.get(`/api/reports/balance-sheet?at=${at}&basis=paid`));
    const { items } = await done(books.admin.get('/api/accounts'));
    const isMoney = (id: number | null) =>
      id === PAID_EARLY ||
      items.some((one: Json) => one.id === id && /Checking|Savings|^Cash|Undep|Proc|Card/.test(one.kind));
    const cents = (lines: Json[], wanted: (line: Json) => boolean) =>
      lines.filter(wanted).reduce((sum, line) => sum + Math.round(line.amount * 100), 0);
    const owned = cents(assets, ({ accountId }) => isMoney(accountId));
    return owned - cents(liabilities, ({ accountId, fundId }) => fundId !== null || isMoney(accountId));
  }

  test('the cash line of each month and of the year to date is the change of the own money', async () => {
    kept['fund'] = (await post('funds', { name: 'Held for the school', class: 'Custodial' })).id;
    kept['category'] = (await post('giving-categories', { name: 'School', fundId: kept['fund'] })).id;
    for (let step = 0; step < 160; step += 1) {
      const kind = random.pick([
        'giving',
        'held',
        'income',
        'expense',
        'expense',
        'transfer',
        'funds',
        'entry',
        'entry',
      ]);
      await KINDS[kind]?.(random);
    }
    const start = await ownMoney(`${YEAR - 1}-12-31`);
    let before = start;
    for (let month = 1; month <= 12; month += 1) {
      const through = `${YEAR}-${String(month).padStart(2, '0')}`;
      const { to, totals, bottomLine } = await report(`year=${YEAR}&through=${through}&basis=paid`);
      const after = await ownMoney(to);
      expect([through, Math.round(totals.net.month.actual * 100)]).toEqual([through, after - before]);
      expect([through, Math.round(bottomLine.cash.actual * 100)]).toEqual([through, after - start]);
      before = after;
    }
    expect(before).not.toBe(start);
  }, 120_000);

  test('the lines of all funds add up to those of the church', async () => {
    const { items } = await done(books.admin.get('/api/funds'));
    const whole = await actuals(`year=${YEAR}&through=${YEAR}-12`);
    const each = [];
    for (const { id } of items) each.push(await actuals(`year=${YEAR}&through=${YEAR}-12&fundId=${id}`));
    for (const line of ['operating', 'cash'] as const) {
      expect(each.reduce((sum, one) => sum + one[line], 0)).toBeCloseTo(whole[line], 2);
    }
  });
});
