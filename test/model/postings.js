/**
 * Posts every document by double entry, as an accountant would from the contract alone. A posting to an account is a
 * debit if it is positive. A posting to a fund is an increase of the fund if it is positive. For each document and day,
 * both sides must have the same sum.
 */
import { latest, sum } from './money-and-days.js';

/** Returns all postings of the books, in no particular order: `accounts` and `funds`. */
export function postAll(books) {
  const ledger = new Ledger(books);
  for (const giving of books.live('givings')) postGiving(ledger, giving);
  for (const deposit of books.live('deposits')) postDeposit(ledger, books, deposit);
  for (const expense of books.live('expenses')) {
    postExpense(ledger, books, expense);
    postReleases(ledger, books, expense);
  }
  for (const payment of books.live('payments')) postPayment(ledger, books, payment);
  for (const income of books.live('incomes')) postIncome(ledger, income);
  for (const transfer of books.live('transfers')) postTransfer(ledger, transfer);
  for (const entry of books.live('entries')) postEntry(ledger, books, entry);
  if (books.opening) postOpening(ledger, books);
  return ledger;
}

export const isBooked = ({ status, isDeleted }) => !isDeleted && (status === 'Approved' || status === 'Paid');

class Ledger {
  accounts = [];
  funds = [];
  /** The postings on days before the books begin. The opening uses only some of them. */
  history = { accounts: [], funds: [] };

  constructor(books) {
    this.begin = books.opening?.date ?? '';
  }

  /**
   * Posts one document on one day. Each line has an `account` or a `fund` and an amount. A line of an account that is no
   * money may have a `holder`, the fund that holds it. `shownOn` is the day on which monthly statements show the
   * document, by default `date`.
   */
  post({ of, date, shownOn = date, isOpening = false }, lines) {
    const side = (name) => sum(lines.filter((line) => line[name] !== undefined).map(({ amount }) => amount));
    if (side('account') !== side('fund'))
      throw new Error(`The model does not balance: ${JSON.stringify({ of, date, lines })}`);
    const target = date < this.begin ? this.history : this;
    // Lines of zero remain, because they count as entries.
    for (const line of lines) {
      const posting = { ...line, of, date, shownOn, isOpening };
      if (line.account === undefined) target.funds.push(posting);
      else target.accounts.push(posting);
    }
  }
}

function postGiving(ledger, giving) {
  // A gift in kind is an entry of its category with an amount of zero.
  if (giving.isInKind) {
    const entries = giving.parts.map(({ categoryId, fundId }) => ({
      fund: fundId,
      type: 'giving',
      categoryId,
      amount: 0,
    }));
    ledger.post({ of: giving, date: giving.date }, entries);
    return;
  }
  const lines = giving.parts.map(({ categoryId, fundId, amount }) => ({
    fund: fundId,
    type: 'giving',
    categoryId,
    amount,
  }));
  ledger.post({ of: giving, date: giving.date }, [{ account: giving.accountId, amount: giving.amount }, ...lines]);
}

function postDeposit(ledger, books, deposit) {
  const lines = deposit.items.flatMap(({ fromAccountId, amount }) => [
    { account: fromAccountId, amount: -amount },
    { account: deposit.accountId, amount },
  ]);
  ledger.post({ of: deposit, date: deposit.date }, lines);
}

function postExpense(ledger, books, expense) {
  if (!isBooked(expense)) return;
  const lines = expense.lines.map((line) => {
    if (line.accountId !== undefined) return { account: line.accountId, holder: line.fundId, amount: line.amount };
    const { subCategoryId, ministryId, functionalClass } = line;
    return { fund: line.fundId, type: 'expense', subCategoryId, ministryId, functionalClass, amount: -line.amount };
  });
  ledger.post({ of: expense, date: expense.bookedOn }, [{ account: books.payable, amount: -expense.amount }, ...lines]);
}

/**
 * Posts what the parts of an expense released: the amount passes to the General fund, and so does what it bought. A
 * reversal takes back what was released, but not before its own day.
 */
function postReleases(ledger, books, expense) {
  if (!isBooked(expense)) return;
  for (const line of expense.lines) {
    const date = releasedOn(books, expense, line);
    if (date === undefined) continue;
    const { accountId: account, fundId, amount } = line;
    ledger.post({ of: expense, date }, [
      { account, holder: fundId, amount: 0 - amount },
      { account, holder: books.general, amount },
      { fund: fundId, type: 'release', giver: fundId, bought: account, amount: 0 - amount },
      { fund: books.general, type: 'release', giver: fundId, amount },
    ]);
  }
}

