/** Compares income statements on both bases, with their columns and the year before. */
import { compare } from './compare.js';
import { groupBy } from './figures.js';
import { amountOf, cents, firstOf, fiscalYear, fiscalYearOf, lastOf, monthOf, sum } from './money-and-days.js';

const add = (postings) => sum(postings.map(({ amount }) => amount));
const COLUMNS = ['restriction', 'fund', 'ministry', 'month', undefined];
const LISTS = {
  giving: ['giving', ({ categoryId }) => categoryId, 1],
  otherIncome: ['income', ({ incomeCategoryId }) => incomeCategoryId, 1],
  expenses: ['expense', ({ subCategoryId }) => subCategoryId, -1],
};
const TOTALS = {
  totalGiving: ['giving', 1],
  totalOtherIncome: ['income', 1],
  totalExpenses: ['expense', -1],
  adjustments: ['adjustment', 1],
};

/** Returns the amounts that are not zero, by key. */
export const nonZero = (entries) => Object.fromEntries(entries.filter(([, amount]) => cents(amount) !== 0));

/** Returns null for each line. A line has no amount of the year before if the books have no figures for that year. */
export const unknown = (entries) => Object.fromEntries(entries.map(([key]) => [key, null]));

/**
 * Returns true if the range begins on the first day of the fiscal year in which the books began, and ends in that year
 * after the books began.
 */
function isFirstYear({ opening, fiscalStart }, { from, to }) {
  if (!opening || from >= opening.date || opening.date > to) return false;
  const year = fiscalYear(fiscalYearOf(from, fiscalStart), fiscalStart);
  return from === firstOf(year.from) && to <= lastOf(year.to);
}

/**
 * True if the books have figures for every day of a range: since they began, or of the year in which they began. Books
 * without an opening have some for every range that does not end before them.
 */
export const hasFigures = (books, range) =>
  books.opening
    ? range.from >= books.opening.date || isFirstYear(books, range)
    : books.firstDay !== undefined && books.firstDay <= range.to;

/** Returns as postings the amounts that were entered with the opening for the part of the year before the books. */
export function enteredPostings({ opening, categories, general }) {
  return opening.yearToDate.map(({ categoryId, incomeCategoryId, subCategoryId, fundId, ministryId, amount }) => ({
    of: { kind: 'opening', id: 0 },
    date: opening.date,
    shownOn: opening.date,
    isOpening: false,
    isBefore: true,
    fund: fundId ?? categories.get(categoryId)?.fundId ?? general,
    ...(categoryId && { type: 'giving', categoryId, amount }),
    ...(incomeCategoryId && { type: 'income', incomeCategoryId, amount }),
    ...(subCategoryId && { type: 'expense', subCategoryId, ministryId, amount: 0 - amount }),
  }));
}

/**
 * Returns the postings of an income statement by type. The statement of the first fiscal year includes the time before
 * the books.
 */
export function postingsOf(books, ledger, range) {
  const isIn = ({ date, isOpening }) => !isOpening && date >= range.from && date <= range.to;
  const posted = ledger.funds.filter(isIn);
  const before = !isFirstYear(books, range)
    ? []
    : books.opening.yearToDate.length > 0
      ? enteredPostings(books)
      : ledger.history.funds.filter(isIn);
  return groupBy(
    [...before, ...posted].filter(({ fund }) => !books.isCustodial(fund)),
    ({ type }) => type,
  );
}

function sums(postings, key, sign = 1) {
  return nonZero(Array.from(groupBy(postings, key), ([id, own]) => [id, amountOf(sign * add(own))]));
}

const totalsOf = (of) =>
  Object.fromEntries(Object.entries(TOTALS).map(([name, [type, sign]]) => [name, 0 + amountOf(sign * add(of(type)))]));

/** Adds up postings to the totals of an income statement, and to the amounts of each of its lists by id. */
function figuresOf(postings) {
  const of = (type) => postings.get(type) ?? [];
  const lists = Object.entries(LISTS).map(([list, [type, key, sign]]) => [list, sums(of(type), key, sign)]);
  return { totals: totalsOf(of), ...Object.fromEntries(lists) };
}

/** Returns the same figures from a statement that the service stored. */
function storedFigures(statement) {
  const amounts = (list) => nonZero(statement[list].map(({ id, amount }) => [id, amount]));
  const totals = Object.fromEntries(Object.keys(TOTALS).map((name) => [name, statement[name]]));
  return { totals, ...Object.fromEntries(Object.keys(LISTS).map((list) => [list, amounts(list)])) };
}

/** Returns the same range one year earlier. A range that ends with a month still ends with that month. */
export function yearBefore({ from, to }) {
  const back = (day) => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return { from: back(from), to: to === lastOf(monthOf(to)) ? lastOf(back(monthOf(to))) : back(to) };
}

