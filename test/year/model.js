/** The books of the year, as the independent model of test/model computes them from what people typed on the page. */
import { Books } from '../model/books.js';
import { accountBalances, fundBalances, statement } from '../model/figures.js';
import { amountOf, cents } from '../model/money-and-days.js';
import { postAll } from '../model/postings.js';
import { accountOf, categoryOf, fundOf, subOf } from '../model/setup.js';

export class YearModel {
  #books;
  #next = 0;

  constructor({ funds, accounts, categories, groups, ministries, firstMonth, today }) {
    const books = new Books({ today, firstMonth, fiscalStart: 1 });
    for (const one of funds) books.funds.set(one.id, fundOf(one));
    for (const one of accounts) books.accounts.set(one.id, accountOf(one));
    for (const one of categories) books.categories.set(one.id, categoryOf(one));
    for (const one of ministries) books.ministries.set(one.id, { ...one, class: one.defaultFunctionalClass });
    for (const group of groups) {
      books.groups.set(group.id, { id: group.id, name: group.name });
      for (const one of group.subCategories) books.subs.set(one.id, subOf(one));
    }
    this.#books = books;
  }

  /** The books begin with these balances, by the name of the account. */
  open(date, balances) {
    const accounts = Object.entries(balances).map(([name, balance]) => {
      return { accountId: this.accountOf(name), balance: cents(balance) };
    });
    this.#books.opening = { date, touched: 0, accounts, funds: [], payables: [], yearToDate: [] };
  }

  /** An offering that was counted, submitted and taken to the bank. */
  offer({ date, attendance, gifts, depositedOn }) {
    const books = this.#books;
    const session = this.#keep('sessions', { date, attendance, status: 'Reconciled' });
    const waiting = new Map();
    for (const { amount, category, method } of gifts) {
      const isWaiting = method === 'Cash' || method === 'Check';
      const accountId = isWaiting ? books.undeposited : books.defaultAccount;
      const { id: categoryId, fundId } = [...books.categories.values()].find(({ name }) => name === category);
      const parts = [{ categoryId, fundId, amount: cents(amount) }];
      this.#keep('givings', { date, amount: cents(amount), parts, method, accountId, sessionId: session.id });
      if (isWaiting) waiting.set(method, (waiting.get(method) ?? 0) + cents(amount));
    }
    const items = [...waiting].map(([method, amount]) => ({ method, amount, fromAccountId: books.undeposited }));
    this.#keep('deposits', { date: depositedOn, accountId: books.defaultAccount, items, ofSession: session.id });
  }

  /** An expense that was approved, and paid from the usual account. */
  spend({ date, amount, category, ministry, paidOn }) {
    const books = this.#books;
    const sub = [...books.subs.values()].find(({ name }) => name === category);
    const { id: ministryId, class: functionalClass } = [...books.ministries.values()].find(
      ({ name }) => name === ministry,
    );
    const line = { subCategoryId: sub.id, ministryId, functionalClass, fundId: books.general, amount: cents(amount) };
    const common = { expenseDate: date, bookedOn: date, status: 'Paid', reversalOf: null, amount: cents(amount) };
    const expense = this.#keep('expenses', { ...common, lines: [line], payments: [] });
    const items = [{ expenseId: expense.id, amount: cents(amount) }];
    const payment = this.#keep('payments', { date: paidOn, accountId: books.defaultAccount, items, voidedOn: null });
    this.#keep('expenses', { id: expense.id, payments: [payment.id] });
  }

  /** Other income, such as interest, into the usual account. */
  earn({ date, amount, incomeCategoryId }) {
    const books = this.#books;
    const common = { accountId: books.defaultAccount, fundId: books.general };
    this.#keep('incomes', { ...common, date, amount: cents(amount), incomeCategoryId });
  }

  /** Returns the expected statement of a month. */
  statement(month) {
    return statement(this.#books, postAll(this.#books), month);
  }

  /** Returns the balances of all accounts and funds at the end of a day, by name. */
  balances(at) {
    const books = this.#books;
    const ledger = postAll(books);
    const named = (balances, records) =>
      Object.fromEntries([...balances].map(([id, balance]) => [records.get(id).name, amountOf(balance)]));
    return {
      accounts: named(accountBalances(books, ledger, { at }), books.accounts),
      funds: named(fundBalances(books, ledger, { at }), books.funds),
    };
  }

  /** Returns the id of an account. */
  accountOf(name) {
    return [...this.#books.accounts.values()].find((one) => one.name === name).id;
  }

  #keep(kind, document) {
    this.#next += 1;
    return this.#books.keep(kind, { id: this.#next, ...document }, this.#next);
  }
}
