import { activityOf, byCategory, netOf } from '../../../books/activity.ts';
import { type AccountKind, isCash, isLiability } from '../../../books/account-kinds.ts';
import { fundOfSum } from '../../../books/balances.ts';
import { type FundClass, GENERAL_FUND, isOwned } from '../../../books/fund-classes.ts';
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
    position: books.accounts && positionOf(catalogs.accounts, books.accounts, funds),
    unpaid,
    attendance: { ...attendance, average: roundedAverage(attendance) },
  };
}

type FundRow = Figures['funds'][number];

/**
 * Returns the amount that the church can spend, and the amounts from which it is computed. Loans are left out, because
 * they are paid off over years.
 */
function positionOf(
  accounts: readonly Account[],
  balances: ReadonlyMap<number, Minor>,
  funds: readonly FundRow[],
): Figures['position'] {
  const balanceOf = (isWanted: (kind: AccountKind) => boolean) =>
    addMoney(...accounts.flatMap(({ id, kind }) => (isWanted(kind) ? (balances.get(id) ?? []) : [])));
  const fundsOf = (...classes: readonly FundClass[]) =>
    addMoney(
      ...funds.filter((fund) => fund.class !== null && classes.includes(fund.class)).map((fund) => fund.closing),
    );
  const cash = balanceOf(isCash);
  const owed = negateMoney(balanceOf((kind) => isLiability(kind) && kind !== 'Loan'));
  const [heldForOthers, designated] = [fundsOf('Custodial'), fundsOf('Designated')];
  const restricted = fundsOf('Restricted', 'Endowment');
  const available = subtractMoney(cash, addMoney(owed, heldForOthers, restricted, designated));
  return { cash, owed, heldForOthers, restricted, designated, available };
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
