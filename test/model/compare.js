/** Compares the figures of the service with the figures of the model, to the cent. */
const MOST_DOCUMENTS = 12;

const isList = Array.isArray;
const isObject = (value) => typeof value === 'object' && value !== null && !isList(value);

/**
 * Returns the differences between the expected figures and the figures found, as `[path, expected, found]`. Fields that
 * only `found` has are ignored.
 */
export function differences(expected, found, path = '') {
  if (isList(expected)) {
    if (!isList(found) || found.length !== expected.length) return [[path, expected, found]];
    return expected.flatMap((one, index) => differences(one, found[index], `${path}[${index}]`));
  }
  if (isObject(expected)) {
    if (!isObject(found)) return [[path, expected, found]];
    return Object.keys(expected).flatMap((key) =>
      differences(expected[key], found[key], path === '' ? key : `${path}.${key}`),
    );
  }
  // 0 and -0 are the same amount.
  return expected === found || (expected === 0 && found === 0) ? [] : [[path, expected, found]];
}

const text = (value) => JSON.stringify(value) ?? 'nothing';

/**
 * Reports up to six differences. Each report lists the documents that were entered or changed since the last checkpoint
 * and that, according to `counts`, are part of the figure.
 */
export function compare(run, what, { expected, found, counts = () => true }) {
  const faults = differences(expected, found);
  for (const [path, wanted, seen] of faults.slice(0, 6))
    run.fault(`${what}: ${path} is ${text(seen)}, expected ${text(wanted)}${suspects(run, counts)}`);
  return faults.length === 0;
}

function suspects(run, counts) {
  const { books } = run;
  const all = ['givings', 'sessions', 'deposits', 'expenses', 'payments', 'incomes', 'transfers', 'entries'].flatMap(
    (kind) => [...books[kind].values()],
  );
  const recent = all.filter((one) => one.touched > (run.lastCheck ?? -1) && counts(one));
  const shown = recent.slice(-MOST_DOCUMENTS).map(({ body: _body, ...one }) => `\n      ${JSON.stringify(one)}`);
  return `\n    ${recent.length} documents of this figure were entered or changed since operation ${run.lastCheck ?? 0}, the last of them:${shown.join('')}`;
}

const byId = (name) => (a, b) => a[name] - b[name];

/** Returns a statement with each list sorted by id, because the order of a list is not compared. */
function ordered(statement) {
  return {
    ...statement,
    givingByCategory: statement.givingByCategory.toSorted(byId('categoryId')),
    expensesByGroup: statement.expensesByGroup
      .map((group) => ({ ...group, subCategories: group.subCategories.toSorted(byId('subCategoryId')) }))
      .toSorted(byId('groupId')),
    funds: statement.funds.toSorted(byId('fundId')),
  };
}

const datesOf = ({ date, bookedOn, voidedOn, shownOn }) => [date, bookedOn, voidedOn, shownOn].filter(Boolean);

export function compareStatement(run, month, expected, found) {
  const counts = (document) => datesOf(document).some((day) => day.slice(0, 7) <= month);
  const isEqual = compare(run, `the statement of ${month}`, {
    expected: ordered(expected),
    found: ordered(found),
    counts,
  });
  checkStatement(run, month, found);
  return isEqual;
}

const toCents = (amount) => Math.round((amount ?? 0) * 100);

/** Checks that the figures of one statement agree with each other. */
function checkStatement(run, month, one) {
  const own = one.funds.filter((fund) => fund.class !== 'Custodial');
  const of = (name) => own.reduce((total, fund) => total + toCents(fund[name]), 0);
  const list = (rows) => rows.reduce((total, { amount }) => total + toCents(amount), 0);
  const equal = (what, a, b) => {
    if (a !== b) run.fault(`the statement of ${month} contradicts itself: ${what}, ${a} and ${b} cents`);
  };
  equal('giving and its categories', toCents(one.totalGiving), list(one.givingByCategory));
  equal('giving and its funds', toCents(one.totalGiving), of('giving'));
  equal('other income and its funds', toCents(one.totalOtherIncome), of('otherIncome'));
  equal('expenses and their funds', toCents(one.totalExpenses), of('expenses'));
  equal('adjustments and their funds', toCents(one.adjustments), of('adjustments'));
  equal('what funds released and received', of('released'), 0);
  const change =
    toCents(one.totalGiving) + toCents(one.totalOtherIncome) - toCents(one.totalExpenses) + toCents(one.adjustments);
  equal('the net change', toCents(one.netChange), change);
  equal('the closing balance', toCents(one.closingBalance), toCents(one.openingBalance) + change);
  for (const fund of one.funds) {
    const moved = ['opening', 'giving', 'otherIncome', 'transfers', 'adjustments'].reduce(
      (total, name) => total + toCents(fund[name]),
      0 - toCents(fund.expenses) - toCents(fund.released),
    );
    equal(`the closing of fund ${fund.fundId}`, toCents(fund.closing), moved);
  }
}
