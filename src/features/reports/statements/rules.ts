import { activityOf, byCategory, netOf } from '../../../books/activity.ts';
import { type AccountKind, isCash, isOwedSoon } from '../../../books/account-kinds.ts';
import { fundOfSum } from '../../../books/balances.ts';
import { type FundClass, GENERAL_FUND, isOwned } from '../../../books/fund-classes.ts';
import { type Bound, cashOf } from '../../../books/holdings.ts';
import type { FundSum } from '../../../books/posted-sums.ts';
import type { Sum } from '../../../books/sums.ts';
import { addMonths, type CalendarDate, type Month, monthRange } from '../../../lib/date.ts';
import { addMoney, type Minor, negateMoney, subtractMoney, ZERO } from '../../../lib/money.ts';
import type { CategoryWithFund } from '../../giving/categories/schema.ts';
import type { Account } from '../../ledger/accounts/schema.ts';
import type { Fund } from '../../ledger/funds/schema.ts';
import { fundRows } from '../fund-rows.ts';
import type { ExpenseCategoryGroup } from '../../spending/categories/schema.ts';
import type { Figures, StatementStatus } from './schema.ts';

/** A month with a stored statement: the fields that later months depend on. */
export type SavedMonth = Month & {
  status: StatementStatus;
  openingBalance: Minor | null;
  closingBalance: Minor | null;
};

/**
 * The source of an opening balance that is carried over: a base amount, the first day whose activity is added to it,
 * and whether the latest earlier statement is a draft.
 */
export type Carry = { base: Minor; since: CalendarDate; throughDraft: boolean };

/**
 * Returns the source of a month's opening balance if none was given, or undefined if no earlier statement was saved.
 * `earlier` has the earlier saved months, the latest first.
 *
 * The source is the latest earlier month that is finalized or has a given opening balance. If that month is finalized,
 * the base is its closing balance, and all activity after the month is added. If it is a draft, the base is its opening
 * balance, and all activity from its first day on is added. If there is no such month, the base is zero, and all
 * activity from the first day of the oldest saved month on is added.
 */
export function carryFrom(earlier: readonly SavedMonth[]): Carry | undefined {
  const [latest] = earlier;
  const oldest = earlier.at(-1);
  if (!latest || !oldest) return undefined;
  const throughDraft = latest.status === 'Draft';
  const anchor = earlier.find(({ status, openingBalance }) => status === 'Finalized' || openingBalance !== null);
  if (anchor && anchor.closingBalance !== null) {
    return { base: anchor.closingBalance, since: monthRange(addMonths(anchor, 1)).from, throughDraft };
  }
  return { base: anchor?.openingBalance ?? ZERO, since: monthRange(anchor ?? oldest).from, throughDraft };
}

/** The church's accounts, giving categories, funds and groups of expense categories, in display order. */
export type Catalogs = {
  accounts: readonly Account[];
  categories: readonly CategoryWithFund[];
  funds: readonly Fund[];
  groups: readonly ExpenseCategoryGroup[];
};

type Books = Pick<Figures, 'openingBalance' | 'unpaid'> & {
  /** The sums of the postings of the month. */
  sums: readonly FundSum[];
  /** The balance of each fund at the start of the month, by id. Not used for the General fund. */
  fundOpenings: ReadonlyMap<number, Minor>;
  /** The balance of each account at the end of the month, by id, as debits less credits; null before the books begin. */
  accounts: ReadonlyMap<number, Minor> | null;
  /** What the funds hold and owe each other at the end of the month. */
  bound: Bound;
  attendance: { sundays: number; total: number };
};

/** Builds a statement's figures from the sums of its month, in the order of the catalogs. */
export function figuresOf(catalogs: Catalogs, books: Books): Figures {
  const { openingBalance, unpaid, attendance } = books;
  const fundOf = new Map(catalogs.categories.map(({ id, fundId }) => [id, fundId]));
  const held = new Set(catalogs.funds.filter((fund) => !isOwned(fund.class)).map(({ id }) => id));
  const own = books.sums.filter((sum) => sum.part !== 'opening' && !held.has(fundOfSum(sum, fundOf)));
  const { giving, otherIncome, expenses, adjustments } = activityOf(own);
  const netChange = netOf({ giving, otherIncome, expenses, adjustments });
  const spent = byCategory(own, 'expense');
  const others = catalogs.funds.filter((fund) => fund.id !== GENERAL_FUND && isOwned(fund.class));
  const given = (id: number) => books.fundOpenings.get(id) ?? ZERO;
  // The opening balance of the General fund is the whole opening balance less those of the church's other funds.
  const general = subtractMoney(openingBalance, addMoney(...others.map(({ id }) => given(id))));
  const openingOf = (id: number) => (id === GENERAL_FUND ? general : given(id));
  const funds = fundRows(catalogs.funds, { sums: books.sums, fundOf, openingOf });
  return {
    openingBalance,
    totalGiving: giving,
    totalExpenses: expenses,
    totalOtherIncome: otherIncome,
    adjustments,
    netChange,
    closingBalance: addMoney(openingBalance, netChange),
    givingByCategory: summed(catalogs.categories, byCategory(own, 'giving')).map(({ id, ...rest }) => ({
      categoryId: id,
      ...rest,
    })),
    expensesByGroup: catalogs.groups.flatMap((group) => byGroup(group, spent)),
    funds,
    position:
      books.accounts &&
      positionOf({ accounts: catalogs.accounts, balances: books.accounts, funds, bound: books.bound }),
    unpaid,
    attendance: { ...attendance, average: roundedAverage(attendance) },
  };
}

