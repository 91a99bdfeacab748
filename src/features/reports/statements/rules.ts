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
 * An opening balance before activity is added: its starting amount, the day since when, and whether a draft is
 * involved.
 */
export type Carry = { base: Minor; since: CalendarDate; throughDraft: boolean };

/**
 * Returns where a month's opening balance comes from when none was given: the closing balance of the latest earlier
 * saved statement plus the activity of the unsaved months between. Undefined when no earlier statement was saved.
 * `earlier` has the earlier saved months, the latest first.
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

/** The church's categories, in their order. */
export type Catalogs = { categories: readonly GivingCategory[]; groups: readonly ExpenseCategoryGroup[] };

/** The giving categories that are funds. */
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

/** Returns the categories that have a sum, with it. */
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

/** Rounded half up to a whole number, in integers. */
function roundedAverage({ sundays, total }: { sundays: number; total: number }): number {
  return sundays === 0 ? 0 : Math.floor((2 * total + sundays) / (2 * sundays));
}
