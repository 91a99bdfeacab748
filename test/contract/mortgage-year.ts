/**
 * The documents of a church in 2025 that has an endowment at a broker, builds a roof and pays a mortgage, for
 * `mortgage-year.test.ts`.
 */
import { type Books, done, type Json } from './books.ts';
import { dayOf, lastOf, LivedYear } from './lived-year.ts';

const MONTHS = Array.from({ length: 12 }, (_, index) => `2025-${String(index + 1).padStart(2, '0')}`);
const OPENED = '2025-01-01';

async function setUp(books: Books): Promise<LivedYear> {
  const year = await LivedYear.of(books, {
    Broker: 'Investment',
    Church: 'FixedAsset',
    'New roof': 'FixedAsset',
    Mortgage: 'Loan',
  });
  await year.addFund('Endowment', { class: 'Endowment' });
  await year.addFund('Roof', { class: 'Restricted' });
  await year.addFund('Debt', { class: 'Restricted', releasesAccountIds: [year.id('accounts', 'Mortgage')] });
  await year.addFund('Reserve', { class: 'Designated' });
  return year;
}

/**
 * Saves the opening. Returns what was available in the two worked examples of the rule, each of which is an opening of
 * these books for a moment.
 */
async function openBooks(year: LivedYear): Promise<Json[]> {
  const endowment = { of: 'Broker', fund: 'Endowment', amount: 50_000 };
  const example = async (accounts: Parameters<LivedYear['open']>[1], funds: Record<string, number>, owed: number) => {
    await year.open(OPENED, accounts, funds, owed);
    return (await year.statement('2025-01')).position;
  };
  const examples = [
    await example([{ of: 'Checking', amount: 8800 }, endowment], { 'Building Fund': 4000, Endowment: 50_000 }, 700),
    await example([{ of: 'Checking', amount: 41_649.25 }], { 'Building Fund': 24_930, Reserve: 5000 }, 320),
  ];
  // The church has 480,000, owes 180,000, and so has 300,000, of which General has 225,000.
  await year.open(
    OPENED,
    [
      { of: 'Checking', amount: 30_000 },
      endowment,
      { of: 'Church', amount: 400_000 },
      { of: 'Mortgage', amount: 180_000 },
    ],
    { Endowment: 52_000, Roof: 12_000, Debt: 5000, Reserve: 6000 },
    0,
  );
  return examples;
}

async function adoptBudget(year: LivedYear): Promise<void> {
  const [mortgage, roof] = [year.id('accounts', 'Mortgage'), year.id('accounts', 'New roof')];
  const spending = (name: string, annual: number) => ({ subCategoryId: year.id('spending', name), annual });
  const lines = [
    { categoryId: year.id('giving', 'Tithe'), annual: 72_000 },
    spending('Pastoral Salaries', 36_000),
    spending('Utilities', 4800),
    spending('Mortgage Interest', 10_800),
    spending('Depreciation', 10_200),
    { accountId: mortgage, fundId: year.id('funds', 'Debt'), annual: 7200 },
    {
      accountId: roof,
      fundId: year.id('funds', 'Roof'),
      annual: 18_000,
      months: [0, 0, 0, 9000, 0, 9000, 0, 0, 0, 0, 0, 0],
    },
  ];
  await done(year.treasurer.put('/api/budgets/2025', { adoptedOn: '2024-12-08', lines }));
}

/** What happens in every month: a gift of 6,000, a salary of 3,000 and a bill of 410.15. */
async function everyMonth(year: LivedYear, month: string): Promise<void> {
  await year.give(dayOf(month, 5), 'Tithe', 6000);
  await year.spend(dayOf(month, 15), [{ of: 'Utilities', amount: 410.15 }]);
  await year.spend(dayOf(month, 25), [{ of: 'Pastoral Salaries', amount: 3000 }]);
}

/** Principal, interest, and the depreciation of the roof. */
type Quarter = readonly [principal: number, interest: number, roof?: number];

