/**
 * A fiscal year from July to June, from the documents to the reports. Every expected figure was computed by hand from
 * the rule beside it.
 */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ACCOUNTANTS } from '../support/journal.ts';
import { booksOfFile, type Json, refusal } from './books.ts';
import { liveJulyYear } from './july-year.ts';
import { type LivedYear, positionOf } from './lived-year.ts';

const books = booksOfFile();
const [FROM, TO] = ['2024-07-01', '2025-06-30'];
const FISCAL_YEAR = `from=${FROM}&to=${TO}`;
let year: LivedYear;
beforeAll(async () => {
  year = await liveJulyYear(books);
});

describe('the months', () => {
  /**
   * Cash is all money in hand and at banks, the undeposited offering of July too. Owed are bills and the card. Per fund,
   * what is held in cash is its balance, less what it holds in other accounts, less what it lent. Available is the cash
   * less what is owed, less the cash of the funds.
   */
  test.each([
    // 32,000 + 6,010.25 given - 450 - 380.40 - 900 - 2,500 paid; the card has its 150 and 220 more; Missions spent 600.
    ['2024-07', [33_779.85, 370, 300, 10_500, 1980, 0], [300, 10_500, 0, 1980], [20_629.85, 22_609.85]],
    // The equipment is in use, so the Building Fund has 2,400 less (958-205-45-12). The bill for it is owed.
    ['2024-08', [35_359.85, 2400, 750, 8100, 1980, 0], [750, 8100, 0, 1980], [22_129.85, 24_109.85]],
    // The Building Fund lent 3,000: its balance stays 8,100, its cash is 5,100. The returned check came and went.
    ['2024-09', [34_447.85, 0, 750, 8100, 1980, 0], [750, 5100, 0, 1980], [26_617.85, 28_597.85]],
    // The camp took 600 of its 750.
    ['2024-10', [35_697.85, 0, 150, 8100, 1980, 0], [150, 5100, 0, 1980], [28_467.85, 30_447.85]],
    // The Building Fund paid 500 of the repairs.
    ['2024-11', [36_648.6, 0, 150, 7600, 1980, 0], [150, 4600, 0, 1980], [29_918.6, 31_898.6]],
    // Of the 300 that came back, 120 are its own, and 2,000 were given. 1,320 of cash became prepaid insurance.
    ['2024-12', [39_128.6, 0, 150, 9720, 1980, 0], [150, 6720, 0, 1980], [30_278.6, 32_258.6]],
    // Depreciation and the insurance of a month take no cash: 4,000 - 2,500 more.
    ['2025-01', [40_628.6, 0, 150, 9720, 1980, 0], [150, 6720, 0, 1980], [31_778.6, 33_758.6]],
    // General pays back 1,500 of the loan, which uses up its 1,500 of the month.
    ['2025-02', [42_128.6, 0, 150, 9720, 1980, 0], [150, 8220, 0, 1980], [31_778.6, 33_758.6]],
    // The board set 500 aside for missions. Money that moves to the savings stays cash.
    ['2025-03', [43_628.6, 0, 150, 9720, 2480, 0], [150, 8220, 0, 2480], [32_778.6, 35_258.6]],
    ['2025-04', [45_128.6, 95.5, 150, 9720, 2480, 0], [150, 8220, 0, 2480], [34_183.1, 36_663.1]],
    ['2025-05', [46_628.6, 95.5, 150, 9720, 2480, 0], [150, 8220, 0, 2480], [35_683.1, 38_163.1]],
    // + 1,500 - 700 + 61.37 of cash; the card's 95.50 and a bill of 640 are owed.
    ['2025-06', [47_489.97, 735.5, 150, 9720, 1780, 0], [150, 8220, 0, 1780], [36_604.47, 38_384.47]],
  ])('%s ends with what there is to spend', async (month, balances, held, spendable) => {
    expect((await year.statement(month)).position).toEqual(positionOf(balances, held, spendable));
  });

  /** Giving (none of the camp), other income, expenses on their day; closing is net assets, beginning with 271,700. */
  test.each([
    ['2024-07', 6010.25, 0, 4600.4, 0, 273_109.85], // 380.40 + 220 + 900 + 2,500 + 500 + 100
    ['2024-08', 4000, 0, 3100, 0, 274_009.85], // Equipment is no expense.
    ['2024-09', 4000, 0, 3152, 0, 274_857.85], // 250 - 250 given; a fee of 12; 40 more depreciation.
    ['2024-10', 4000, 350, 3140, 0, 276_067.85],
    ['2024-11', 5250.75, 0, 4940, 0, 276_378.6],
    ['2024-12', 6000, 0, 2840, 0, 279_538.6], // The refund of 300 is a negative expense. The prepaid 1,320 are none.
    ['2025-01', 4000, 0, 3150, 0, 280_388.6],
    ['2025-02', 4000, 0, 3150, 0, 281_238.6],
    ['2025-03', 4000, 0, 3150, 0, 282_088.6],
    ['2025-04', 4000, 0, 3245.5, 0, 282_843.1],
    ['2025-05', 4000, 0, 3150, 0, 283_693.1],
    ['2025-06', 4000, 61.37, 4490, 0, 283_264.47],
  ])('%s has its statement', async (month, ...figures) => {
    expect(await year.figuresOf(month)).toEqual(figures);
  });

  test('that are finalized have stored what the reports computed, and take no more documents', async () => {
    expect(year.finalized).toHaveLength(12);
    for (const { computed, stored } of year.finalized) expect(stored).toMatchObject(computed);
    const gift = { date: TO, amount: 1, method: 'Zelle', categoryId: year.id('giving', 'Tithe') };
    expect(refusal(await year.treasurer.post('/api/givings', gift))).toBe('409 period_finalized');
  });
});

