/** The documents of a church whose fiscal year begins in July 2024, for `july-year.test.ts`. */
import { type Books, done } from './books.ts';
import { dayOf, lastOf, LivedYear } from './lived-year.ts';

const MONTHS = ['2024-07', '2024-08', '2024-09', '2024-10', '2024-11', '2024-12'].concat([
  '2025-01',
  '2025-02',
  '2025-03',
  '2025-04',
  '2025-05',
  '2025-06',
]);

async function setUp(books: Books): Promise<LivedYear> {
  const {
    createdAt: _a,
    modifiedAt: _b,
    createdBy: _c,
    modifiedBy: _d,
    ...profile
  } = await done(books.admin.get('/api/church-profile'));
  await done(books.admin.put('/api/church-profile', { ...profile, fiscalYearStartMonth: 7 }));
  const year = await LivedYear.of(books, {
    Savings: 'Savings',
    'Church card': 'CreditCard',
    'Prepaid insurance': 'OtherAsset',
    Church: 'FixedAsset',
    Equipment: 'FixedAsset',
  });
  await done(year.treasurer.put(`/api/funds/${books.fund('Missions')}`, { name: 'Missions', class: 'Designated' }));
  await year.addFund('Camp', { class: 'Custodial' });
  return year;
}

/** The church has 272,600. It owes 600 and holds 300 for others, so its net assets are 271,700; General has 260,200. */
const openBooks = (year: LivedYear) =>
  year.open(
    '2024-07-01',
    [
      { of: 'Checking', amount: 12_000 },
      { of: 'Savings', amount: 20_000 },
      { of: 'Prepaid insurance', amount: 600 },
      { of: 'Church', amount: 240_000 },
      { of: 'Church card', amount: 150 },
    ],
    { 'Building Fund': 9000, Missions: 2500, Camp: 300 },
    450,
  );

