/**
 * The documents that the run has entered, and the settings that decide how later documents are entered. No figures are
 * stored here: postings.js and figures.js compute all figures from the documents.
 */
import { firstOf, fiscalYear, fiscalYearOf, latest, monthAfter, monthOf } from './money-and-days.js';

export const MONEY_KINDS = ['Checking', 'Savings', 'Cash', 'Undeposited', 'Processor'];
export const DEBT_KINDS = ['CreditCard', 'Loan', 'OtherLiability'];
/** The kinds of accounts that are no money. A line for such an account may name the fund that holds it. */
export const HELD_KINDS = ['Loan', 'Investment', 'FixedAsset', 'OtherAsset', 'OtherLiability'];
export const METHODS = ['Cash', 'Check', 'Zelle', 'PayPal', 'Card', 'BankTransfer', 'Other'];

/** The kinds of documents, which are also the names of their lists in the API. */
const KINDS = ['givings', 'sessions', 'deposits', 'expenses', 'payments', 'incomes', 'transfers', 'entries'];

export class Books {
  accounts = new Map();
  funds = new Map();
  categories = new Map();
  groups = new Map();
  subs = new Map();
  ministries = new Map();
  incomeCategories = new Map();
  members = new Map();
  /** The accounts that were chosen for methods; all other methods use the default account. */
  chosen = { in: {}, out: {} };
  rules = { secondApprovalAbove: null, payerMayApproveUpTo: null };
  releaseRule = 'PlacedInService';
  months = new Map();
  years = new Map();
  opening = undefined;
  imports = [];

  constructor({ today, firstMonth, fiscalStart }) {
    Object.assign(this, { today, firstMonth, fiscalStart });
    for (const kind of KINDS) this[kind] = new Map();
  }

  /** Stores a document together with the number of the operation that entered or last changed the document. */
  keep(kind, document, operation) {
    this[kind].set(document.id, { ...this[kind].get(document.id), ...document, kind, touched: operation });
    return this[kind].get(document.id);
  }

  live(kind) {
    return [...this[kind].values()].filter((one) => !one.isDeleted);
  }

  get payable() {
    return this.#reserved('OtherLiability');
  }

  get paidEarly() {
    return this.#reserved('OtherAsset');
  }

  #reserved(kind) {
    return [...this.accounts.values()].find((one) => one.isReserved && one.kind === kind).id;
  }

  /** The income category to which values of investments are booked. */
  get gains() {
    return [...this.incomeCategories.values()].find(({ isGain }) => isGain).id;
  }

  get undeposited() {
    return [...this.accounts.values()].find((one) => one.kind === 'Undeposited').id;
  }

  /** The accounts from which money can be paid. */
  get paying() {
    const kinds = new Set(['Checking', 'Savings', 'Cash', 'CreditCard', 'Processor']);
    return [...this.accounts.values()].filter((one) => one.isActive && !one.isReserved && kinds.has(one.kind));
  }

  get defaultAccount() {
    return [...this.accounts.values()].find((one) => one.isDefault).id;
  }

  get general() {
    return [...this.funds.values()].find((one) => one.class === 'General').id;
  }

  isCustodial(fundId) {
    return this.funds.get(fundId).class === 'Custodial';
  }

  /** True if donors restrict the use of a fund. */
  isRestricted(fundId) {
    return ['Restricted', 'Endowment'].includes(this.funds.get(fundId).class);
  }

  /** True if a fund may hold a part of an account, because the account is no money. */
  isHeld(accountId) {
    return HELD_KINDS.includes(this.accounts.get(accountId).kind);
  }

  accountFor(direction, method) {
    return this.chosen[direction][method] ?? this.defaultAccount;
  }

  /** Returns the state of a month, even if the month was never saved. */
  month(month) {
    return this.months.get(month) ?? { status: 'Draft', isSaved: false, openingBalance: null, stored: undefined };
  }

  /** Returns the newest finalized month, or undefined. */
  get lastClosed() {
    const closed = [...this.months].filter(([, { status }]) => status === 'Finalized').map(([month]) => month);
    return closed.length === 0 ? undefined : latest(closed);
  }

  get firstOpenMonth() {
    const { lastClosed } = this;
    return lastClosed === undefined ? this.firstMonth : monthAfter(lastClosed);
  }

  get firstOpenDate() {
    return firstOf(this.firstOpenMonth);
  }

  isClosed(day) {
    return this.lastClosed !== undefined && monthOf(day) <= this.lastClosed;
  }

  /**
   * The first day of the fiscal year of the first document or saved month, which is where books without an opening begin;
   * undefined if there is none.
   */
  get firstDay() {
    const kinds = ['givings', 'sessions', 'expenses', 'incomes', 'transfers', 'entries'];
    const days = kinds.flatMap((kind) =>
      this.live(kind).flatMap(({ date, expenseDate, status }) =>
        status === 'Draft' && expenseDate ? [] : [expenseDate ?? date],
      ),
    );
    const saved = [...this.months].filter(([, { isSaved }]) => isSaved).map(([month]) => firstOf(month));
    const first = [...days, ...saved].reduce((one, other) => (other < one ? other : one), '9999');
    return first === '9999'
      ? undefined
      : firstOf(fiscalYear(fiscalYearOf(first, this.fiscalStart), this.fiscalStart).from);
  }

  /** Returns true if this day is before the opening of the books. */
  isBefore(day) {
    return this.opening !== undefined && day < this.opening.date;
  }

  /** Returns the reversals of a document that were not deleted. */
  reversalsOf(kind, id) {
    return (this[kind].get(id).reversals ?? []).map((one) => this[kind].get(one)).filter(({ isDeleted }) => !isDeleted);
  }

  /** Returns how much of a document has not been reversed yet, in cents. */
  unreversed(kind, id) {
    return this[kind].get(id).amount + this.reversalsOf(kind, id).reduce((total, one) => total + one.amount, 0);
  }

  /** Returns how much of an expense was paid, without its reversals and without voided payments, in cents. */
  paidOf(expenseId) {
    let total = 0;
    for (const id of this.expenses.get(expenseId).payments ?? []) {
      const payment = this.payments.get(id);
      if (payment.voidedOn || payment.isDeleted) continue;
      for (const item of payment.items) if (item.expenseId === expenseId) total += item.amount;
    }
    return total;
  }

  /** Returns the unpaid amount of an expense and its reversals together, in cents. */
  leftToPay(expenseId) {
    const own = this.expenses.get(expenseId).amount - this.paidOf(expenseId);
    const reversals = this.reversalsOf('expenses', expenseId);
    return own + reversals.reduce((total, one) => total + one.amount - this.paidOf(one.id), 0);
  }
}
