/** The parts of expenses: random ones, how they are stored, and how they release what a fund paid for. */
import { Random } from '../../torture/random.js';
import { METHODS } from '../books.js';
import { overdrawn } from '../holdings.js';
import { amountOf, cents } from '../money-and-days.js';
import { amountWithin, cashOf, pickFund } from './fund-money.js';

const CLASSES = ['ProgramServices', 'ManagementAndGeneral', 'Fundraising'];
const SPLIT_KINDS = new Set(['Loan', 'FixedAsset', 'OtherAsset', 'OtherLiability']);

const activeOf = (map) => [...map.values()].filter(({ isActive }) => isActive !== false);

function randomLine(run) {
  const { books } = run;
  const line = { subCategoryId: run.pick(activeOf(books.subs)).id, ministryId: run.pick([...books.ministries.keys()]) };
  if (run.chance(25)) line.functionalClass = run.pick(CLASSES);
  if (run.chance(35)) line.fundId = run.pick(activeOf(books.funds)).id;
  return line;
}

/** Returns the fields of a random expense. */
export function randomExpense(run, expenseDate) {
  const purchase = run.chance(25) ? randomPurchase(run, expenseDate) : undefined;
  if (purchase) return { ...purchase, ...randomPayee(run) };
  const amount = run.cents();
  const body = { expenseDate, amount: amountOf(amount), description: run.unique('Bill') };
  if (run.chance(30)) body.paymentMethod = run.pick(METHODS);
  const amounts =
    run.chance(20) && run.knows('NewExpense', 'splits') ? run.divide(amount, run.random.between(2, 5)) : undefined;
  if (amounts)
    body.splits = withNegative(
      run,
      amounts.map((one) => ({ ...randomSplit(run), amount: one })),
    );
  else Object.assign(body, randomLine(run));
  if (run.chance(15) && run.knows('NewExpense', 'settled')) {
    const account = run.pick(run.books.paying);
    body.settled = { accountId: account.id, date: run.openDay(), method: run.pick(METHODS) };
  }
  return { ...body, ...randomPayee(run) };
}

/** Draws whom an expense names, with numbers of its own, so that the other draws of a seed stay. */
function randomPayee(run) {
  const random = new Random(`payee ${run.operation}`);
  const members = [...run.books.members.keys()];
  return {
    ...(random.once(2) && { vendor: `Shop ${random.between(1, 9)}` }),
    ...(random.once(4) && members.length > 0 && { memberId: random.pick(members) }),
    ...(random.once(5) && { notes: `Pay back: Helper ${random.between(1, 3)}\nTwo slips` }),
  };
}

function randomSplit(run) {
  const accounts = activeOf(run.books.accounts).filter((one) => !one.isReserved && SPLIT_KINDS.has(one.kind));
  if (accounts.length > 0 && run.chance(25)) return { accountId: run.pick(accounts).id };
  return randomLine(run);
}

/** Returns the fields of an expense with which a fund buys something, or pays back a loan of the church. */
function randomPurchase(run, expenseDate) {
  const { books } = run;
  const fund = pickFund(run, run.chance(75) ? ['Restricted', 'Designated'] : undefined);
  const amount = amountWithin(run, cashOf(books, fund.id));
  const kinds = run.pick([
    ['FixedAsset'],
    ['FixedAsset'],
    ['FixedAsset'],
    ['Loan'],
    ['FixedAsset', 'Loan'],
    [...SPLIT_KINDS],
  ]);
  const accounts = activeOf(books.accounts).filter((one) => !one.isReserved && kinds.includes(one.kind));
  const amounts = run.divide(amount, run.random.between(1, 3));
  if (accounts.length === 0 || !amounts) return undefined;
  const splits = amounts.map((one) => {
    const part = { ...randomSplit(run), amount: amountOf(one) };
    if (run.chance(20)) return part;
    const holder = run.chance(85) ? fund : pickFund(run);
    const inUse = run.chance(40) ? {} : { inUse: run.chance(20) };
    return { accountId: run.pick(accounts).id, fundId: holder.id, ...inUse, amount: part.amount };
  });
  return { expenseDate, amount: amountOf(amount), description: run.unique('Purchase'), splits };
}

