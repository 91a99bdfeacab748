/** Compares balance sheets, fund balances and trial balances on both bases. */
import { DEBT_KINDS } from './books.js';
import { compareBoth, nonZero, unknown } from './income.js';
import { compare } from './compare.js';
import { accountBalances, fundBalances, fundRows, groupBy } from './figures.js';
import { amountOf, cents, dayAfter, firstOf, fiscalYear, fiscalYearOf, sum } from './money-and-days.js';

const add = (postings) => sum(postings.map(({ amount }) => amount));
const SIDES = ['assets', 'liabilities'];
const keyOf = ({ accountId, fundId }) => (fundId ? `fund ${fundId}` : `account ${accountId}`);

/** Returns the balance sheet at the end of a day, in cents. */
function sheetAt(books, ledger, at) {
  const accounts = [...accountBalances(books, ledger, { at })];
  const funds = [...fundBalances(books, ledger, { at })];
  const isDebt = ([id]) => DEBT_KINDS.includes(books.accounts.get(id).kind);
  const rows = (entries, kind) =>
    entries.filter(([, amount]) => amount !== 0).map(([id, amount]) => [`${kind} ${id}`, amount]);
  const ofClass = (...classes) =>
    sum(funds.filter(([id]) => classes.includes(books.funds.get(id).class)).map(([, amount]) => amount));
  const held = funds.filter(([id]) => books.isCustodial(id));
  return {
    assets: rows(
      accounts.filter((one) => !isDebt(one)),
      'account',
    ),
    liabilities: [...rows(accounts.filter(isDebt), 'account'), ...rows(held, 'fund')],
    netAssets: [ofClass('General'), ofClass('Designated'), ofClass('Restricted', 'Endowment')],
  };
}

function priorSheet(books, ledger, before) {
  const { opening } = books;
  if (!opening && (books.firstDay === undefined || before < books.firstDay)) return undefined;
  if (!opening || before >= opening.date) return sheetAt(books, ledger, before);
  if (dayAfter(before) < opening.date) return undefined;
  const ofOpening = (postings) => postings.filter(({ of }) => of?.kind === 'opening');
  return sheetAt(books, { accounts: ofOpening(ledger.accounts), funds: ofOpening(ledger.funds) }, opening.date);
}

const shown = (rows) => Object.fromEntries(rows.map(([key, amount]) => [key, amountOf(amount)]));
const totalOf = (rows) => amountOf(sum(rows.map(([, amount]) => amount)));
const totalsOf = ({ assets, liabilities, netAssets }) => ({
  totalAssets: totalOf(assets),
  totalLiabilities: totalOf(liabilities),
  totalNetAssets: amountOf(sum(netAssets)),
});

/** Compares the balance sheet at the end of a day, on both bases. `period` is the part of the query with the day. */
export async function checkBalanceSheet({ run, ledgers }, at, period = `at=${at}`) {
  for (const [basis, ledger] of Object.entries(ledgers)) {
    const path = `/api/reports/balance-sheet?${period}&basis=${basis}`;
    const found = await run.read(path);
    const own = sheetAt(run.books, ledger, at);
    const expected = { at, netAssets: own.netAssets.map(amountOf), ...totalsOf(own) };
    const seen = { ...found, netAssets: found.netAssets.map(({ amount }) => amount) };
    for (const side of SIDES) {
      expected[side] = shown(own[side]);
      seen[side] = nonZero(found[side].map((row) => [keyOf(row), row.amount]));
    }
    compareBoth(run, path, { expected, found: seen });
    const { totalAssets, totalLiabilities, totalNetAssets } = found;
    if (cents(totalAssets) - cents(totalLiabilities) !== cents(totalNetAssets))
      run.fault(`${path} does not balance: ${totalAssets}, ${totalLiabilities}, ${totalNetAssets}`);
  }
}

/**
 * Compares the balances of the year before in a balance sheet. On the day before the books begin they are those of the
 * opening. Before that day there are none.
 */
export async function checkPriorSheet({ run, ledgers }, { at, before }) {
  const path = `/api/reports/balance-sheet?at=${at}&compare=prior`;
  const found = await run.read(path);
  const own = priorSheet(run.books, ledgers.booked, before);
  const expected = { prior: own ? totalsOf(own) : null };
  const seen = { prior: found.prior };
  for (const side of SIDES) {
    const rows = found[side].map((row) => [keyOf(row), row.prior]);
    expected[side] = own ? shown(own[side]) : unknown(rows);
    seen[side] = own ? nonZero(rows) : Object.fromEntries(rows);
  }
  compareBoth(run, `the year before in ${path}`, { expected, found: seen });
}

