/**
 * A fiscal year of a church, entered document by document as a treasurer and an elder do, and what hledger makes of it.
 * The tests name funds, accounts and categories, and this file finds their ids.
 */
import type { Accountant } from '../support/journal.ts';
import { type Books, type Json, type Staff, done } from './books.ts';
import { run, works } from './people-files.ts';

/** A part of a bill: the subcategory or the account that it is for, and the fund that pays, which is General by default. */
export type Part = { of: string; amount: number; fund?: string; inUse?: boolean };

/** A line of an adjusting entry: positive amounts are debits. */
export type Line = { of: string; amount: number; fund?: string };

type Named = { id: number; name: string };
type Ids = { funds: number; accounts: number; giving: number; income: number; spending: number };
const LISTS: readonly [keyof Ids, string][] = [
  ['funds', 'funds'],
  ['accounts', 'accounts'],
  ['giving', 'giving-categories'],
  ['income', 'income-categories'],
  ['spending', 'expense-categories'],
];

export class LivedYear {
  private readonly ids = new Map<string, number>();

  /** For each finalized month, what the reports computed before, and what was then stored. */
  readonly finalized: { computed: Json; stored: Json }[] = [];
  readonly books: Books;
  readonly treasurer: Staff;
  readonly elder: Staff;

  private constructor(books: Books, treasurer: Staff, elder: Staff) {
    this.books = books;
    this.treasurer = treasurer;
    this.elder = elder;
  }

  /** Adds the accounts and the categories that accountants often ask for. Then everything can be named. */
  static async of(books: Books, accounts: Record<string, string>): Promise<LivedYear> {
    const year = new LivedYear(books, await books.as(['treasurer']), await books.as(['elder']));
    await year.post('expense-categories/usual');
    for (const [name, kind] of Object.entries(accounts)) await year.post('accounts', { name, kind });
    await year.learn();
    return year;
  }

  /** Adds a fund with a giving category of the same name. */
  async addFund(name: string, fields: Json): Promise<void> {
    const { id: fundId } = await this.post('funds', { name, ...fields });
    await this.post('giving-categories', { name, fundId, isTaxDeductible: false });
    await this.learn();
  }

  async learn(): Promise<void> {
    for (const [list, route] of LISTS) {
      const { items } = await this.read(route);
      const all: Named[] = list === 'spending' ? items.flatMap((group: Json) => group.subCategories) : items;
      for (const { id, name } of all) this.ids.set(`${list}/${name}`, id);
    }
  }

  id(list: keyof Ids, name: string): number {
    const found = this.ids.get(`${list}/${name}`);
    if (found === undefined) throw new Error(`There is no ${name} among the ${list}.`);
    return found;
  }

  read(route: string): Promise<Json> {
    return done(this.treasurer.get(`/api/${route}`));
  }

  report(query: string): Promise<Json> {
    return this.read(`reports/${query}`);
  }

  post(route: string, body: Json = {}): Promise<Json> {
    return done(this.treasurer.post(`/api/${route}`, body));
  }

  private fundOf = (fund?: string) => (fund === undefined ? {} : { fundId: this.id('funds', fund) });

  /** What a name means in a part or a line: an account, or else a subcategory of expenses. */
  private meant(name: string): Json {
    const accountId = this.ids.get(`accounts/${name}`);
    return accountId === undefined ? { subCategoryId: this.id('spending', name) } : { accountId };
  }

  private parts = (parts: readonly Part[]) =>
    parts.map(({ of, fund, ...part }) => ({ ...part, ...this.meant(of), ...this.fundOf(fund) }));

  open(date: string, accounts: readonly Part[], funds: Record<string, number>, owed: number): Promise<Json> {
    const body = {
      date,
      accounts: this.parts(accounts).map(({ amount, ...one }) => ({ ...one, balance: amount })),
      funds: Object.entries(funds).map(([name, balance]) => ({ fundId: this.id('funds', name), balance })),
      payables: owed === 0 ? [] : [{ vendor: 'Hill Roofing', amount: owed }],
    };
    return done(this.treasurer.put('/api/books/opening', body));
  }

  give(date: string, category: string, amount: number, method = 'Zelle'): Promise<Json> {
    return this.post('givings', { date, amount, method, categoryId: this.id('giving', category) });
  }

