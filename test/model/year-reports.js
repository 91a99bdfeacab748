/** Compares the reports of whole fiscal years, and the changes since a year was closed. */
import { compare } from './compare.js';
import { checkIncomeStatement } from './income.js';
import { firstOf, fiscalYear, lastOf, monthsBetween, monthOf } from './money-and-days.js';
import { checkBalanceSheet, checkFundBalances } from './sheets.js';

/** Returns the path of a report that a closed fiscal year stores. */
export const storedPath = (report, year, basis) => `/api/reports/${report}?year=${year}&basis=${basis}`;

/** Compares the annual reports of a fiscal year that is open, or that was just closed. */
export async function checkYear(draw, year) {
  const { books } = draw.run;
  const months = fiscalYear(year, books.fiscalStart);
  const range = { from: firstOf(months.from), to: lastOf(months.to) };
  const { isClosed, stored } = books.years.get(year - 1) ?? {};
  // If the year before is closed, the income statement shows the stored figures of that year.
  const earlier = isClosed && ((basis) => stored[storedPath('income-statement', year - 1, basis)]);
  await checkIncomeStatement(draw, range, { period: `year=${year}`, earlier });
  // A year that ends before the books begin has no balances.
  if (books.opening && range.to < books.opening.date) return;
  await checkBalanceSheet(draw, range.to, `year=${year}`);
  await checkFundBalances(draw, range, `year=${year}`);
}

/** Compares the state of a fiscal year and of its months and, for a closed year, the changes that the service lists. */
export async function checkFiscalYear({ run }, year) {
  const { books } = run;
  const months = fiscalYear(year, books.fiscalStart);
  const [from, to] = [firstOf(months.from), lastOf(months.to)];
  const found = await run.read(`/api/fiscal-years/${year}`);
  const { isClosed = false } = books.years.get(year) ?? {};
  const first = found.months[0]?.month;
  const expected = {
    year,
    from,
    to,
    status: isClosed ? 'Closed' : 'Open',
    months: (first ? monthsBetween(first, months.to) : []).map((month) => ({
      month,
      status: books.month(month).status,
    })),
    changes: isClosed ? await changesOf(run, { year, from, to }) : [],
  };
  compare(run, `the fiscal year ${year}`, { expected, found: { ...found, changes: found.changes.toSorted(byText) } });
  const { opening } = books;
  const begin = opening && opening.date > from ? monthOf(opening.date) : months.from;
  if (opening && begin <= months.to && first !== begin)
    run.fault(`the months of the fiscal year ${year} begin with ${first}, expected ${begin}`);
}

const text = (value) => JSON.stringify(value);
const byText = (a, b) => (text(a) < text(b) ? -1 : 1);

const SIDES = ['assets', 'liabilities', 'netAssets'];
/** The reports that a closed year stores: the path, the query for current figures, and lines `[key, name, amount]`. */
const STORED = {
  Form990: {
    path: '/api/form990/functional-expenses',
    now: ({ from, to }) => `from=${from}&to=${to}`,
    lines: ({ lines }) =>
      lines.flatMap(({ code, description, ...amounts }) => {
        const name = [code, description].filter((one) => one !== null).join(' ');
        return Object.entries({
          'program services': amounts.programServices,
          'management and general': amounts.managementAndGeneral,
          fundraising: amounts.fundraising,
        }).map(([column, amount]) => [`${code}/${column}`, `${name}: ${column}`, amount]);
      }),
  },
  IncomeStatement: {
    path: '/api/reports/income-statement',
    now: ({ from, to }) => `from=${from}&to=${to}`,
    lines: (report) => [
      ...['giving', 'otherIncome', 'expenses'].flatMap((list) =>
        report[list].map(({ id, name, amount }) => [`${list}/${id}`, name, amount]),
      ),
      ['adjustments', 'Adjustments', report.adjustments],
    ],
  },
  BalanceSheet: {
    path: '/api/reports/balance-sheet',
    now: ({ to }) => `at=${to}`,
    lines: (report) =>
      SIDES.flatMap((side) =>
        report[side].map(({ accountId, fundId, name, amount }) => [
          side === 'netAssets' ? name : `${accountId}/${fundId}`,
          name,
          amount,
        ]),
      ),
  },
  FundBalances: {
    path: '/api/reports/fund-balances',
    now: ({ from, to }) => `from=${from}&to=${to}`,
    lines: ({ funds }) => funds.map(({ fundId, name, closing }) => [fundId, name, closing]),
  },
};

/** Returns the lines of the reports whose stored values differ from the current values. */
async function changesOf(run, { year, from, to }) {
  const changes = [];
  for (const [report, { path, now, lines }] of Object.entries(STORED)) {
    const byKey = async (period) =>
      new Map(lines(await run.read(`${path}?${period}`)).map(([key, name, amount]) => [key, { name, amount }]));
    const [stored, current] = [await byKey(`year=${year}`), await byKey(now({ from, to }))];
    for (const key of new Set([...stored.keys(), ...current.keys()])) {
      const change = { report, stored: stored.get(key) ?? null, current: current.get(key) ?? null };
      // A line of 0 in only one of the two reports, such as the line of a new fund, is not a change.
      const isNothing =
        [change.stored, change.current].every((line) => (line?.amount ?? 0) === 0) &&
        !change.stored !== !change.current;
      if (text(change.stored) !== text(change.current) && !isNothing) changes.push(change);
    }
  }
  return changes.toSorted(byText);
}
