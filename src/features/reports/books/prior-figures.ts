/** The figures of a fiscal year before the books, as reports compare with them. */
import type { App } from '../../../app.ts';
import { isDonorRestricted } from '../../../books/fund-classes.ts';
import { addDays, type DateRange, fiscalYearOf } from '../../../lib/date.ts';
import { addMoney, addTo, type Minor, negateMoney, subtractMoney, ZERO } from '../../../lib/money.ts';
import { netAssetsOf } from '../../accounting/prior-figures/rules.ts';
import { type Entered, type EnteredLine, enteredFigures } from '../../accounting/prior-figures/service.ts';
import type { ActivityRow } from './activities-schema.ts';
import type { Catalogs } from './catalogs.ts';
import type { Basis, Totals } from './schema.ts';
import { openingBalances } from './sums.ts';

/**
 * Returns what the church entered for a range, or undefined. The range must be a whole fiscal year before the opening of
 * the books: nobody knows which part of the amounts belongs to a part of the year. Without an opening, a gift of such a
 * year that is entered later makes no books of it, so the figures hold until somebody empties them.
 */
export async function enteredFor(app: App, days: DateRange, catalogs: Catalogs): Promise<Entered | undefined> {
  const { fiscalYearStartMonth, begin } = catalogs;
  const year = fiscalYearOf(days.from, fiscalYearStartMonth);
  if (days.from !== year.from || days.to !== year.to) return undefined;
  return begin !== undefined && begin <= days.to ? undefined : enteredFigures(app, days.from);
}

/** A line of an earlier income statement. Without an id, it is a row of its own. */
export type EarlierLine = { id: number | null; name: string; group: string | null; amount: Minor };

/** The lines and totals of an income statement of an earlier year. */
export type EarlierStatement = Record<'giving' | 'otherIncome' | 'expenses', readonly EarlierLine[]> & Totals;

/** Returns entered figures as an income statement, or undefined if they have no income and no expenses. */
export function enteredStatement({ lines }: Entered, catalogs: Catalogs): EarlierStatement | undefined {
  if (lines.length === 0) return undefined;
  const named = (part: EnteredLine['part'], rows: readonly { id: number; name: string; group?: string }[]) => [
    ...rows.flatMap(({ id, name, group = null }): EarlierLine[] => {
      const own = lines.filter((line) => line.part === part && line.id === id);
      return own.length === 0 ? [] : [{ id, name, group, amount: sumOf(own) }];
    }),
    ...lines
      .filter((line) => line.part === part && line.id === null)
      .map(({ name, amount }): EarlierLine => ({ id: null, name, group: null, amount })),
  ];
  const groups = lines
    .filter(({ part }) => part === 'group')
    .map(({ id, name, amount }): EarlierLine => {
      return { id: null, name, group: catalogs.groups.find((group) => group.id === id)?.name ?? name, amount };
    });
  const of = (...parts: EnteredLine['part'][]) => sumOf(lines.filter(({ part }) => parts.includes(part)));
  const totals = { giving: of('giving'), otherIncome: of('otherIncome'), expenses: of('expense', 'group') };
  return {
    giving: named('giving', catalogs.categories),
    otherIncome: named('otherIncome', catalogs.incomeCategories),
    expenses: [...named('expense', catalogs.subCategories), ...groups],
    totalGiving: totals.giving,
    totalOtherIncome: totals.otherIncome,
    totalExpenses: totals.expenses,
    adjustments: ZERO,
    netChange: subtractMoney(addMoney(totals.giving, totals.otherIncome), totals.expenses),
  };
}

const sumOf = (lines: readonly { amount: Minor }[]) => addMoney(ZERO, ...lines.map(({ amount }) => amount));

/** A row of an earlier statement of activities. */
export type EarlierRow = Omit<ActivityRow, 'prior'>;

/**
 * Returns the rows of a statement of activities with entered figures. Giving belongs to the fund of its category, and
 * all expenses are without restrictions. Other income names no fund, so it is of the General fund, as everywhere.
 */
export function enteredRows(statement: EarlierStatement, catalogs: Catalogs): EarlierRow[] {
  const restricted = new Set(catalogs.funds.filter((fund) => isDonorRestricted(fund.class)).map(({ id }) => id));
  const isRestricted = (categoryId: number | null) => restricted.has(catalogs.fundOf.get(categoryId ?? 0) ?? 0);
  const groups = new Map<string, Minor>();
  for (const { group, name, amount } of statement.expenses) {
    addTo(groups, group ?? name, amount);
  }
  return [
    ...statement.giving.map(({ id, name, amount }): EarlierRow => {
      return {
        kind: 'Income',
        name,
        ...(id !== null && { categoryId: id }),
        amounts: isRestricted(id) ? [ZERO, amount, amount] : [amount, ZERO, amount],
      };
    }),
    ...statement.otherIncome.map(({ id, name, amount }): EarlierRow => {
      return { kind: 'Income', name, ...(id !== null && { incomeCategoryId: id }), amounts: [amount, ZERO, amount] };
    }),
    ...Array.from(groups, ([name, amount]): EarlierRow => ({ kind: 'Expense', name, amounts: [amount, ZERO, amount] })),
  ];
}

/** Amounts without donor restrictions, with them, and in total. Null is unknown. */
type Known = (Minor | null)[];
/** The net assets of an earlier statement of activities, of which only the totals can be known. */
export type EarlierNetAssets = Record<'opening' | 'change' | 'closing', Known>;

/** Returns the net assets of an entered year. If nobody entered those at its end, they may be those of the opening. */
export async function enteredNetAssets(
  app: App,
  entered: Entered,
  { days, basis, catalogs }: { days: DateRange; basis: Basis; catalogs: Catalogs },
): Promise<EarlierNetAssets> {
  const change = enteredStatement(entered, catalogs)?.netChange ?? null;
  const follows = catalogs.begin === addDays(days.to, 1);
  const closing = netAssetsOf(entered) ?? (follows ? await netAssetsAtOpening(app, catalogs, basis) : null);
  const opening = change === null || closing === null ? null : subtractMoney(closing, change);
  const total = (amount: Minor | null): Known => [null, null, amount];
  return { opening: total(opening), change: total(change), closing: total(closing) };
}

async function netAssetsAtOpening(app: App, catalogs: Catalogs, basis: Basis): Promise<Minor> {
  const { funds } = await openingBalances(app, catalogs, basis);
  const own = [...funds].filter(([id]) => !catalogs.heldFunds.has(id));
  return addMoney(ZERO, ...own.map(([, amount]) => amount));
}

/** The totals of an earlier balance sheet. Null is unknown. */
export type EarlierEnds = Record<'totalAssets' | 'totalLiabilities' | 'totalNetAssets', Minor | null>;

/** Returns the totals at the end of an entered year, or undefined if none were entered. Two of them give the third. */
export function enteredEnds(entered: Entered): EarlierEnds | undefined {
  const { assets, liabilities } = entered;
  const netAssets = netAssetsOf(entered);
  if (netAssets === null && assets === null && liabilities === null) return undefined;
  const owed = liabilities ?? (assets === null || netAssets === null ? null : subtractMoney(assets, netAssets));
  const owned = assets ?? (owed === null || netAssets === null ? null : subtractMoney(netAssets, negateMoney(owed)));
  return { totalAssets: owned, totalLiabilities: owed, totalNetAssets: netAssets };
}
