/**
 * A calendar year with an endowment at a broker, a roof under construction and a mortgage, from the documents to the
 * reports. Every expected figure was computed by hand from the rule beside it.
 */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ACCOUNTANTS } from '../support/journal.ts';
import { booksOfFile, type Json } from './books.ts';
import { type LivedYear, positionOf } from './lived-year.ts';
import { liveMortgageYear } from './mortgage-year.ts';

const books = booksOfFile();
const [FROM, TO] = ['2025-01-01', '2025-12-31'];
let year: LivedYear;
let examples: Json[];
let valuations: Json[];
beforeAll(async () => {
  ({ year, examples, valuations } = await liveMortgageYear(books));
});

describe('the months', () => {
  test('the two worked examples of the rule come out', () => {
    expect(examples).toEqual([
      // 8,800 - 700 - 4,000: the endowment has no cash.
      positionOf([8800, 700, 0, 54_000, 0, 50_000], [0, 4000, 0, 0], [4100, 4100]),
      // 41,649.25 - 320 - 24,930 - 5,000.
      positionOf([41_649.25, 320, 0, 24_930, 5000, 0], [0, 24_930, 0, 5000], [11_399.25, 16_399.25]),
    ]);
  });

  /**
   * Cash, owed (without the mortgage), held for others, restricted, designated, investments; held in cash by Custodial,
   * Restricted, Endowment and Designated funds; available, and that with what is designated. Each month adds 6,000 -
   * 3,000 - 410.15 = 2,589.85 of cash.
   */
  test.each([
    ['2025-01', [32_589.85, 0, 0, 69_000, 6000, 50_000], [0, 17_000, 2000, 6000], [7589.85, 13_589.85]],
    // 1,500 of the endowment and 3,000 of the reserve went to the broker; the balances of the funds stay.
    ['2025-02', [32_679.7, 0, 0, 71_000, 6000, 54_500], [0, 19_000, 500, 3000], [10_179.7, 13_179.7]],
    // The Debt fund has 1,800 less, since it paid principal. Gains and fees change what is at the broker.
    ['2025-03', [38_769.55, 0, 0, 78_230, 6060, 55_590], [0, 25_200, 500, 3000], [10_069.55, 13_069.55]],
    // The roof is under construction: 7,500 of the fund are in it, and still restricted.
    ['2025-04', [33_859.4, 0, 0, 78_230, 6060, 55_590], [0, 17_700, 500, 3000], [12_659.4, 15_659.4]],
    // The bill of 9,000 is owed, 8,000 of it for the roof: the fund has 19,000, of which 3,500 are cash.
    ['2025-06', [34_539.1, 9000, 0, 74_299.87, 5995.74, 54_422.61], [0, 6873, 500, 3000], [15_166.1, 18_166.1]],
    // The payment changes nothing that is available. The endowment took 700 back from the broker.
    ['2025-08', [33_418.8, 0, 0, 76_299.87, 5995.74, 53_722.61], [0, 8873, 1200, 3000], [20_345.8, 23_345.8]],
    // The roof is in use: 15,500 are no longer restricted. The cash of the fund is 3,500, as before.
    ['2025-09', [31_508.65, 0, 0, 60_018.6, 6100, 54_900], [0, 7018.6, 1200, 3000], [20_290.05, 23_290.05]],
    // The roof fund borrowed 1,000 of the reserve, and 2,000 more of the roof are in use: 1,500 + 1,000 of cash.
    ['2025-10', [32_098.5, 0, 0, 58_018.6, 6100, 54_900], [0, 6018.6, 1200, 2000], [22_879.9, 24_879.9]],
    ['2025-11', [34_688.35, 0, 0, 58_018.6, 6100, 54_900], [0, 5518.6, 1200, 2500], [25_469.75, 27_969.75]],
    ['2025-12', [32_778.2, 512.4, 0, 56_654.38, 6131, 55_449], [0, 3636.38, 1200, 2500], [24_929.42, 27_429.42]],
  ])('%s ends with what there is to spend', async (month, balances, held, spendable) => {
    expect((await year.statement(month)).position).toEqual(positionOf(balances, held, spendable));
  });

  /** Giving, gains less losses, expenses with depreciation and the fees of the broker; net assets begin with 300,000. */
  test.each([
    ['2025-01', 6000, 0, 3410.15, 0, 302_589.85],
    ['2025-02', 8000, 0, 3410.15, 0, 307_179.7],
    ['2025-03', 14_000, 1144.5, 8664.65, 0, 313_659.55], // 3,410.15 + 2,700 + 2,500 + 54.50: principal is no expense.
    ['2025-04', 6000, 0, 3410.15, 0, 316_249.4],
    ['2025-05', 6000, 0, 3410.15, 0, 318_839.25],
    ['2025-06', 6000, -1111.8, 9638.74, 0, 314_088.71], // 3,410.15 + 1,000 + 2,673 + 2,500 + 55.59
    ['2025-07', 6000, 0, 3410.15, 0, 316_678.56],
    ['2025-08', 8000, 0, 3410.15, 0, 321_268.41],
    ['2025-09', 6000, 1217.39, 8595.75, 0, 319_890.05], // A release moves net assets and does not change them.
    ['2025-10', 6000, 0, 3410.15, 0, 322_479.9],
    ['2025-11', 6000, 0, 3410.15, 0, 325_069.75],
    ['2025-12', 6000, 549, 9215.33, 0, 322_403.42], // 3,410.15 + 2,617.78 + 2,675 + 512.40
  ])('%s has its statement', async (month, ...figures) => {
    expect(await year.figuresOf(month)).toEqual(figures);
  });

  test('are stored as the reports compute them', () => {
    expect(year.finalized).toHaveLength(12);
    for (const { computed, stored } of year.finalized) expect(stored).toMatchObject(computed);
  });
});

