import { addMonths, type CalendarDate, type Month, monthRange } from '../../../lib/date.ts';
import { addMoney, type Minor, subtractMoney, ZERO } from '../../../lib/money.ts';
import type { FundSums, Sum } from '../../../books/sums.ts';
import { GENERAL_FUND, isOwned } from '../../../books/fund-classes.ts';
import type { CategoryWithFund } from '../../giving/categories/schema.ts';
import type { Fund } from '../../ledger/funds/schema.ts';
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

/** The church's giving categories, funds and groups of expense categories, in display order. */
export type Catalogs = {
  categories: readonly CategoryWithFund[];
  funds: readonly Fund[];
  groups: readonly ExpenseCategoryGroup[];
};

/** Returns the ids of the giving categories of each fund, except the General fund. */
export function categoriesByFund({ categories, funds }: Catalogs): ReadonlyMap<number, readonly number[]> {
  const idsOf = (fund: number) => categories.filter(({ fundId }) => fundId === fund).map(({ id }) => id);
  return new Map(funds.filter(({ id }) => id !== GENERAL_FUND).map(({ id }) => [id, idsOf(id)]));
}

type Sums = Pick<Figures, 'openingBalance' | 'unpaid'> & {
  /** The sum of each giving category, by id. */
  giving: ReadonlyMap<number, Sum>;
  /** The sum of each expense subcategory, by id. */
  expenses: ReadonlyMap<number, Sum>;
  funds: ReadonlyMap<number, FundSums>;
  attendance: { sundays: number; total: number };
};

/** Builds a statement's figures from the sums of its month, in the order of the categories. */
export function figuresOf(catalogs: Catalogs, sums: Sums): Figures {
  const { openingBalance, unpaid, attendance } = sums;
  const givingByCategory = summed(
    catalogs.categories.filter(({ fundClass }) => isOwned(fundClass)),
    sums.giving,
  );
  const totalGiving = addMoney(...givingByCategory.map(({ amount }) => amount));
  const totalExpenses = addMoney(...[...sums.expenses.values()].map(({ amount }) => amount));
  const netChange = subtractMoney(totalGiving, totalExpenses);
  return {
    openingBalance,
    totalGiving,
    totalExpenses,
    netChange,
    closingBalance: addMoney(openingBalance, netChange),
    givingByCategory: givingByCategory.map(({ id, ...rest }) => ({ categoryId: id, ...rest })),
    expensesByGroup: catalogs.groups.flatMap((group) => byGroup(group, sums.expenses)),
    funds: fundRows(catalogs, sums.funds, { openingBalance, totalGiving, totalExpenses }),
    unpaid,
    attendance: { ...attendance, average: roundedAverage(attendance) },
  };
}

type Totals = Pick<Figures, 'openingBalance' | 'totalGiving' | 'totalExpenses'>;

/**
 * Returns the figures of every fund. The figures of the General fund are those of the whole statement less those of the
 * church's other funds.
 */
function fundRows({ funds }: Catalogs, sums: Sums['funds'], totals: Totals): Figures['funds'] {
  const others = funds.flatMap((fund) => (isOwned(fund.class) ? (sums.get(fund.id) ?? []) : []));
  const rest = (total: Minor, part: keyof FundSums) =>
    subtractMoney(total, addMoney(...others.map((one) => one[part])));
  const opening = rest(totals.openingBalance, 'opening');
  const giving = rest(totals.totalGiving, 'giving');
  const expenses = rest(totals.totalExpenses, 'expenses');
  const general = { opening, giving, expenses, closing: subtractMoney(addMoney(opening, giving), expenses) };
  return funds.flatMap(({ id, name, class: fundClass }) => {
    const fund = id === GENERAL_FUND ? general : sums.get(id);
    return fund ? [{ fundId: id, name, class: fundClass, ...fund }] : [];
  });
}

/** Returns the categories that have a sum, each with its sum. */
function summed(categories: readonly { id: number; name: string }[], sums: ReadonlyMap<number, Sum>) {
  return categories.flatMap(({ id, name }) => {
    const sum = sums.get(id);
    return sum ? [{ id, name, ...sum }] : [];
  });
}

function byGroup(group: ExpenseCategoryGroup, sums: Sums['expenses']): Figures['expensesByGroup'] {
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
