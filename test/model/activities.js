/** Compares the statement of activities, the list of releases and what funds owe each other. */
import { compare } from './compare.js';
import { fundBalances, groupBy } from './figures.js';
import { loansAt } from './holdings.js';
import { hasFigures, postingsOf, yearBefore } from './income.js';
import { amountOf, sum } from './money-and-days.js';

const add = (postings) => sum(postings.map(({ amount }) => amount));
const NOTHING = [0, 0, 0];
const inText = (a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** Returns an amount without donor restrictions, with them, and in total. */
const columnsOf = (books, postings) => {
  const within = add(postings.filter(({ fund }) => books.isRestricted(fund)));
  return [add(postings) - within, within, add(postings)];
};

const plus = (all) => all.reduce((one, other) => one.map((amount, index) => amount + other[index]), NOTHING);
const minus = (one) => one.map((amount) => 0 - amount);

/** Returns the postings that ended the restriction of a fund, each as a decrease of the fund that released. */
function releasesIn(books, of) {
  const isOut = ({ giver, fund }) => books.isRestricted(giver) && !books.isRestricted(fund);
  // What a fund gave to a fund without restrictions. What it gave to another restricted fund stays restricted.
  const given = of('transfer').filter(isOut);
  return [
    ...[...of('expense'), ...of('release')].filter(({ fund }) => books.isRestricted(fund)),
    ...given.map((one) => ({ ...one, fund: one.giver, amount: 0 - one.amount })),
  ];
}

/** Returns the rows of a statement of activities as `[kind, name, amounts]`, and what each fund released. */
function activitiesOf(books, ledger, range) {
  const postings = postingsOf(books, ledger, range);
  const of = (type) => postings.get(type) ?? [];
  const names = (map, id) => map.get(id).name;
  const rows = (kind, groups, name) => Array.from(groups, ([id, own]) => [kind, name(id), columnsOf(books, own)]);
  const groups = groupBy(of('expense'), ({ subCategoryId }) => books.subs.get(subCategoryId).groupId);
  const releases = releasesIn(books, of);
  const freed = 0 - add(releases);
  const all = [
    ...rows(
      'Income',
      groupBy(of('giving'), (one) => one.categoryId),
      (id) => names(books.categories, id),
    ),
    ...rows(
      'Income',
      groupBy(of('income'), (one) => one.incomeCategoryId),
      (id) => names(books.incomeCategories, id),
    ),
    ['Released', '', [freed, 0 - freed, 0]],
    // All expenses are without donor restrictions.
    ...Array.from(groups, ([id, own]) => ['Expense', names(books.groups, id), [0 - add(own), 0, 0 - add(own)]]),
  ];
  const change = columnsOf(books, [...postings.values()].flat());
  const shown = plus(all.map(([kind, , amounts]) => (kind === 'Expense' ? minus(amounts) : amounts)));
  all.push(['Adjustment', '', plus([change, minus(shown)])]);
  const released = Array.from(
    groupBy(releases, ({ fund }) => fund),
    ([fundId, own]) => [fundId, 0 - add(own)],
  );
  return { rows: all, change, released: released.filter(([, amount]) => amount !== 0) };
}

const shownName = ({ kind, name }) => (kind === 'Income' || kind === 'Expense' ? name : '');

/** Returns the rows that are not zero, in amounts of the API and in a fixed order. Lines of one name are not added up. */
const rowsOf = (rows) =>
  rows
    .filter(([, , amounts]) => amounts.some((amount) => amount !== 0))
    .map(([kind, name, amounts]) => [kind, name, ...amounts.map(amountOf)])
    .toSorted(inText);

/** Compares the statement of activities of a range, and its net assets with the balances of the funds. */
export async function checkActivities({ run, ledgers, random }, range, period = `from=${range.from}&to=${range.to}`) {
  const { books } = run;
  const basis = random.pick(['booked', 'paid']);
  const path = `/api/reports/activities?${period}&basis=${basis}&compare=prior`;
  const found = await run.read(path);
  const own = activitiesOf(books, ledgers[basis], range);
  const balances = [...fundBalances(books, ledgers[basis], { at: range.to })];
  const funds = balances.map(([fund, amount]) => ({ fund, amount })).filter(({ fund }) => !books.isCustodial(fund));
  const closing = columnsOf(books, funds);
  const expected = {
    rows: rowsOf(own.rows),
    released: own.released.map(([fundId, amount]) => [fundId, amountOf(amount)]).toSorted(inText),
    netAssets: {
      opening: plus([closing, minus(own.change)]).map(amountOf),
      change: own.change.map(amountOf),
      closing: closing.map(amountOf),
    },
    ...priorOf(books, ledgers[basis], range),
  };
  const cents = (amounts) => amounts.map((amount) => Math.round(amount * 100));
  const seen = found.rows.map((row) => [row.kind, shownName(row), cents(row.amounts)]);
  const before = rowsOf(found.rows.map((row) => [row.kind, shownName(row), cents(row.prior ?? NOTHING)]));
  compare(run, path, {
    expected,
    found: {
      rows: rowsOf(seen),
      released: found.released.map(({ fundId, amount }) => [fundId, amount]).toSorted(inText),
      netAssets: found.netAssets,
      prior: found.prior && { rows: before, change: found.prior.change },
    },
  });
}

/** Returns the figures of the year before, or null if the books have none for it. */
function priorOf(books, ledger, range) {
  const days = yearBefore(range);
  if (!hasFigures(books, days)) return { prior: null };
  const { rows, change } = activitiesOf(books, ledger, days);
  return { prior: { rows: rowsOf(rows), change: change.map(amountOf) } };
}

const TYPES = { expenses: 'Expense', transfers: 'Transfer', entries: 'JournalEntry' };

/** Returns what a release is for. Principal is for an account of a loan. */
const typeOf = (books, { type, of, bought }) =>
  type !== 'release' ? TYPES[of.kind] : books.accounts.get(bought).kind === 'Loan' ? 'Principal' : 'Purchase';

/** Compares everything that ended restrictions in a range, by day, fund and document. */
export async function checkReleases({ run, ledger }, { from, to }) {
  const { books } = run;
  const path = `/api/reports/releases?from=${from}&to=${to}`;
  const found = await run.read(path);
  const within = ledger.funds.filter(({ date, isOpening }) => !isOpening && date >= from && date <= to);
  const released = releasesIn(books, (type) => within.filter((one) => one.type === type));
  const groups = groupBy(released, (one) => JSON.stringify([one.date, one.fund, typeOf(books, one), one.of.id]));
  const items = Array.from(groups, ([key, own]) => [...JSON.parse(key), amountOf(0 - add(own))]);
  const expected = items.filter((item) => item[4] !== 0).toSorted(inText);
  const seen = found.items.map((one) => [one.date, one.fundId, one.type, one.id, one.amount]).toSorted(inText);
  compare(run, path, {
    expected: { items: expected, total: amountOf(0 - add(released)) },
    found: { items: seen, total: found.total },
  });
}

/** Compares what funds owe each other at the end of a day. */
export async function checkInterfund({ run }, at) {
  const path = `/api/reports/interfund?at=${at}`;
  const found = await run.read(path);
  const expected = Array.from(loansAt(run.books, at), ([key, amount]) => [
    ...key.split('/').map(Number),
    amountOf(amount),
  ]);
  compare(run, path, {
    expected: {
      items: expected.toSorted(inText),
      total: sum(expected.map(([, , amount]) => Math.round(amount * 100))) / 100,
    },
    found: {
      items: found.items.map(({ fromFundId, toFundId, amount }) => [fromFundId, toFundId, amount]).toSorted(inText),
      total: found.total,
    },
  });
}