describe('the endowment at the broker', () => {
  test('has a gain or loss of value + fee - book, of which each fund has its share', async () => {
    expect(valuations.map(({ date, book, gain, fee }) => [date, book, gain, fee])).toEqual([
      ['2025-03-31', 54_500, 1144.5, 54.5],
      ['2025-06-30', 55_590, -1111.8, 55.59],
      ['2025-09-30', 2995.74, 104.26, 0],
      ['2025-09-30', 50_726.87, 1113.13, 40],
      ['2025-12-31', 54_900, 549, 0],
    ]);
    // The shares of 51,500 and 3,000 in the first quarter, 52,530 and 3,060 in the second.
    const march = await year.fundBalances('2025-03-01', '2025-03-31');
    expect([march['Endowment'], march['Reserve']]).toEqual([
      [52_000, 0, 1081.5, 51.5, 0, 0, 53_030],
      [6000, 0, 63, 3, 0, 0, 6060],
    ]);
    const june = await year.fundBalances('2025-06-01', '2025-06-30');
    expect([june['Endowment'], june['Reserve']]).toEqual([
      [53_030, 0, -1050.6, 52.53, 0, 0, 51_926.87],
      [6060, 0, -61.2, 3.06, 0, 0, 5995.74],
    ]);
  });
});

describe('the roof', () => {
  const fundAt = async (at: string) => (await year.fundBalances(FROM, at))['Roof'];
  const columnsOf = async (to: string) => (await year.report(`activities?from=${FROM}&to=${to}`)).netAssets.closing;

  test('is restricted until it is in use (FASB ASC 958-205-45-12)', async () => {
    // Opening, giving, other income, expenses, transfers, released, closing: only the repairs met the purpose so far.
    expect(await fundAt('2025-08-31')).toEqual([12_000, 8000, 0, 1000, 0, 0, 19_000]);
    expect(await fundAt('2025-09-01')).toEqual([12_000, 8000, 0, 1000, 0, 15_500, 3500]);
    expect(await columnsOf('2025-08-31')).toEqual([244_968.54, 76_299.87, 321_268.41]);
    // One day later: 15,500 more without restrictions, 15,500 less with them.
    expect(await columnsOf('2025-09-01')).toEqual([260_468.54, 60_799.87, 321_268.41]);
  });

  test('is an asset of the church before and after, at what it cost', async () => {
    const assetAt = async (at: string) => {
      const { assets, totalAssets, totalNetAssets } = await year.report(`balance-sheet?at=${at}`);
      return [assets.find(({ name }: Json) => name === 'New roof').amount, totalAssets, totalNetAssets];
    };
    // 33,418.80 + 53,722.61 + 395,000 + 15,500, and a mortgage of 176,373.
    expect(await assetAt('2025-08-31')).toEqual([15_500, 497_641.41, 321_268.41]);
    expect(await assetAt('2025-09-01')).toEqual([15_500, 497_641.41, 321_268.41]);
  });
});