/** Returns the parts with amounts in dollars. Sometimes makes a part with an account negative, like withheld tax. */
function withNegative(run, splits) {
  const withheld = splits.find(({ accountId }) => accountId !== undefined);
  const other = splits.find((one) => one !== withheld);
  if (withheld && run.chance(40)) {
    other.amount += 2 * withheld.amount;
    withheld.amount = 0 - withheld.amount;
  }
  return splits.map((one) => ({ ...one, amount: amountOf(one.amount) }));
}

/** Returns the lines of an expense as the API shows them, in cents. */
export function linesOf(books, made) {
  const list = made.splits ?? [made];
  return list.map((line) =>
    line.accountId
      ? {
          accountId: line.accountId,
          fundId: line.fundId,
          amount: cents(line.amount),
          ...(line.inUse === false && { inUse: false }),
          ...(line.release && { release: line.release }),
        }
      : {
          subCategoryId: line.subCategoryId,
          ministryId: line.ministryId,
          functionalClass: line.functionalClass ?? null,
          fundId: line.fundId ?? books.general,
          amount: cents(line.amount),
        },
  );
}

const fundOrGeneral = (run, line) => ({
  ...line,
  fundId: line.fundId ?? run.books.general,
  functionalClass: line.functionalClass ?? null,
});

/** Checks that the stored lines are the lines that were sent. */
export function checkSent(run, kept, body) {
  const sent = body.splits ?? [{ ...body }];
  const expected = sent.map((line) =>
    line.accountId
      ? {
          accountId: line.accountId,
          fundId: line.fundId ?? run.books.general,
          amount: cents(line.amount),
          ...(line.inUse === false && { inUse: false }),
        }
      : (({ subCategoryId, ministryId, functionalClass, fundId, amount }) => ({
          subCategoryId,
          ministryId,
          functionalClass,
          fundId,
          amount: cents(amount),
        }))(fundOrGeneral(run, line)),
  );
  run.expect(`the lines of expense ${kept.id}`, kept.lines, expected);
}

/** Returns what lines of an expense that name an account do to the cash of funds and to what they hold. */
export function effectOf(books, lines) {
  const held = lines.filter(({ accountId }) => accountId !== undefined);
  const shown = ({ accountId, fundId, amount }) => ({ account: accountId, fund: fundId, amount });
  return {
    lines: held.map(shown),
    raised: new Map(),
    released: held.filter((line) => releaseOf(books, line) === 'OnDate').map(shown),
  };
}

export const shortOf = (books, { lines }) => overdrawn(books, effectOf(books, lines));

/** Checks how each part of an expense that was approved now ends the restriction of its fund. */
export function checkReleases(run, { id, lines }, made) {
  run.expect(
    `how the parts of expense ${id} are released`,
    linesOf(run.books, made).map(({ release }) => release ?? null),
    lines.map((line) => releaseOf(run.books, line)),
  );
}

/** Returns how a part of an expense is released: on the day of the expense, when the asset is in use, or not at all. */
function releaseOf({ accounts, funds, general, releaseRule }, { accountId, fundId = general, inUse }) {
  if (accountId === undefined) return null;
  const [{ kind }, fund] = [accounts.get(accountId), funds.get(fundId)];
  if (fund.class !== 'Restricted' && fund.class !== 'Designated') return null;
  if (kind === 'Loan') return fund.releasesAccountIds.includes(accountId) ? 'OnDate' : null;
  if (kind !== 'FixedAsset') return null;
  return inUse === false && releaseRule === 'PlacedInService' ? 'InUse' : 'OnDate';
}
