/**
 * What funds hold in accounts that are no money, what they lent to each other, and how much of their balances is cash.
 * The General fund holds what no other fund holds, so nothing is kept for it here.
 */
import { cents, sum } from './money-and-days.js';
import { postAll } from './postings.js';

const add = (map, key, amount) => map.set(key, (map.get(key) ?? 0) + amount);

/** Returns what each fund holds of each account at the end of a day, in cents, by `FUND/ACCOUNT`. */
function heldByFund(books, ledger, { at, by }) {
  const held = new Map();
  for (const { account, holder, amount, ...days } of ledger.accounts)
    if (holder && holder !== books.general && books.isHeld(account) && days[by] <= at)
      add(held, `${holder}/${account}`, amount);
  return held;
}

/** Returns what each fund holds of an account at the end of a day. The General fund holds what the others leave. */
export function holdersOf(books, ledger, { account, at }) {
  const isOf = ([key]) => key.endsWith(`/${account}`);
  const held = [...heldByFund(books, ledger, { at, by: 'date' })].filter(isOf);
  const holders = held.map(([key, amount]) => ({ fundId: Number(key.split('/')[0]), amount }));
  const own = ledger.accounts.filter((one) => one.account === account && one.date <= at);
  const rest = sum(own.map(({ amount }) => amount)) - sum(holders.map(({ amount }) => amount));
  return [{ fundId: books.general, amount: rest }, ...holders].filter(({ amount }) => amount !== 0);
}

/** Returns what a fund owes another at the end of a day, in cents, by `LENDER/BORROWER`. */
export function loansAt(books, at) {
  const owed = new Map();
  for (const { date, status, amount, fromFundId, toFundId, loan, repays } of books.live('transfers')) {
    if (status !== 'Posted' || date > at || books.isBefore(date)) continue;
    if (loan) add(owed, `${fromFundId}/${toFundId}`, amount);
    if (repays) add(owed, `${toFundId}/${fromFundId}`, 0 - amount);
  }
  return new Map([...owed].filter(([, amount]) => amount !== 0));
}

/** Returns how much of the balance of each fund is cash at the end of a day, in cents. */
export function cashByFund(books, ledger, { at = '9999-12-31', by = 'date' } = {}) {
  const cash = new Map([...books.funds.keys()].map((id) => [id, 0]));
  for (const posting of ledger.funds) if (posting[by] <= at) add(cash, posting.fund, posting.amount);
  for (const [key, amount] of heldByFund(books, ledger, { at, by })) add(cash, Number(key.split('/')[0]), 0 - amount);
  for (const [key, amount] of loansAt(books, at)) {
    const [lender, borrower] = key.split('/').map(Number);
    add(cash, lender, 0 - amount);
    add(cash, borrower, amount);
  }
  return cash;
}

/** Returns what of a loan between funds is not paid back, in cents. */
export function owedOf(books, { id, amount }) {
  const posted = books.live('transfers').filter(({ status }) => status === 'Posted');
  const total = (isOf) => sum(posted.filter(isOf).map((one) => one.amount));
  return amount + total(({ reversalOf }) => reversalOf === id) - total(({ repays }) => repays === id);
}

const NOTHING = { lines: [], raised: new Map() };

/**
 * Returns the amounts of which one is `available` in the refusal, if a document takes more from a fund than its cash, or
 * more of an account than the fund holds. Returns an empty list for a document that may be stored. `lines` are its lines
 * with an account that is no money: `{account, fund, amount}`, a debit positive. `raised` is by how much it raises the
 * balances of funds, and `released` are the amounts that it releases. `before` has the same of the document that it
 * replaces.
 */
export function overdrawn(books, now, before = NOTHING) {
  const isOwn = ({ account, fund }) => account && fund && fund !== books.general && books.isHeld(account);
  const [lines, old] = [now.lines.filter(isOwn), before.lines.filter(isOwn)];
  const beyondRest = shortOfRest(books, now, before);
  if (lines.length + old.length === 0) return beyondRest;
  const ledger = postAll(books);
  const cash = cashByFund(books, ledger);
  const held = heldByFund(books, ledger, { at: '9999-12-31', by: 'date' });
  const change = (isOf) =>
    sum(lines.filter(isOf).map(({ amount }) => amount)) - sum(old.filter(isOf).map(({ amount }) => amount));
  const short = [...beyondRest, ...shortOfBalance(ledger, now.released ?? [])];
  for (const fund of new Set([...lines, ...old].map((one) => one.fund))) {
    const raised = (now.raised.get(fund) ?? 0) - (before.raised.get(fund) ?? 0);
    const taken = change((one) => one.fund === fund) - raised;
    if (taken > 0 && taken > cash.get(fund)) short.push(cash.get(fund));
  }
  for (const { fund, account } of [...lines, ...old]) {
    const taken = 0 - change((one) => one.fund === fund && one.account === account);
    const has = held.get(`${fund}/${account}`) ?? 0;
    if (!isDebt(books, account) && taken > 0 && taken > has) short.push(has);
  }
  return short.map((amount) => Math.max(amount, 0));
}

/**
 * Returns what the other funds leave to the General fund of an Investment, or of an asset that they hold, where lines that
 * name no fund take more of it.
 */
function shortOfRest(books, now, before) {
  const isOfGeneral = ({ account, fund }) =>
    account && (fund ?? books.general) === books.general && books.isHeld(account) && !isDebt(books, account);
  const changes = new Map();
  for (const { account, amount } of now.lines.filter(isOfGeneral)) add(changes, account, amount);
  for (const { account, amount } of before.lines.filter(isOfGeneral)) add(changes, account, 0 - amount);
  const lowered = [...changes].filter(([, change]) => change < 0);
  if (lowered.length === 0) return [];
  const ledger = postAll(books);
  return lowered.flatMap(([account, change]) => {
    const holders = holdersOf(books, ledger, { account, at: '9999-12-31' });
    const rest = holders.find(({ fundId }) => fundId === books.general)?.amount ?? 0;
    const isGuarded =
      books.accounts.get(account).kind === 'Investment' || holders.some(({ fundId }) => fundId !== books.general);
    return isGuarded && rest + change < 0 ? [Math.max(rest, 0)] : [];
  });
}

/** Returns the balance of each fund from which more is released. */
export function shortOfBalance(ledger, released) {
  const sums = new Map();
  for (const { fund, amount } of released) add(sums, fund, amount);
  return [...sums].flatMap(([fund, amount]) => {
    const balance = sum(ledger.funds.filter((one) => one.fund === fund).map((one) => one.amount));
    return amount > 0 && amount > balance ? [Math.max(balance, 0)] : [];
  });
}

const isDebt = (books, account) => ['Loan', 'OtherLiability'].includes(books.accounts.get(account).kind);

/**
 * Returns the options of a request that must be refused with one of the codes, or because a fund is short of cash or of
 * what it holds. `left` is what is owed of a loan that the request pays back.
 */
export function refusedIfOverdrawn(codes, short, left) {
  if (short.length > 0) codes.push('fund_overdrawn');
  const onRefusal = (run, said) => {
    if (said.code === 'fund_overdrawn') run.expectOneOf('what is available', cents(said.available), short);
    if (said.code === 'loan_repaid' && left !== undefined)
      run.expect('what is left of the loan', cents(said.left), left);
  };
  return { refuse: codes.length > 0 ? codes : undefined, onRefusal };
}
