/** Books what an investment is worth: the gain or loss, and the fee, for each fund that holds a part of it. */
import { hasLaterGain, losersOf } from '../gains.js';
import { holdersOf, overdrawn } from '../holdings.js';
import { amountOf, latest, sum } from '../money-and-days.js';
import { divide } from '../paid.js';
import { postAll } from '../postings.js';
import { keepEntry } from './entries.js';

const add = (list) => sum(list.map(({ amount }) => amount));

/** Returns a random value near what the books say, and perhaps a fee. */
function randomValue(run, book) {
  const value = run.chance(5)
    ? 0
    : run.chance(15)
      ? run.cents()
      : Math.round((book * run.random.between(70, 140)) / 100);
  const fee = run.chance(35) ? run.cents(5000) : 0;
  return { value: Math.max(0, run.chance(5) ? book : value), fee };
}

/** Returns why a value cannot be booked: nothing changes, or it cannot be divided among its holders. */
function refusalsOf({ holders, change, fee }) {
  if (holders.length === 0) return ['validation_failed'];
  const isUnclear = holders.length > 1 && holders.some(({ amount }) => amount <= 0);
  return isUnclear || (change === 0 && fee === 0) ? ['validation_failed'] : [];
}

async function value(run) {
  const { books } = run;
  const accounts = [...books.accounts.values()].filter(({ kind, isActive }) => kind === 'Investment' && isActive);
  if (accounts.length === 0) return;
  const account = run.pick(accounts).id;
  const earlier = books.live('entries').filter(({ valued }) => valued === account);
  const from = latest(earlier.map(({ date }) => date));
  const date = run.chance(15) ? run.anyDay() : run.openDay(from);
  const all = holdersOf(books, postAll(books), { account, at: date });
  const fundId = run.chance(30)
    ? run.pick(run.chance(85) && all.length > 0 ? all.map((one) => one.fundId) : [...books.funds.keys()])
    : undefined;
  // An account that is empty is held by those who lost all of it by a value or, if nobody did, by the General fund.
  const nothing = (id) => ({ fundId: id, amount: 0 });
  const losers = losersOf(books, { account, at: date })
    .filter((id) => books.funds.get(id).isActive && !all.some((one) => one.fundId === id))
    .map(nothing);
  const empty = all.length > 0 ? [] : [nothing(books.general)];
  const present = all.length > 0 ? all : losers.length > 0 ? losers : empty;
  const holders = fundId ? [...all, ...empty, ...losers].filter((one) => one.fundId === fundId).slice(0, 1) : present;
  const book = add(holders);
  const { value: worth, fee } = randomValue(run, book);
  const codes = refusalsOf({ holders, change: worth + fee - book, fee });
  if (hasLaterGain(books, { account, fundIds: holders.map((one) => one.fundId), date })) codes.push('value_booked');
  if (run.refusalOn(date)) codes.push('period_finalized');
  const changes = sharesOf(holders, { worth, fee });
  const short = overdrawn(books, {
    lines: changes.map(({ fundId: fund, change }) => ({ account, fund, amount: change })),
    raised: new Map(changes.map(({ fundId: fund, change }) => [fund, change])),
  });
  const body = { date, value: amountOf(worth), ...(fee > 0 && { fee: amountOf(fee) }), ...(fundId && { fundId }) };
  // Nothing says that a loss may not be more than what a fund holds after a later sale.
  const may = short.length > 0 ? ['fund_overdrawn'] : [];
  const refuse = codes.length > 0 ? codes : undefined;
  const made = await run.send({ path: `/api/accounts/${account}/valuations`, body, refuse, may });
  if (!made) return;
  run.expect(
    `the value of account ${account}`,
    [made.book, made.value, made.fee, made.gain, made.fundId],
    [amountOf(book), amountOf(worth), amountOf(fee), amountOf(worth + fee - book), fundId ?? null],
  );
  const entry = await run.read(`/api/journal-entries/${made.id}`);
  run.expect(`the status of value ${made.id}`, entry.status, 'Posted');
  const kept = keepEntry(run, entry, { valued: account });
  checkLines(run, kept, { account, changes, holders, worth, fee });
}

/** Returns by how much each holder's part changes, and the fee of each: in proportion to what each holds. */
function sharesOf(holders, { worth, fee }) {
  const weights = holders.length === 1 ? [1] : holders.map(({ amount }) => amount);
  const [values, fees] = [divide(worth, weights), divide(fee, weights)];
  return holders.map(({ fundId, amount }, index) => ({ fundId, change: values[index] - amount, fee: fees[index] }));
}

/**
 * Checks the lines of an entry that books a value. All add up to the value and the fee, and the part of each fund differs
 * from its exact share by less than a cent.
 */
function checkLines(run, { id, lines }, { account, changes, holders, worth, fee }) {
  const { books } = run;
  const book = add(holders);
  const total = (isOf) => sum(lines.filter(isOf).map(({ debit }) => debit));
  const isHeld = ({ accountId }) => accountId === account;
  const isFee = ({ subCategoryId }) => books.subs.get(subCategoryId)?.isFee;
  const isGain = ({ incomeCategoryId }) => incomeCategoryId === books.gains;
  run.expect(
    `the sums of the lines of value ${id}`,
    [total(isHeld), total(isFee), total(isGain), lines.every((line) => isHeld(line) || isFee(line) || isGain(line))],
    [worth - book, fee, 0 - (worth + fee - book), true],
  );
  for (const { fundId, change, fee: ownFee } of changes) {
    const isOwn = (one) => (one.fundId ?? books.general) === fundId;
    const [held, paid, gained] = [isHeld, isFee, isGain].map((isOf) => total((one) => isOf(one) && isOwn(one)));
    const isNear = (one, other) => Math.abs(one - other) <= 1;
    if (!isNear(held, change) || !isNear(paid, ownFee) || gained !== 0 - held - paid)
      run.fault(`value ${id} gives fund ${fundId} ${held}, ${paid} and ${gained}, expected ${change} and ${ownFee}`);
  }
}

export const VALUATIONS = [[1.5, 'value an investment', value]];