  receive(date: string, category: string, amount: number, account: string): Promise<Json> {
    const [incomeCategoryId, accountId] = [this.id('income', category), this.id('accounts', account)];
    return this.post('other-income', { date, amount, incomeCategoryId, accountId });
  }

  /** The treasurer enters a bill, the elder approves it, and on the day `paid` the account `from` pays it. */
  async spend(date: string, parts: readonly Part[], paid: string | null = date, from = 'Checking') {
    const amount = parts.reduce((cents, part) => cents + Math.round(part.amount * 100), 0) / 100;
    const description = parts.map(({ of }) => of).join(', ');
    const ministryId = this.books.ministry('Facilities');
    const body = { expenseDate: date, amount, description, ministryId, splits: this.parts(parts) };
    const { id } = await this.post('expenses', body);
    await this.post(`expenses/${id}/submit`);
    await done(this.elder.post(`/api/expenses/${id}/approve`));
    if (paid !== null) await this.pay(paid, { expenseId: id }, from);
    return id;
  }

  pay(date: string, item: Json, from = 'Checking'): Promise<Json> {
    const method = from === 'Checking' ? 'Check' : 'Card';
    return this.post('payments', { date, method, accountId: this.id('accounts', from), items: [item] });
  }

  refund(id: number, date: string, parts: readonly Part[]): Promise<Json> {
    const splits = this.parts(parts);
    const amount = parts.reduce((sum, part) => sum + part.amount, 0);
    return this.post(`expenses/${id}/reverse`, { date, amount, splits, reason: 'The vendor paid it back' });
  }

  adjust(date: string, memo: string, lines: readonly Line[], fields: Json = {}): Promise<Json> {
    const sides = lines.map(({ of, amount, fund }) => {
      const side = amount > 0 ? { debit: amount } : { credit: -amount };
      return { ...this.meant(of), ...this.fundOf(fund), ...side };
    });
    return this.post('journal-entries', { date, memo, lines: sides, ...fields });
  }

  /** Moves money between accounts. With `fund`, it is the money of that fund. */
  async move(date: string, amount: number, [from, to]: readonly [string, string], fund?: string): Promise<Json> {
    const sides = { fromAccountId: this.id('accounts', from), toAccountId: this.id('accounts', to) };
    return this.post('transfers', { date, amount, ...sides, ...this.fundOf(fund), memo: 'Between accounts' });
  }

  /** Moves money between funds. The elder approves it if donors have restricted it. */
  async pass(date: string, amount: number, [from, to]: readonly [string, string], fields: Json = {}) {
    const sides = { fromFundId: this.id('funds', from), toFundId: this.id('funds', to) };
    const body = { date, amount, ...sides, memo: 'Between funds', reason: 'The board agreed', ...fields };
    const { id, status } = await this.post('transfers', body);
    if (status !== 'Posted') await done(this.elder.post(`/api/transfers/${id}/approve`));
    return id;
  }

  statement(month: string): Promise<Json> {
    return this.read(`monthly-statements/${month.replace('-', '/')}`);
  }

  /** Finalizes a month. It stores what the reports compute, and closes with the net assets of the balance sheet. */
  async finalize(month: string): Promise<void> {
    const { position } = await this.statement(month);
    const { funds } = await this.report(`fund-balances?from=${dayOf(month, 1)}&to=${lastOf(month)}`);
    const { totalNetAssets: closingBalance } = await this.report(`balance-sheet?at=${lastOf(month)}`);
    const stored = await this.post(`monthly-statements/${month.replace('-', '/')}/finalize`);
    this.finalized.push({ computed: { status: 'Finalized', position, funds, closingBalance }, stored });
  }

  /** Giving, other income, expenses, adjustments, and the balance at the end of a month. */
  async figuresOf(month: string): Promise<number[]> {
    const one = await this.statement(month);
    return [one.totalGiving, one.totalOtherIncome, one.totalExpenses, one.adjustments, one.closingBalance];
  }

  /** The lines of a balance sheet that have an amount now or one year before. */
  async sheetAt(at: string): Promise<unknown[]> {
    const { assets, liabilities, netAssets } = await this.report(`balance-sheet?at=${at}&compare=prior`);
    const lines = [...assets, ...liabilities, ...netAssets];
    const shown = lines.filter(({ amount, prior }: Json) => amount !== 0 || prior !== 0);
    return shown.map(({ name, amount, prior }: Json) => [name, amount, prior]);
  }

