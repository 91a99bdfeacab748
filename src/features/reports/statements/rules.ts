import { addMonths, type CalendarDate, type Month, monthRange } from '../../../lib/date.ts';
import { addMoney, type Minor, subtractMoney, ZERO } from '../../../lib/money.ts';
import type { FundSums, Sum } from '../../../books/sums.ts';
import type { GivingCategory } from '../../giving/categories/schema.ts';
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
 * The source is the latest of these months that is finalized or has a given opening balance. A finalized month gives
 * its closing balance, and the activity after it is added. Another month gives its opening balance, and the activity
 * from its first day on is added. If there is no such month, the balance starts from zero on the first day of the
 * oldest saved month.
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

/** The church's giving categories and groups of expense categories, in display order. */
export type Catalogs = { categories: readonly GivingCategory[]; groups: readonly ExpenseCategoryGroup[] };

/** Returns the giving categories that are restricted funds. */
export const fundsOf = ({ categories }: Catalogs) => categories.filter(({ isRestricted }) => isRestricted);

type Sums = Pick<Figures, 'openingBalance' | 'unpaid'> & {
  /** By the id of the giving category. */
  giving: ReadonlyMap<number, Sum>;
  /** By the id of the subcategory. */
  expenses: ReadonlyMap<number, Sum>;
  funds: ReadonlyMap<number, FundSums>;
  attendance: { sundays: number; total: number };
};

/** Builds a statement's figures from the sums of its month, in the order of the categories. */
export function figuresOf(catalogs: Catalogs, sums: Sums): Figures {
  const { openingBalance, unpaid, attendance } = sums;
  const totalGiving = addMoney(...[...sums.giving.values()].map(({ amount }) => amount));
  const totalExpenses = addMoney(...[...sums.expenses.values()].map(({ amount }) => amount));
  const netChange = subtractMoney(totalGiving, totalExpenses);
  return {
    openingBalance,
    totalGiving,
    totalExpenses,
    netChange,
    closingBalance: addMoney(openingBalance, netChange),
    givingByCategory: summed(catalogs.categories, sums.giving).map(({ id, ...rest }) => ({ categoryId: id, ...rest })),
    expensesByGroup: catalogs.groups.flatMap((group) => byGroup(group, sums.expenses)),
    funds: fundsOf(catalogs).flatMap(({ id, name }) => {
      const fund = sums.funds.get(id);
      return fund ? [{ categoryId: id, name, ...fund }] : [];
    }),
    unpaid,
    attendance: { ...attendance, average: roundedAverage(attendance) },
  };
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