type FundRow = { fundId: number | null; class: FundClass | null; closing: Minor };

/** What a position is computed from. `balances` has the balance of each account, as debits less credits, by id. */
type Positioned = {
  accounts: readonly Account[];
  balances: ReadonlyMap<number, Minor>;
  funds: readonly FundRow[];
  bound: Bound;
};

/**
 * Returns the amount that the church can spend, and the amounts from which it is computed: its cash, less what it owes,
 * less the cash of each fund whose money has a purpose. A fund that is overdrawn counts as zero, because its debt is
 * covered by the General fund and frees no money. Loans are left out, because they are paid off over years.
 */
export function positionOf({ accounts, balances, funds, bound }: Positioned): NonNullable<Figures['position']> {
  const balanceOf = (isWanted: (kind: AccountKind) => boolean) =>
    addMoney(...accounts.flatMap(({ id, kind }) => (isWanted(kind) ? (balances.get(id) ?? []) : [])));
  const of = (...classes: readonly FundClass[]) => addMoney(...ofClasses(funds, classes).map(({ closing }) => closing));
  const cash = balanceOf(isCash);
  const owed = negateMoney(balanceOf(isOwedSoon));
  const heldInCash = heldInCashOf(funds, bound);
  return {
    cash,
    owed,
    heldForOthers: of('Custodial'),
    restricted: of('Restricted', 'Endowment'),
    designated: of('Designated'),
    investments: balanceOf((kind) => kind === 'Investment'),
    heldInCash,
    ...availableOf({ cash, owed, heldInCash }),
    todaysRule: null,
  };
}

const ofClasses = (funds: readonly FundRow[], classes: readonly FundClass[]) =>
  funds.filter((fund) => fund.class !== null && classes.includes(fund.class));

type HeldInCash = NonNullable<NonNullable<Figures['position']>['heldInCash']>;

function heldInCashOf(funds: readonly FundRow[], bound: Bound): HeldInCash {
  const of = (fundClass: FundClass) =>
    addMoney(
      ...ofClasses(funds, [fundClass]).map(({ fundId, closing }) => {
        const cash = cashOf({ fundId: fundId ?? 0, balance: closing }, bound);
        return cash > 0 ? cash : ZERO;
      }),
    );
  return {
    custodial: of('Custodial'),
    restricted: of('Restricted'),
    endowment: of('Endowment'),
    designated: of('Designated'),
  };
}

type Available = { available: Minor; availableWithDesignated: Minor };

function availableOf({ cash, owed, heldInCash }: { cash: Minor; owed: Minor; heldInCash: HeldInCash }): Available {
  const { custodial, restricted, endowment, designated } = heldInCash;
  const availableWithDesignated = subtractMoney(cash, addMoney(owed, custodial, restricted, endowment));
  return { available: subtractMoney(availableWithDesignated, designated), availableWithDesignated };
}

/**
 * Returns what a finalized statement would say about the available amount if it was made today, or null if it says the
 * same. `bound` is what the funds held and owed each other at the end of its month.
 */
export function todaysRuleFor({ position, funds }: Figures, bound: Bound): Available | null {
  if (position === null) return null;
  const today = availableOf({ ...position, heldInCash: heldInCashOf(funds, bound) });
  const { available, availableWithDesignated } = position;
  const isSame = today.available === available;
  return isSame && (availableWithDesignated ?? today.availableWithDesignated) === today.availableWithDesignated
    ? null
    : today;
}

/** Returns the categories that have a sum, each with its sum. */
function summed(categories: readonly { id: number; name: string }[], sums: ReadonlyMap<number, Sum>) {
  return categories.flatMap(({ id, name }) => {
    const sum = sums.get(id);
    return sum ? [{ id, name, ...sum }] : [];
  });
}

function byGroup(group: ExpenseCategoryGroup, sums: ReadonlyMap<number, Sum>): Figures['expensesByGroup'] {
  const subCategories = summed(group.subCategories, sums).map(({ id, ...rest }) => ({ subCategoryId: id, ...rest }));
  if (subCategories.length === 0) return [];
  const amount = addMoney(...subCategories.map(({ amount }) => amount));
  const count = subCategories.reduce((total, { count }) => total + count, 0);
  return [{ groupId: group.id, name: group.name, amount, count, subCategories }];
}

/** Returns the average attendance, rounded half up to a whole number. Computes it with integers only. */
function roundedAverage({ sundays, total }: { sundays: number; total: number }): number {
  return sundays === 0 ? 0 : Math.floor((2 * total + sundays) / (2 * sundays));
}