/** At the end of a quarter: 4,500 to the bank that lent the mortgage, and depreciation. */
async function endOfQuarter(year: LivedYear, month: string, [principal, interest, roof = 0]: Quarter): Promise<void> {
  await year.spend(lastOf(month), [
    { of: 'Mortgage', fund: 'Debt', amount: principal },
    { of: 'Mortgage Interest', fund: 'General', amount: interest },
  ]);
  await year.adjust(lastOf(month), 'Depreciation', [
    { of: 'Depreciation', amount: 2500 + roof },
    { of: 'Church', amount: -2500 },
    ...(roof > 0 ? [{ of: 'New roof', amount: -roof }] : []),
  ]);
}

/** What the broker says. Returns what the service answers. */
function value(year: LivedYear, date: string, amount: number, { fee, fund }: { fee?: number; fund?: string } = {}) {
  const fundId = fund === undefined ? {} : { fundId: year.id('funds', fund) };
  const body = { date, value: amount, ...(fee === undefined ? {} : { fee }), ...fundId };
  return year.post(`accounts/${year.id('accounts', 'Broker')}/valuations`, body);
}

const roofPart = { of: 'New roof', fund: 'Roof' };

/** What happens only once. Interest is 1.5 % of the mortgage a quarter, and the rest of 4,500 is principal. */
function onceIn(year: LivedYear, valuations: Json[]): Record<string, () => Promise<unknown>> {
  let [first, second, loan] = [0, 0, 0];
  const quarter = (month: string, ...amounts: Quarter) => endOfQuarter(year, month, amounts);
  const worth = async (date: string, amount: number, fields?: { fee?: number; fund?: string }) => {
    valuations.push(await value(year, date, amount, fields));
  };
  return {
    '2025-02': async () => {
      await year.give('2025-02-09', 'Debt', 2000);
      await year.move('2025-02-10', 1500, ['Checking', 'Broker'], 'Endowment');
      await year.move('2025-02-10', 3000, ['Checking', 'Broker'], 'Reserve');
    },
    '2025-03': async () => {
      await year.give('2025-03-09', 'Roof', 8000);
      await quarter('2025-03', 1800, 2700); // of 180,000
      await worth('2025-03-31', 55_590, { fee: 54.5 });
    },
    '2025-04': async () => {
      first = await year.spend('2025-04-10', [{ ...roofPart, inUse: false, amount: 7500 }], '2025-04-20');
    },
    '2025-06': async () => {
      const parts = [
        { ...roofPart, inUse: false, amount: 8000 },
        { of: 'Repairs & Maintenance', fund: 'Roof', amount: 1000 },
      ];
      second = await year.spend('2025-06-15', parts, null);
      await quarter('2025-06', 1827, 2673); // of 178,200
      await worth('2025-06-30', 54_422.61, { fee: 55.59 });
    },
    '2025-07': () => year.pay('2025-07-05', { expenseId: second }),
    '2025-08': async () => {
      await year.give('2025-08-10', 'Debt', 2000);
      await year.move('2025-08-15', 700, ['Broker', 'Checking'], 'Endowment');
    },
    '2025-09': async () => {
      for (const id of [first, second]) await year.post(`expenses/${id}/in-use`, { date: '2025-09-01' });
      await quarter('2025-09', 1854.4, 2645.6); // of 176,373
      await worth('2025-09-30', 3100, { fund: 'Reserve' });
      await worth('2025-09-30', 51_800, { fee: 40, fund: 'Endowment' });
    },
    '2025-10': async () => {
      loan = await year.pass('2025-10-05', 1000, ['Reserve', 'Roof'], { loan: true });
      await year.spend('2025-10-10', [{ ...roofPart, amount: 2000 }]);
    },
    '2025-11': async () => {
      await year.pass('2025-11-20', 500, ['Roof', 'Reserve'], { repays: loan });
    },
    '2025-12': async () => {
      await year.spend('2025-12-18', [{ of: 'Cleaning', amount: 512.4 }], null);
      await quarter('2025-12', 1882.22, 2617.78, 175); // of 174,518.60; 17,500 of roof last 25 years
      await worth('2025-12-31', 55_449);
    },
  };
}

/** Enters the whole year, and finalizes each of its months. */
export async function liveMortgageYear(books: Books) {
  const year = await setUp(books);
  const examples = await openBooks(year);
  await adoptBudget(year);
  const valuations: Json[] = [];
  const once = onceIn(year, valuations);
  for (const month of MONTHS) {
    await everyMonth(year, month);
    await once[month]?.();
    await year.finalize(month);
  }
  return { year, examples, valuations };
}