describe('the year', () => {
  test('has the balances of its funds: opening, giving, other income, expenses, transfers, released, closing', async () => {
    expect(await year.fundBalances(FROM, TO)).toEqual({
      // The General fund receives what is released for purchases.
      General: [260_200, 49_681, 411.37, 40_427.9, -500, -2400, 271_764.47],
      Missions: [2500, 80, 0, 1300, 500, 0, 1780],
      // Its share of the repairs is 500 - 120. The loan is no transfer of its balance.
      'Building Fund': [9000, 3500, 0, 380, 0, 2400, 9720],
      Camp: [300, 450, 0, 600, 0, 0, 150],
    });
  });

  test('released what met the purpose of the donors (FASB ASC 958-205-45-9 and 45-12)', async () => {
    expect(await year.releases(FROM, TO)).toEqual([
      ['2024-08-20', 'Building Fund', 'Purchase', 2400],
      ['2024-11-12', 'Building Fund', 'Expense', 500],
      ['2024-12-05', 'Building Fund', 'Expense', -120],
    ]);
    expect((await year.report(`releases?${FISCAL_YEAR}`)).total).toBe(2780);
  });

  test('has a statement of activities in which all expenses are without restrictions (FASB ASC 958-225-45-7)', async () => {
    const { rows, released, netAssets } = await year.report(`activities?${FISCAL_YEAR}`);
    expect(rows.map(({ name, amounts }: Json) => [name, ...amounts])).toEqual([
      ['Tithe', 48_000, 0, 48_000],
      ['General Offering', 430.25, 0, 430.25],
      ['Thanksgiving', 1250.75, 0, 1250.75],
      // The board designated Missions, not a donor.
      ['Missions', 80, 0, 80],
      ['Building Fund', 0, 3500, 3500],
      ['Interest', 61.37, 0, 61.37],
      ['Facility use', 350, 0, 350],
      ['Net assets released from restrictions', 2780, -2780, 0],
      ['Personnel', 30_000, 0, 30_000],
      // Utilities 1,020.40, repairs 1,500 and depreciation 12 * 500 + 10 * 40.
      ['Facilities', 8920.4, 0, 8920.4],
      // Supplies 315.50, and insurance 6 * 100 + 6 * 110.
      ['Office', 1575.5, 0, 1575.5],
      ['Missions & Outreach', 1600, 0, 1600],
      ['Finance', 12, 0, 12],
    ]);
    expect(released).toMatchObject([{ name: 'Building Fund', amount: 2780 }]);
    expect(netAssets).toEqual({
      opening: [262_700, 9000, 271_700],
      // 49,761 + 411.37 + 2,780 - 42,107.90; 3,500 - 2,780.
      change: [10_844.47, 720, 11_564.47],
      closing: [273_544.47, 9720, 283_264.47],
    });
  });

  test('ends with a balance sheet to which the activities lead; the day before the opening has its balances', async () => {
    expect(await year.sheetAt(TO)).toEqual([
      ['Checking', 22_428.6, 12_000],
      ['Savings', 25_061.37, 20_000],
      ['Prepaid insurance', 660, 600],
      ['Church', 234_000, 240_000],
      ['Equipment', 2000, 0],
      ['Accounts payable', 640, 450],
      ['Church card', 95.5, 150],
      ['Held for others: Camp', 150, 300],
      ['Without donor restrictions: undesignated', 271_764.47, 260_200],
      ['Without donor restrictions: designated by the board', 1780, 2500],
      ['With donor restrictions', 9720, 9000],
    ]);
    const sheet = await year.report(`balance-sheet?at=${TO}&compare=prior`);
    expect(sheet).toMatchObject({ totalAssets: 284_149.97, totalLiabilities: 885.5, totalNetAssets: 283_264.47 });
    expect(sheet.prior).toEqual({ totalAssets: 272_600, totalLiabilities: 900, totalNetAssets: 271_700 });
  });

  test('has no figures before its opening, and its reports say so', async () => {
    const { rows, prior } = await year.report(`activities?${FISCAL_YEAR}&compare=prior`);
    expect([prior, ...rows.map((row: Json) => row.prior)]).toEqual([null, ...rows.map(() => null)]);
    const { notes } = await year.report(`activities/table?${FISCAL_YEAR}&compare=prior`);
    expect(notes.join(' ')).toContain('The books have no figures for the year before, so its column is empty.');
    expect((await year.report('balance-sheet?at=2024-12-31&compare=prior')).prior).toBeNull();
  });

  test.each([
    ['2024-09-19', []],
    ['2024-09-20', [['Building Fund', 'General', 3000]]],
    ['2025-02-14', [['Building Fund', 'General', 3000]]],
    ['2025-02-15', [['Building Fund', 'General', 1500]]],
  ])('lists on %s what the funds owe each other', async (at, owed) => {
    expect(await year.owedBetweenFunds(at)).toEqual(owed);
  });

  /**
   * The operating line is income less expenses. The cash line leaves out depreciation and the insurance that was prepaid,
   * and counts the equipment and the prepaid bill when they are paid.
   */
  test.each([
    // July: 6,010.25 - 4,600.40; and 600 that nobody paid.
    ['2024-07', 'booked', [800, 1409.85], [1300, 2009.85]],
    // August: 2,400 are budgeted for equipment, and paid in September: 2,309.85 + 1,200.
    ['2024-08', 'booked', [1600, 2309.85], [200, 3509.85]],
    // 29,261 + 350 - 21,772.40; and 3,160 + 600 - 2,400 - 1,320.
    ['2024-12', 'booked', [4800, 7838.6], [5400, 7878.6]],
    // 450 less, for the bill from before the opening. A card is an account that pays, so paying the card is no payment.
    ['2024-12', 'paid', [4800, 7838.6], [5400, 7428.6]],
    // 53,261 + 411.37 - 42,107.90; and 6,400 + 1,260 - 2,400 - 1,320.
    ['2025-06', 'booked', [9540, 11_564.47], [13_140, 15_504.47]],
    // The bill of 640 is not paid: 640 more in both lines, and 450 less cash.
    ['2025-06', 'paid', [9540, 12_204.47], [13_140, 15_694.47]],
  ])('has in its budget report of %s (%s) two bottom lines', async (through, basis, operating, cash) => {
    expect(await year.bottomLines(`year=2024&through=${through}&basis=${basis}`)).toEqual([operating, cash]);
  });
});

