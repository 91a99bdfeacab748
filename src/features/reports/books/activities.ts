/**
 * The statement of activities with two columns of net assets (FASB ASC 958-225-45): all expenses are without donor
 * restrictions, and what ended restrictions moves from one column to the other in a line of its own.
 */
import { type App, inSnapshot } from '../../../app.ts';
import { byCategory } from '../../../books/activity.ts';
import { fundOfSum } from '../../../books/balances.ts';
import { isDonorRestricted } from '../../../books/fund-classes.ts';
import type { FundSum } from '../../../books/posted-sums.ts';
import type { DateRange } from '../../../lib/date.ts';
import { addMoney, addTo, type Minor, negateMoney, subtractMoney, ZERO } from '../../../lib/money.ts';
import type { Entered } from '../../accounting/prior-figures/service.ts';
import { storedOr } from '../fiscal-years/stored.ts';
import { rangeOf } from '../period-schema.ts';
import type { Activities, ActivitiesQuery, ActivityRow } from './activities-schema.ts';
import { type Catalogs, readCatalogs } from './catalogs.ts';
import { coversBooks, periodSums, yearBefore } from './income-statement.ts';
import {
  type EarlierNetAssets,
  type EarlierRow,
  enteredFor,
  enteredNetAssets,
  enteredRows,
  enteredStatement,
} from './prior-figures.ts';
import { Basis } from './schema.ts';
import { balancesAtEnd } from './sums.ts';

/**
 * Returns the statement of activities of a fiscal year or a range of dates. For a closed fiscal year, returns the stored
 * statement, if the year was closed with one.
 */
export function activities(app: App, { compare, ...query }: ActivitiesQuery): Promise<Activities> {
  return inSnapshot(app, async (app) => {
    const catalogs = await readCatalogs(app);
    const range = rangeOf(query, catalogs.fiscalYearStartMonth);
    const read = (days: DateRange, year: number | undefined) =>
      storedOr(app, year, activitiesKey(query.basis), () => compute(app, days, query.basis, catalogs));
    const statement = await read(range, query.year);
    if (!compare?.includes('prior')) return statement;
    const days = yearBefore(range);
    const entered = await enteredFor(app, days, catalogs);
    if (entered) return withEntered(app, statement, entered, { days, basis: query.basis, catalogs });
    if (!(await coversBooks(app, days, catalogs))) return withPrior(statement, undefined);
    const before = await read(days, query.year === undefined ? undefined : query.year - 1);
    return withPrior(statement, { ...before, unnamed: () => [...NOTHING] });
  });
}

const activitiesKey = (basis: Basis) => `activities/${basis}` as const;

/** Computes the statements that are stored when a fiscal year is closed, by key. `range` is the year. */
export async function allActivities(
  app: App,
  range: DateRange,
  catalogs: Catalogs,
): Promise<Record<string, Activities>> {
  const stored: Record<string, Activities> = {};
  for (const basis of Basis.options) stored[activitiesKey(basis)] = await compute(app, range, basis, catalogs);
  return stored;
}

/** Amounts without donor restrictions, with them, and in total. */
type Columns = [Minor, Minor, Minor];
const columns = (without: Minor, within: Minor): Columns => [without, within, addMoney(without, within)];
const NOTHING = columns(ZERO, ZERO);
const sumOf = (all: readonly Columns[]) =>
  all.reduce<Columns>((sum, one) => columns(addMoney(sum[0], one[0]), addMoney(sum[1], one[1])), NOTHING);
const negated = ([without, within]: Columns) => columns(negateMoney(without), negateMoney(within));