/** Returns the day on which a part of an expense is released, or undefined if it is not, or not yet. */
export function releasedOn(books, expense, { release }) {
  if (release === 'OnDate') return expense.bookedOn;
  if (release !== 'InUse') return undefined;
  const { inUseOn } = expense.reversalOf === null ? expense : books.expenses.get(expense.reversalOf);
  return inUseOn && latest([inUseOn, expense.bookedOn]);
}

function leave(ledger, books, { of, date, accountId, amount, isEarly }) {
  const to = isEarly ? books.paidEarly : books.payable;
  ledger.post({ of, date }, [
    { account: accountId, amount: -amount },
    { account: to, amount },
  ]);
}

function moveFromEarly(ledger, books, { of, date, amount, byPayment = false }) {
  ledger.post({ of, date }, [
    { account: books.paidEarly, amount: -amount, byPayment },
    { account: books.payable, amount, byPayment },
  ]);
}

function postPayment(ledger, books, payment) {
  const { date, accountId, voidedOn } = payment;
  for (const { expenseId, amount } of payment.items) {
    const expense = expenseId === undefined ? undefined : books.expenses.get(expenseId);
    const bookedOn = expense && isBooked(expense) ? expense.bookedOn : undefined;
    const isEarly = expense !== undefined && (bookedOn === undefined || date < bookedOn);
    leave(ledger, books, { of: payment, date, accountId, amount, isEarly });
    const isBackEarly = isEarly && voidedOn && (bookedOn === undefined || voidedOn < bookedOn);
    if (isEarly && !isBackEarly && bookedOn !== undefined)
      moveFromEarly(ledger, books, { of: expense, date: bookedOn, amount, byPayment: true });
    if (voidedOn)
      leave(ledger, books, { of: payment, date: voidedOn, accountId, amount: -amount, isEarly: Boolean(isBackEarly) });
  }
}

function postIncome(ledger, income) {
  const { date, amount, accountId, fundId, incomeCategoryId } = income;
  const line = { fund: fundId, type: 'income', incomeCategoryId, amount };
  ledger.post({ of: income, date }, [{ account: accountId, amount }, line]);
}

function postTransfer(ledger, transfer) {
  if (transfer.status === 'PendingApproval') return;
  const { date, amount, fromAccountId, toAccountId, fromFundId, toFundId, fundId: holder, loan, repays } = transfer;
  const lines = [];
  if (fromAccountId)
    lines.push({ account: fromAccountId, holder, amount: -amount }, { account: toAccountId, holder, amount });
  // A loan and its repayment leave the balances of both funds.
  if (fromFundId && !loan && !repays)
    lines.push(
      { fund: fromFundId, type: 'transfer', giver: fromFundId, amount: -amount },
      { fund: toFundId, type: 'transfer', giver: fromFundId, amount },
    );
  ledger.post({ of: transfer, date }, lines);
}

function postEntry(ledger, books, entry) {
  if (entry.status === 'PendingApproval') return;
  const lines = entry.lines.map((line) => {
    const { debit, accountId, subCategoryId, incomeCategoryId, ministryId, functionalClass } = line;
    if (accountId !== undefined) return { account: accountId, holder: line.fundId, amount: debit };
    const common = { fund: line.fundId ?? books.general, amount: -debit };
    if (subCategoryId !== undefined) return { ...common, type: 'expense', subCategoryId, ministryId, functionalClass };
    if (incomeCategoryId !== undefined) return { ...common, type: 'income', incomeCategoryId };
    return { ...common, type: 'adjustment' };
  });
  ledger.post({ of: entry, date: entry.date, shownOn: entry.shownOn ?? entry.date }, lines);
}

/**
 * Posts the opening. It includes the amounts owed for earlier expenses and the amounts already paid for later expenses.
 * The General fund gets the rest that the other funds leave.
 */
function postOpening(ledger, books) {
  const { opening } = books;
  const lines = opening.accounts.map(({ accountId, fundId, balance }) => ({
    account: accountId,
    holder: fundId,
    amount: balance,
  }));
  for (const { amount } of opening.payables) lines.push({ account: books.payable, amount: -amount });
  for (const account of [books.payable, books.paidEarly]) {
    const carried = sum(ledger.history.accounts.filter((one) => one.account === account).map(({ amount }) => amount));
    lines.push({ account, amount: carried });
  }
  const funds = opening.funds.map(({ fundId, balance }) => ({ fund: fundId, type: 'opening', amount: balance }));
  const rest = sum(lines.map(({ amount }) => amount)) - sum(funds.map(({ amount }) => amount));
  funds.push({ fund: books.general, type: 'opening', amount: rest });
  const of = { kind: 'opening', id: 0, touched: opening.touched };
  ledger.post({ of, date: opening.date, isOpening: true }, [...lines, ...funds]);
}