/** Compares the fund balances of a range, on both bases. */
export async function checkFundBalances({ run, ledgers }, range, period = `from=${range.from}&to=${range.to}`) {
  const byId = (a, b) => a.fundId - b.fundId;
  for (const [basis, ledger] of Object.entries(ledgers)) {
    const path = `/api/reports/fund-balances?${period}&basis=${basis}`;
    const found = await run.read(path);
    const expected = { ...range, funds: fundRows(run.books, ledger, range).toSorted(byId) };
    compare(run, path, { expected, found: { ...found, funds: found.funds.toSorted(byId) } });
  }
}

/** Returns the lines of a trial balance in cents, sorted by name. Debits are positive. */
function trialLines(books, ledger, at) {
  const year = fiscalYear(fiscalYearOf(at, books.fiscalStart), books.fiscalStart);
  const start = firstOf(year.from);
  const lines = [];
  for (const [id, amount] of accountBalances(books, ledger, { at })) {
    const { name, kind } = books.accounts.get(id);
    lines.push([name, DEBT_KINDS.includes(kind) ? 0 - amount : amount]);
  }
  const until = ledger.funds.filter(({ date }) => date <= at);
  const isSince = ({ date, isOpening }) => date >= start && !isOpening;
  for (const { id, name } of books.funds.values()) {
    const own = until.filter(({ fund }) => fund === id);
    const isHeld = books.isCustodial(id);
    const counted = own.filter((one) => isHeld || isMove(one) || !isSince(one));
    lines.push([`${isHeld ? 'Held for others' : 'Fund'}: ${name}`, 0 - add(counted)]);
  }
  const since = until.filter((one) => isSince(one) && !books.isCustodial(one.fund));
  const groups = groupBy(since, (one) => nameOf(books, one));
  for (const [name, own] of groups) lines.push([name, 0 - add(own)]);
  return lines.filter(([, amount]) => amount !== 0).toSorted(byName);
}

/** True for what moves from one fund to another: a transfer, and what was released. */
const isMove = ({ type }) => type === 'transfer' || type === 'release';

const byName = ([a, x], [b, y]) => (a === b ? x - y : a < b ? -1 : 1);

function nameOf(books, { type, categoryId, incomeCategoryId, subCategoryId }) {
  if (type === 'giving') return `Giving: ${books.categories.get(categoryId).name}`;
  if (type === 'income') return `Other income: ${books.incomeCategories.get(incomeCategoryId).name}`;
  if (type === 'adjustment') return 'Adjustments of net assets';
  if (isMove({ type })) return undefined;
  const { name, groupId } = books.subs.get(subCategoryId);
  return `${books.groups.get(groupId).name}: ${name}`;
}

/** Compares each line of the trial balance at the end of a day, on both bases. */
export async function checkTrialBalance({ run, ledgers }, at) {
  for (const [basis, ledger] of Object.entries(ledgers)) {
    const path = `/api/reports/trial-balance?at=${at}&basis=${basis}`;
    const { lines, totalDebit, totalCredit } = await run.read(path);
    const [debit, credit] = ['debit', 'credit'].map((side) => sum(lines.map((line) => cents(line[side]))));
    if (debit !== credit || cents(totalDebit) !== debit || cents(totalCredit) !== credit)
      run.fault(
        `${path} does not balance: ${debit} and ${credit} cents, but the report says ${totalDebit} and ${totalCredit}`,
      );
    const found = lines.map((line) => [line.name, cents(line.debit) - cents(line.credit)]).toSorted(byName);
    const expected = trialLines(run.books, ledger, at);
    const names = (list) => new Set(list.map(([name]) => name));
    const [own, seen] = [names(expected), names(found)];
    const extra = [...seen].filter((name) => !own.has(name));
    const lacking = [...own].filter((name) => !seen.has(name));
    if (extra.length + lacking.length > 0)
      run.fault(`${path} has ${extra.join('; ') || 'nothing'} too much and lacks ${lacking.join('; ') || 'nothing'}`);
    else compare(run, path, { expected: { lines: expected }, found: { lines: found } });
  }
}