async function compute(app: App, range: DateRange, basis: Basis, catalogs: Catalogs): Promise<Activities> {
  const { sums, includesHistory } = await periodSums(app, range, { basis, columns: undefined }, catalogs);
  const isRestricted = restrictionOf(catalogs);
  const released = releasedBy(sums, catalogs, isRestricted);
  const freed = addMoney(ZERO, ...released.map(({ amount }) => amount));
  const rows = [
    ...incomeRows(sums, catalogs, isRestricted),
    {
      name: 'Net assets released from restrictions',
      kind: 'Released' as const,
      amounts: columns(freed, negateMoney(freed)),
    },
    ...expenseRows(sums, catalogs),
    ...adjustmentRows(sums, catalogs, { isRestricted, released: freed }),
  ];
  const change = sumOf(rows.map(({ kind, amounts }) => (kind === 'Expense' ? negated(amounts) : amounts)));
  const { funds } = await balancesAtEnd(app, range.to, { basis, catalogs });
  const closing = sumOf(
    catalogs.funds
      .filter(({ id }) => !catalogs.heldFunds.has(id))
      .map(({ id }) => {
        const amount = funds.get(id) ?? ZERO;
        return isRestricted(id) ? columns(ZERO, amount) : columns(amount, ZERO);
      }),
  );
  // What the church entered for the time before its books has no balances of its own, so the opening follows from the end.
  const opening = sumOf([closing, negated(change)]);
  return {
    ...range,
    basis,
    isUnaudited: true,
    columns: ['WithoutRestrictions', 'WithRestrictions', 'Total'],
    rows: rows.map((row) => ({ ...row, amounts: [...row.amounts] })),
    released,
    netAssets: { opening: [...opening], change: [...change], closing: [...closing] },
    includesHistory,
  };
}

type IsRestricted = (fundId: number | null) => boolean;

function restrictionOf({ funds }: Catalogs): IsRestricted {
  const restricted = new Set(funds.filter((fund) => isDonorRestricted(fund.class)).map(({ id }) => id));
  return (fundId) => fundId !== null && restricted.has(fundId);
}

/** Divides sums by the restriction of their funds. */
function divided(sums: readonly FundSum[], { fundOf }: Catalogs, isRestricted: IsRestricted): Columns {
  const within = sums.filter((sum) => isRestricted(fundOfSum(sum, fundOf))).map(({ amount }) => amount);
  const all = addMoney(ZERO, ...sums.map(({ amount }) => amount));
  const restricted = addMoney(ZERO, ...within);
  return columns(subtractMoney(all, restricted), restricted);
}

type Row = Omit<ActivityRow, 'amounts' | 'prior'> & { amounts: Columns };

function incomeRows(sums: readonly FundSum[], catalogs: Catalogs, isRestricted: IsRestricted): Row[] {
  const parts = [
    { part: 'giving', rows: catalogs.categories, named: (id: number) => ({ categoryId: id }) },
    { part: 'otherIncome', rows: catalogs.incomeCategories, named: (id: number) => ({ incomeCategoryId: id }) },
  ] as const;
  return parts.flatMap(({ part, rows, named }) =>
    rows.flatMap(({ id, name }): Row[] => {
      const own = sums.filter((sum) => sum.part === part && sum.categoryId === id);
      if (own.length === 0) return [];
      return [{ name, ...named(id), kind: 'Income', amounts: divided(own, catalogs, isRestricted) }];
    }),
  );
}

/** Returns the expenses by group. All of them are without donor restrictions; what restricted funds paid is released. */
function expenseRows(sums: readonly FundSum[], { subCategories }: Catalogs): Row[] {
  const spent = byCategory(sums, 'expense');
  const groups = new Map<string, Minor>();
  for (const { id, group } of subCategories) {
    const amount = spent.get(id)?.amount;
    if (amount !== undefined) addTo(groups, group, amount);
  }
  return Array.from(groups, ([name, amount]) => ({ name, kind: 'Expense', amounts: columns(amount, ZERO) }));
}

/**
 * Returns how much each restricted fund released: its expenses, what it bought and paid back, and what it gave to funds
 * without restrictions. The last is read from the fund that received it, because a fund may also give to another
 * restricted one, which releases nothing.
 */
