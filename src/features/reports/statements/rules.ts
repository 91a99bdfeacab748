import { addMonths, type CalendarDate, type Month, monthRange } from '../../../lib/date.ts';
import { addMoney, type Minor, subtractMoney, ZERO } from '../../../lib/money.ts';
import type { Figures, StatementStatus } from './schema.ts';

/** A month with a stored statement, as far as later months depend on it. */
export type SavedMonth = Month & {
  status: StatementStatus;
  openingBalance: Minor | null;
  closingBalance: Minor | null;
};

/** What came in and went out in a month, in minor units. */
export type Activity = { giving: Minor; expenses: Minor };

/** An opening balance before activity is added: what it starts from, since which day, and whether through a draft. */
export type Carry = { base: Minor; since: CalendarDate; throughDraft: boolean };

/**
 * Where a month's opening balance comes from when none was given: the closing balance of the latest earlier saved
 * statement plus the activity of the unsaved months between. Undefined when no earlier statement was saved.
 * `earlier` holds the saved months before, latest first.
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

type Sums = Pick<Figures, 'givingByCategory' | 'funds' | 'unpaid'> & {
  openingBalance: Minor;
  expenses: readonly {
    groupId: number;
    groupName: string;
    subCategoryId: number;
    name: string;
    amount: Minor;
    count: number;
  }[];
  attendance: { sundays: number; total: number };
};

/** Puts a statement's figures together from the sums of its month. */
export function figuresOf({ openingBalance, expenses, attendance, ...sums }: Sums): Figures {
  const totalGiving = addMoney(...sums.givingByCategory.map(({ amount }) => amount));
  const totalExpenses = addMoney(...expenses.map(({ amount }) => amount));
  const netChange = subtractMoney(totalGiving, totalExpenses);
  return {
    ...sums,
    openingBalance,
    totalGiving,
    totalExpenses,
    netChange,
    closingBalance: addMoney(openingBalance, netChange),
    expensesByGroup: byGroup(expenses),
    attendance: { ...attendance, average: roundedAverage(attendance) },
  };
}

function byGroup(expenses: Sums['expenses']): Figures['expensesByGroup'] {
  const groups = new Map<number, Figures['expensesByGroup'][number]>();
  for (const { groupId, groupName, ...subCategory } of expenses) {
    const group = groups.get(groupId) ?? { groupId, name: groupName, amount: ZERO, count: 0, subCategories: [] };
    groups.set(groupId, {
      ...group,
      amount: addMoney(group.amount, subCategory.amount),
      count: group.count + subCategory.count,
      subCategories: [...group.subCategories, subCategory],
    });
  }
  return [...groups.values()];
}

/** Rounded half up to a whole number, in integers. */
function roundedAverage({ sundays, total }: { sundays: number; total: number }): number {
  return sundays === 0 ? 0 : Math.floor((2 * total + sundays) / (2 * sundays));
}
