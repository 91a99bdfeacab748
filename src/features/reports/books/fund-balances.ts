import { type App, inSnapshot } from '../../../app.ts';
import { ZERO } from '../../../lib/money.ts';
import { fundRows } from '../fund-rows.ts';
import { rangeOf } from '../period-schema.ts';
import { readCatalogs } from './catalogs.ts';
import type { FundBalances, FundBalancesQuery } from './schema.ts';
import { fundOpeningsOf, inBooks, sumsOf } from './sums.ts';

/** Returns how the balance of each fund changed in a fiscal year or a range of dates, from the beginning of the books on. */
export function fundBalances(app: App, query: FundBalancesQuery): Promise<FundBalances> {
  return inSnapshot(app, async (app) => {
    const catalogs = await readCatalogs(app);
    const { basis } = query;
    const range = rangeOf(query, catalogs.fiscalYearStartMonth);
    const days = inBooks(range, catalogs);
    const isBefore = days.from > days.to;
    const sums = isBefore ? [] : await sumsOf(app, days, { basis, begin: catalogs.begin });
    const openings = isBefore ? new Map() : await fundOpeningsOf(app, days.from, catalogs, basis);
    const openingOf = (id: number) => openings.get(id) ?? ZERO;
    const funds = fundRows(catalogs.funds, { sums, fundOf: catalogs.fundOf, openingOf });
    return { ...range, basis, isUnaudited: true, funds };
  });
}