function releasedBy(
  sums: readonly FundSum[],
  { funds, fundOf }: Catalogs,
  isRestricted: IsRestricted,
): Activities['released'] {
  return funds
    .filter(({ id }) => isRestricted(id))
    .flatMap(({ id, name }) => {
      const used = sums.filter((sum) => isUse(sum) && fundOfSum(sum, fundOf) === id).map(({ amount }) => amount);
      const given = sums.filter(
        (sum) => sum.part === 'transfer' && sum.categoryId === id && !isRestricted(fundOfSum(sum, fundOf)),
      );
      const amount = addMoney(negateMoney(addMoney(ZERO, ...used)), ...given.map((sum) => sum.amount));
      return amount === 0 ? [] : [{ fundId: id, name, amount }];
    });
}

const isUse = ({ part }: FundSum) => part === 'expense' || part === 'release';

/** Returns the other changes of net assets: adjusting entries, and what other funds gave to restricted ones. */
function adjustmentRows(
  sums: readonly FundSum[],
  catalogs: Catalogs,
  { isRestricted, released }: { isRestricted: IsRestricted; released: Minor },
): Row[] {
  const rest = sums.filter(({ part }) => part === 'adjustment' || part === 'transfer' || part === 'release');
  const uses = sums.filter(({ part }) => part === 'expense');
  const [without, within] = divided(rest, catalogs, isRestricted);
  const [, spent] = divided(uses, catalogs, isRestricted);
  // Without what the line of releases and the expenses already show.
  const amounts = columns(
    addMoney(without, negateMoney(released), negateMoney(spent)),
    addMoney(within, spent, released),
  );
  if (amounts[0] === 0 && amounts[1] === 0) return [];
  return [{ name: 'Adjustments and transfers between funds', kind: 'Adjustment', amounts }];
}

type Earlier = {
  rows: readonly EarlierRow[];
  netAssets: EarlierNetAssets;
  unnamed: (row: ActivityRow) => Minor[] | null;
};

/**
 * Adds the amounts of an earlier statement, which are null where it has no figures. Lines that only the earlier
 * statement has follow the others of their kind. `unnamed` returns the amounts of a row that the earlier one lacks.
 */
function withPrior(statement: Activities, earlier: Earlier | undefined): Activities {
  const keyOf = ({ kind, name, categoryId, incomeCategoryId }: Omit<EarlierRow, 'amounts'>) =>
    `${kind}/${[categoryId, incomeCategoryId].some((id) => id !== undefined) ? `${categoryId}/${incomeCategoryId}` : name}`;
  const before = new Map(earlier?.rows.map((row) => [keyOf(row), [...row.amounts]]));
  const known = new Set(statement.rows.map(keyOf));
  const now = statement.rows.map((row) => ({ ...row, prior: before.get(keyOf(row)) ?? earlier?.unnamed(row) ?? null }));
  const only = (earlier?.rows ?? [])
    .filter((row) => !known.has(keyOf(row)))
    .map(({ amounts, ...row }) => ({ ...row, amounts: [...NOTHING], prior: [...amounts] }));
  const kinds = ['Income', 'Released', 'Expense', 'Adjustment'] as const;
  return {
    ...statement,
    rows: kinds.flatMap((kind) => [...now, ...only].filter((row) => row.kind === kind)),
    prior: earlier?.netAssets ?? null,
  };
}

/** Adds what the church entered for the year before. Nobody knows its releases and adjustments. */
async function withEntered(
  app: App,
  statement: Activities,
  entered: Entered,
  year: { days: DateRange; basis: Basis; catalogs: Catalogs },
): Promise<Activities> {
  const earlier = enteredStatement(entered, year.catalogs);
  const rows = earlier ? enteredRows(earlier, year.catalogs) : [];
  const isKnown = ({ kind }: ActivityRow) => earlier !== undefined && (kind === 'Income' || kind === 'Expense');
  const unnamed = (row: ActivityRow) => (isKnown(row) ? [...NOTHING] : null);
  const netAssets = await enteredNetAssets(app, entered, year);
  return { ...withPrior(statement, { rows, netAssets, unnamed }), priorIsEntered: true };
}