describe('the year', () => {
  test('has every release, with its reason', async () => {
    expect(await year.releases(FROM, '2025-08-31')).toEqual([
      ['2025-03-31', 'Debt', 'Principal', 1800],
      ['2025-03-31', 'Endowment', 'JournalEntry', 51.5],
      ['2025-06-15', 'Roof', 'Expense', 1000],
      ['2025-06-30', 'Debt', 'Principal', 1827],
      ['2025-06-30', 'Endowment', 'JournalEntry', 52.53],
    ]);
    expect(await year.releases('2025-09-01', TO)).toEqual([
      ['2025-09-01', 'Roof', 'Purchase', 7500],
      ['2025-09-01', 'Roof', 'Purchase', 8000],
      ['2025-09-30', 'Debt', 'Principal', 1854.4],
      ['2025-09-30', 'Endowment', 'JournalEntry', 40],
      ['2025-10-10', 'Roof', 'Purchase', 2000],
      ['2025-12-31', 'Debt', 'Principal', 1882.22],
    ]);
    expect((await year.report(`releases?from=${FROM}&to=${TO}`)).total).toBe(26_007.65);
  });

  test('has the balances of its funds: opening, giving, other income, expenses, transfers, released, closing', async () => {
    expect(await year.fundBalances(FROM, TO)).toEqual({
      // 63,395.67 of expenses, less 1,000 of the roof fund and the fees of 144.03 and 6.06.
      General: [225_000, 72_000, 0, 62_245.58, 0, -24_863.62, 259_618.04],
      Endowment: [52_000, 0, 1662.03, 144.03, 0, 0, 53_518],
      Roof: [12_000, 8000, 0, 1000, 0, 17_500, 1500],
      // 1,800 + 1,827 + 1,854.40 + 1,882.22 of principal.
      Debt: [5000, 4000, 0, 0, 0, 7363.62, 1636.38],
      Reserve: [6000, 0, 137.06, 6.06, 0, 0, 6131],
    });
  });

  test('has a statement of activities that leads to the balance sheet (FASB ASC 958-225-45)', async () => {
    const { rows, released, netAssets } = await year.report(`activities?from=${FROM}&to=${TO}`);
    expect(rows.map(({ name, amounts }: Json) => [name, ...amounts])).toEqual([
      ['Tithe', 72_000, 0, 72_000],
      ['Roof', 0, 8000, 8000],
      ['Debt', 0, 4000, 4000],
      ['Gain or loss on investments', 137.06, 1662.03, 1799.09],
      ['Net assets released from restrictions', 26_007.65, -26_007.65, 0],
      ['Personnel', 36_000, 0, 36_000],
      // Utilities 4,921.80, repairs 1,000, cleaning 512.40, interest of the mortgage 10,636.38, depreciation 10,175.
      ['Facilities', 27_245.58, 0, 27_245.58],
      ['Finance', 150.09, 0, 150.09],
    ]);
    expect(released.map(({ name, amount }: Json) => [name, amount])).toEqual([
      ['Endowment', 144.03],
      ['Roof', 18_500],
      ['Debt', 7363.62],
    ]);
    expect(netAssets).toEqual({
      opening: [231_000, 69_000, 300_000],
      // 72,137.06 + 26,007.65 - 63,395.67; 13,662.03 - 26,007.65.
      change: [34_749.04, -12_345.62, 22_403.42],
      closing: [265_749.04, 56_654.38, 322_403.42],
    });
  });

  test('ends with its balance sheet', async () => {
    expect(await year.sheetAt(TO)).toEqual([
      ['Checking', 32_778.2, 30_000],
      ['Broker', 55_449, 50_000],
      ['Church', 390_000, 400_000],
      ['New roof', 17_325, 0],
      ['Accounts payable', 512.4, 0],
      ['Mortgage', 172_636.38, 180_000],
      ['Without donor restrictions: undesignated', 259_618.04, 225_000],
      ['Without donor restrictions: designated by the board', 6131, 6000],
      ['With donor restrictions', 56_654.38, 69_000],
    ]);
    const sheet = await year.report(`balance-sheet?at=${TO}&compare=prior`);
    expect(sheet).toMatchObject({ totalAssets: 495_552.2, totalLiabilities: 173_148.78, totalNetAssets: 322_403.42 });
  });

  test.each([
    ['2025-10-04', []],
    ['2025-10-05', [['Reserve', 'Roof', 1000]]],
    ['2025-11-20', [['Reserve', 'Roof', 500]]],
  ])('lists on %s what the funds owe each other', async (at, owed) => {
    expect(await year.owedBetweenFunds(at)).toEqual(owed);
  });

  /**
   * The cash line leaves out depreciation, gains and fees of the broker, and counts the roof, the principal and what went
   * to the broker when it was paid.
   */
  test.each([
    // 46,000 + 32.70 - 31,943.99; and 5,000 + 110.09 - 32.70 - 7,500 - 3,627 - 4,500, since 8,000 are not paid.
    ['2025-06', 'booked', [5100, 14_088.71], [-11_400, 3539.1]],
    // The repairs of 1,000 are not paid either.
    ['2025-06', 'paid', [5100, 15_088.71], [-11_400, 4539.1]],
    // 84,000 + 1,799.09 - 63,395.67; and 8,526 - 17,500 - 7,363.62 - 3,800.
    ['2025-12', 'booked', [10_200, 22_403.42], [-4800, 2265.8]],
    // The cleaning of 512.40 is not paid; the cash was 30,000 and is 32,778.20.
    ['2025-12', 'paid', [10_200, 22_915.82], [-4800, 2778.2]],
  ])('has in its budget report of %s (%s) two bottom lines', async (through, basis, operating, cash) => {
    expect(await year.bottomLines(`year=2025&through=${through}&basis=${basis}`)).toEqual([operating, cash]);
  });
});