  async owedBetweenFunds(at: string): Promise<unknown[]> {
    const { items } = await this.report(`interfund?at=${at}`);
    return items.map(({ fromFund, toFund, amount }: Json) => [fromFund, toFund, amount]);
  }

  async releases(from: string, to: string): Promise<unknown[]> {
    const { items } = await this.report(`releases?from=${from}&to=${to}`);
    return items.map(({ date, fund, type, amount }: Json) => [date, fund, type, amount]);
  }

  /** The operating and the cash bottom line of a budget report, each with its budget and its actual amount. */
  async bottomLines(query: string): Promise<number[][]> {
    const { bottomLine } = await this.report(`budget?${query}`);
    return [bottomLine.operating, bottomLine.cash].map(({ budget, actual }: Json) => [budget, actual]);
  }

  /** The rows of `fund-balances` by the names of the funds: opening, giving, other income, expenses, transfers, released, closing. */
  async fundBalances(from: string, to: string): Promise<Record<string, number[]>> {
    const { funds } = await this.report(`fund-balances?from=${from}&to=${to}`);
    const kept = funds.filter(({ opening, giving, closing }: Json) => opening !== 0 || giving !== 0 || closing !== 0);
    return Object.fromEntries(
      kept.map((row: Json) => [
        row.name,
        [row.opening, row.giving, row.otherIncome, row.expenses, row.transfers, row.released, row.closing],
      ]),
    );
  }

  /** What the program finds in the journal, in cents: the balances of a day, the income of the range, and the funds. */
  async addedUp({ check, balances }: Accountant, from: string, to: string): Promise<Sums> {
    const journal = (await works(run(this.books.daemon.dataDir, 'export', 'journal'))).stdout;
    check(journal);
    return {
      sheet: balances(journal, { to, accounts: '^(Assets|Liabilities)' }),
      income: balances(journal, { from, to, accounts: '^(Income|Expenses)' }),
      funds: balances(journal, { to, accounts: '^(Income|Expenses|Equity|Liabilities:Held)', tag: 'fund' }),
    };
  }

  /** What the reports say, by the names of the journal, in which credits are negative. */
  async reported(from: string, to: string): Promise<Sums> {
    const sheet = await this.report(`balance-sheet?at=${to}`);
    const income = await this.report(`income-statement?from=${from}&to=${to}`);
    const funds = Object.entries(await this.fundBalances(from, to));
    const held = ({ name }: Json) => name.replace('Held for others: ', 'Held for Others:');
    return {
      sheet: inCents([
        ...sheet.assets.map(({ name, amount }: Json) => [`Assets:${name}`, amount]),
        ...sheet.liabilities.map((line: Json) => [`Liabilities:${held(line)}`, -line.amount]),
      ]),
      income: inCents([
        ...income.giving.map(({ name, amount }: Json) => [`Income:Giving:${name}`, -amount]),
        ...income.otherIncome.map(({ name, amount }: Json) => [`Income:Other:${name}`, -amount]),
        ...income.expenses.map(({ name, group, amount }: Json) => [`Expenses:${group}:${name}`, amount]),
      ]),
      funds: inCents(funds.map(([name, row]) => [name, -(row.at(-1) ?? 0)])),
    };
  }
}

type Sums = Record<'sheet' | 'income' | 'funds', Record<string, number>>;

const inCents = (lines: Json[]): Record<string, number> =>
  Object.fromEntries(
    lines.map(([name, amount]) => [name, Math.round(amount * 100)]).filter(([, cents]) => cents !== 0),
  );

/** What `position` has: one array for the balances, one for what funds have in cash, one for what there is to spend. */
export const positionOf = (balances: number[], held: number[], spendable: number[]): Json => {
  const [cash, owed, heldForOthers, restricted, designated, investments] = balances;
  const [custodial, restrictedCash, endowment, designatedCash] = held;
  const [available, availableWithDesignated] = spendable;
  const heldInCash = { custodial, restricted: restrictedCash, endowment, designated: designatedCash };
  const whole = { cash, owed, heldForOthers, restricted, designated, investments, heldInCash };
  return { ...whole, available, availableWithDesignated, todaysRule: null };
};

/** The days of a month: its first, and any other by its number. */
export const dayOf = (month: string, day: number): string => `${month}-${String(day).padStart(2, '0')}`;

/** The last day of a month. */
export function lastOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