describe('the budget report of a fund', () => {
  const linesOf = (fund: string) => year.bottomLines(`year=2024&through=2025-06&fundId=${year.id('funds', fund)}`);

  test.each([
    // 80 - 1,300; and the 500 that the board set aside: 2,500 of cash became 1,780.
    ['Missions', [0, -1220], [0, -720]],
    // 53,261 + 411.37 - 42,107.90 less the other two funds, beside 45,000 - 38,460.
    // In cash 9,664.47 + 6,400 + 1,260 - 1,320 - 500, and 1,500 that it has borrowed.
    ['General', [6540, 9664.47], [12_540, 17_004.47]],
    // 3,500 - 380, beside 3,000; equipment of 2,400 and a loan of 1,500 to General in the cash line.
    ['Building Fund', [3000, 3120], [600, -780]],
  ])('%s has its bottom lines', async (fund, operating, cash) => {
    expect(await linesOf(fund)).toEqual([operating, cash]);
  });
});

describe('the year after', () => {
  beforeAll(async () => {
    const lines = [
      { of: 'Depreciation', amount: 25 },
      { of: 'Equipment', amount: -25 },
    ];
    await year.adjust(TO, 'More depreciation, says the auditor', lines, { yearEnd: true });
    await year.post('fiscal-years/2024/close');
    await year.give('2025-07-06', 'Tithe', 4100);
  });

  test('begins with what the closed year ended with, and compares with its months', async () => {
    const { rows, netAssets, prior } = await year.report('activities?from=2025-07-01&to=2025-07-31&compare=prior');
    const shown = rows.filter(({ amounts }: Json) => amounts[2] !== 0);
    expect(shown).toMatchObject([{ name: 'Tithe', amounts: [4100, 0, 4100], prior: [4000, 0, 4000] }]);
    expect(netAssets.opening).toEqual([273_519.47, 9720, 283_239.47]);
    // July 2024: 4,510.25 given without restrictions and 1,500 with them, less 4,600.40.
    expect(prior).toEqual({
      opening: [262_700, 9000, 271_700],
      change: [-90.15, 1500, 1409.85],
      closing: [262_609.85, 10_500, 273_109.85],
    });
  });

  test('shows the year-end entry in its first month, because June was finalized; annual reports count it in June', async () => {
    expect(await year.figuresOf('2025-06')).toEqual([4000, 61.37, 4490, 0, 283_264.47]);
    expect(await year.figuresOf('2025-07')).toEqual([4100, 0, 0, -25, 287_339.47]);
    // The auditor's depreciation takes no cash.
    expect(await year.bottomLines('year=2024&through=2025-06')).toEqual([
      [9540, 11_539.47],
      [13_140, 15_504.47],
    ]);
  });

  test('leaves the stored reports of the closed year as they are', async () => {
    expect(await year.read('fiscal-years/2024')).toMatchObject({ status: 'Closed', changes: [] });
    const totals = { totalGiving: 53_261, totalOtherIncome: 411.37, totalExpenses: 42_132.9, netChange: 11_539.47 };
    expect(await year.report('income-statement?year=2024')).toMatchObject(totals);
    const { lines } = await year.read('form990/functional-expenses?year=2024');
    // Lines 22 (depreciation), 23 (general insurance) and 25 (all expenses; the 600 of the camp are none of the church).
    const found = ['22', '23', '25'].map((wanted) => lines.find(({ code }: Json) => code === wanted)['total']);
    expect(found).toEqual([6425, 1260, 42_132.9]);
    expect((await year.report('balance-sheet?year=2024')).totalNetAssets).toBe(283_239.47);
  });
});

describe.each(ACCOUNTANTS)('$program adds up the journal and finds', (accountant) => {
  beforeEach(({ skip }) => skip(!accountant.isThere, `${accountant.program} is not installed`));

  test.each(['2024-09-30', TO, '2025-07-31'])('the figures of the reports on %s', async (at) => {
    expect(await year.addedUp(accountant, FROM, at)).toEqual(await year.reported(FROM, at));
  });
});
