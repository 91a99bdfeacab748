import { type App, inSnapshot } from '../../../app.ts';
import type { DateRange } from '../../../lib/date.ts';
import { type Minor, ZERO } from '../../../lib/money.ts';
import { storedOr } from '../fiscal-years/stored.ts';
import { fundRows } from '../fund-rows.ts';
import { rangeOf } from '../period-schema.ts';
import { type Catalogs, readCatalogs } from './catalogs.ts';
import type { Basis, FundBalances, FundBalancesQuery } from './schema.ts';
import { fundOpeningsOf, inBooks, sumsOf } from './sums.ts';

/**
 * Returns how the balance of each fund changed in a fiscal year or a range of dates. Leaves out the days before the
 * books begin. For a closed fiscal year, returns the stored report.
 */
export function fundBalances(app: App, query: FundBalancesQuery): Promise<FundBalances> {
  return inSnapshot(app, async (app) => {
    const catalogs = await readCatalogs(app);
    const range = rangeOf(query, catalogs.fiscalYearStartMonth);
    const stored = await storedOr(app, query.year, fundKey(query.basis), () =>
      compute(app, range, query.basis, catalogs),
    );
    // Reports of years that were closed earlier lack what was released.
    return { ...stored, funds: stored.funds.map((fund) => ({ ...NOT_STORED, ...fund })) };
  });
}

const NOT_STORED = { released: null };

const fundKey = (basis: Basis) => `fund-balances/${basis}` as const;

/** Computes the reports of fund balances that are stored when a fiscal year is closed, by key. `range` is the year. */
export async function allFundBalances(
  app: App,
  range: DateRange,
  catalogs: Catalogs,
): Promise<Record<string, FundBalances>> {
  const [booked, paid] = [await compute(app, range, 'booked', catalogs), await compute(app, range, 'paid', catalogs)];
  return { [fundKey('booked')]: booked, [fundKey('paid')]: paid };
}

async function compute(app: App, range: DateRange, basis: Basis, catalogs: Catalogs): Promise<FundBalances> {
  const days = inBooks(range, catalogs);
  const isBefore = days.from > days.to;
  const sums = isBefore ? [] : await sumsOf(app, days, { basis, begin: catalogs.begin });
  const openings = isBefore ? new Map<number, Minor>() : await fundOpeningsOf(app, days.from, catalogs, basis);
  const openingOf = (id: number) => openings.get(id) ?? ZERO;
  const funds = fundRows(catalogs.funds, { sums, fundOf: catalogs.fundOf, openingOf });
  return { ...range, basis, isUnaudited: true, funds };
}