async function adoptBudget(year: LivedYear): Promise<void> {
  const giving = (name: string, annual: number) => ({ categoryId: year.id('giving', name), annual });
  const spending = (name: string, annual: number) => ({ subCategoryId: year.id('spending', name), annual });
  const lines = [
    giving('Tithe', 45_000),
    giving('Building Fund', 3000),
    spending('Pastoral Salaries', 30_000),
    spending('Utilities', 1200),
    spending('Depreciation', 6000),
    { ...spending('General Insurance', 1260), months: [100, 100, 100, 100, 100, 100, 110, 110, 110, 110, 110, 110] },
    {
      accountId: year.id('accounts', 'Equipment'),
      fundId: year.id('funds', 'Building Fund'),
      annual: 2400,
      months: [0, 2400, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    },
  ];
  await done(year.treasurer.put('/api/budgets/2024', { adoptedOn: '2024-06-16', lines }));
}

/**
 * What happens in every month: a gift of 4,000, a salary of 2,500, 500 of depreciation and that of the equipment (2,400 in
 * five years: 40), and a month of the prepaid insurance (100 until December, then 1,320 / 12 = 110).
 */
async function everyMonth(year: LivedYear, month: string, equipment: number, insurance: number): Promise<void> {
  await year.give(dayOf(month, 7), 'Tithe', 4000);
  await year.spend(dayOf(month, 25), [{ of: 'Pastoral Salaries', amount: 2500 }]);
  await year.adjust(lastOf(month), 'Depreciation', [
    { of: 'Depreciation', amount: 500 + equipment },
    { of: 'Church', amount: -500 },
    ...(equipment > 0 ? [{ of: 'Equipment', amount: -equipment }] : []),
  ]);
  await year.adjust(lastOf(month), 'Insurance of the month', [
    { of: 'General Insurance', amount: insurance },
    { of: 'Prepaid insurance', amount: -insurance },
  ]);
}

/** What happens only once, by the month. */
function onceIn(year: LivedYear): Record<string, () => Promise<unknown>> {
  let [session, equipment, repairs, loan] = [0, 0, 0, 0];
  return {
    '2024-07': async () => {
      await year.give('2024-07-07', 'Building Fund', 1500);
      const { payables } = await year.read('books/opening');
      await year.pay('2024-07-10', { payableId: payables[0].id });
      const [general, missions] = [year.id('giving', 'General Offering'), year.id('giving', 'Missions')];
      const parts = [
        { categoryId: general, amount: 120 },
        { categoryId: missions, amount: 80 },
      ];
      const givings = [
        { categoryId: general, amount: 310.25, method: 'Cash' },
        { amount: 200, method: 'Check', checkNumber: '88', parts },
      ];
      session = (await year.post('offering-sessions', { date: '2024-07-14', givings })).id;
      await year.post(`offering-sessions/${session}/submit`);
      await year.spend('2024-07-15', [{ of: 'Utilities', amount: 380.4 }], '2024-07-20');
      await year.spend('2024-07-18', [{ of: 'Office Supplies', amount: 220 }], '2024-07-18', 'Church card');
      const outreach = { of: 'Outreach Events' };
      await year.spend(
        '2024-07-20',
        [
          { ...outreach, fund: 'Missions', amount: 600 },
          { ...outreach, amount: 300 },
        ],
        '2024-07-25',
      );
    },
    '2024-08': async () => {
      await year.post(`offering-sessions/${session}/reconcile`, { depositedOn: '2024-08-05' });
      await year.move('2024-08-10', 370, ['Checking', 'Church card']);
      await year.give('2024-08-12', 'Camp', 450);
      equipment = await year.spend('2024-08-20', [{ of: 'Equipment', fund: 'Building Fund', amount: 2400 }], null);
    },
    '2024-09': async () => {
      await year.pay('2024-09-04', { expenseId: equipment });
      const { id } = await year.give('2024-09-08', 'Thanksgiving', 250, 'Check');
      await year.post(`givings/${id}/reverse`, { date: '2024-09-16', kind: 'Returned', reason: 'No funds' });
      await year.spend('2024-09-16', [{ of: 'Bank & Processing Fees', amount: 12 }]);
      loan = await year.pass('2024-09-20', 3000, ['Building Fund', 'General'], { loan: true });
    },
    '2024-10': async () => {
      await year.spend('2024-10-15', [{ of: 'Retreats & Camps', fund: 'Camp', amount: 600 }]);
      await year.receive('2024-10-18', 'Facility use', 350, 'Checking');
    },
    '2024-11': async () => {
      await year.give('2024-11-03', 'Thanksgiving', 1250.75, 'Check');
      const repair = { of: 'Repairs & Maintenance' };
      const parts = [
        { ...repair, fund: 'General', amount: 1300 },
        { ...repair, fund: 'Building Fund', amount: 500 },
      ];
      repairs = await year.spend('2024-11-12', parts, '2024-11-14');
    },
    '2024-12': async () => {
      const repair = { of: 'Repairs & Maintenance' };
      await year.refund(repairs, '2024-12-05', [
        { ...repair, fund: 'General', amount: 180 },
        { ...repair, fund: 'Building Fund', amount: 120 },
      ]);
      await year.spend('2024-12-20', [{ of: 'Prepaid insurance', amount: 1320 }]);
      await year.give('2024-12-22', 'Building Fund', 2000);
    },
    '2025-02': () => year.pass('2025-02-15', 1500, ['General', 'Building Fund'], { repays: loan }),
    '2025-03': async () => {
      await year.pass('2025-03-10', 500, ['General', 'Missions']);
      await year.move('2025-03-31', 5000, ['Checking', 'Savings']);
    },
    '2025-04': () => year.spend('2025-04-15', [{ of: 'Office Supplies', amount: 95.5 }], '2025-04-15', 'Church card'),
    '2025-06': async () => {
      await year.spend('2025-06-10', [{ of: 'Foreign Mission Support', fund: 'Missions', amount: 700 }], '2025-06-12');
      await year.spend('2025-06-20', [{ of: 'Utilities', amount: 640 }], null);
      await year.receive('2025-06-30', 'Interest', 61.37, 'Savings');
    },
  };
}

/** Enters the whole year, and finalizes each of its months. */
export async function liveJulyYear(books: Books): Promise<LivedYear> {
  const year = await setUp(books);
  await openBooks(year);
  await adoptBudget(year);
  const once = onceIn(year);
  for (const [index, month] of MONTHS.entries()) {
    await everyMonth(year, month, index < 2 ? 0 : 40, index < 6 ? 100 : 110);
    await once[month]?.();
    await year.finalize(month);
  }
  return year;
}