test.each([
  // Gains of 1,662.03 less fees of 144.03; its cash was 2,000, 1,500 went to the broker and 700 came back.
  ['Endowment', [0, 1518], [0, -800]],
  // Its cash was 5,000 and is 1,636.38.
  ['Debt', [0, 4000], [-7200, -3363.62]],
])('the budget report of the fund %s has two bottom lines', async (fund, operating, cash) => {
  const query = `year=2025&through=2025-12&fundId=${year.id('funds', fund)}`;
  expect(await year.bottomLines(query)).toEqual([operating, cash]);
});

describe.each(ACCOUNTANTS)('$program adds up the journal and finds', (accountant) => {
  beforeEach(({ skip }) => skip(!accountant.isThere, `${accountant.program} is not installed`));

  test.each(['2025-08-31', '2025-09-01', TO])('the figures of the reports on %s', async (at) => {
    expect(await year.addedUp(accountant, FROM, at)).toEqual(await year.reported(FROM, at));
  });
});

describe('the closed year', () => {
  const STORED = ['income-statement', 'balance-sheet', 'fund-balances'];

  test('stores the reports as they were computed, and the next year compares with them', async () => {
    const computed = await Promise.all(STORED.map((name) => year.report(`${name}?year=2025`)));
    await year.post('fiscal-years/2025/close');
    expect(await Promise.all(STORED.map((name) => year.report(`${name}?year=2025`)))).toEqual(computed);
    expect((await year.read('fiscal-years/2025')).changes).toEqual([]);
    const later = await year.report('activities?from=2026-01-01&to=2026-01-31&compare=prior');
    expect(later.netAssets.opening).toEqual([265_749.04, 56_654.38, 322_403.42]);
    expect(later.prior.change).toEqual([2589.85, 0, 2589.85]);
    expect((await year.report('balance-sheet?at=2026-12-31&compare=prior')).prior).toEqual({
      totalAssets: 495_552.2,
      totalLiabilities: 173_148.78,
      totalNetAssets: 322_403.42,
    });
  });
});