/**
 * Compares the income statement of a range. `period` contains the query parameters for the range. If the year before is
 * closed, `earlier` returns the stored statement of that year on a basis.
 */
export async function checkIncomeStatement(
  { run, ledgers, random },
  range,
  { period = `from=${range.from}&to=${range.to}`, earlier } = {},
) {
  const { books } = run;
  const [columns, basis] = [random.pick(COLUMNS), random.pick(['booked', 'paid'])];
  const path = `/api/reports/income-statement?${period}&basis=${basis}${columns ? `&columns=${columns}` : ''}&compare=prior`;
  const found = await run.read(path);
  const now = postingsOf(books, ledgers[basis], range);
  const of = (type) => now.get(type) ?? [];
  const days = yearBefore(range);
  const before = !hasFigures(books, days)
    ? { totals: null }
    : earlier
      ? storedFigures(earlier(basis))
      : figuresOf(postingsOf(books, ledgers[basis], days));
  const expected = { ...range, ...totalsOf(of), prior: before.totals };
  expected.netChange = amountOf(add(['giving', 'income', 'expense', 'adjustment'].flatMap(of)));
  const seen = { ...found };
  for (const [list, [type, key, sign]] of Object.entries(LISTS)) {
    expected[list] = sums(of(type), key, sign);
    seen[list] = nonZero(found[list].map((row) => [row.id, row.amount]));
    const priors = found[list].map((row) => [row.id, row.prior]);
    expected[`prior ${list}`] = before.totals ? before[list] : unknown(priors);
    seen[`prior ${list}`] = before.totals ? nonZero(priors) : Object.fromEntries(priors);
  }
  compareBoth(run, path, { expected, found: seen });
  if (columns) checkColumns(run, { found, path, columns, of });
}

/** Compares in both directions, so that a row that only the service has is also a fault. */
export function compareBoth(run, what, { expected, found }) {
  for (const [name, value] of Object.entries(expected))
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const key of Object.keys(found[name] ?? {}))
        if (!(key in value) && typeof found[name][key] === 'number' && !(name === 'prior' && key === 'netChange'))
          run.fault(`${what}: ${name} has ${key} ${found[name][key]}, which the model lacks`);
  return compare(run, what, { expected, found });
}

/** What moves from one fund to another. */
const MOVES = ['transfer', 'release'];

function keysOf({ books }) {
  const isRestrictedFund = (id) => books.isRestricted(id);
  const isRestricted = ({ fund }) => isRestrictedFund(fund);
  const isGivenUp = ({ type, giver }) => MOVES.includes(type) && isRestrictedFund(giver);
  return {
    fund: ({ fund }) => fund,
    ministry: ({ ministryId }) => ministryId ?? 'none',
    month: ({ date, isBefore }) => (isBefore ? 'before' : monthOf(date)),
    restriction: (one) =>
      !isRestricted(one)
        ? 'withoutRestrictions'
        : one.type === 'expense' || isGivenUp(one)
          ? 'released'
          : 'withRestrictions',
  };
}

/** Compares every amount of every column, and checks that the columns of a row add up to the amount of the row. */
function checkColumns(run, { found, path, columns, of }) {
  const keyOf = keysOf(run)[columns];
  for (const [list, [type, idOf, sign]] of Object.entries(LISTS)) {
    const expected = { amounts: sums(of(type), (one) => `${idOf(one)}/${keyOf(one)}`, sign) };
    const rows = found[list].flatMap(({ id, amounts }) =>
      Object.entries(amounts).map(([key, amount]) => [`${id}/${key}`, amount]),
    );
    compareBoth(run, `the columns of ${list} in ${path}`, { expected, found: { amounts: nonZero(rows) } });
    for (const { name, amount, amounts } of found[list])
      if (sum(Object.values(amounts).map(cents)) !== cents(amount))
        run.fault(`${path}: the columns of ${list} ${name} do not add up to ${amount}`);
  }
  for (const [name, [type, sign]] of Object.entries(TOTALS)) {
    // The adjustments of a column include what it moves from and to other columns.
    const own = name === 'adjustments' ? [...of(type), ...MOVES.flatMap(of)] : of(type);
    const expected = { [name]: sums(own, keyOf, sign) };
    const totals = Object.entries(found.columnTotals).map(([key, one]) => [key, one[name]]);
    compareBoth(run, `the totals of the columns of ${path}`, { expected, found: { [name]: nonZero(totals) } });
  }
  if (columns !== 'restriction') return;
  // The released amount is the amount that restricted funds spent, or gave to other funds.
  const released = ['expense', ...MOVES].flatMap(of).filter((one) => keyOf(one) === 'released');
  compare(run, `what was released in ${path}`, { expected: { released: amountOf(0 - add(released)) }, found });
}
