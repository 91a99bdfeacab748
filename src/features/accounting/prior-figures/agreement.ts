/** Compares the last fiscal year before the books with their opening. */
import type { App } from '../../../app.ts';
import { findBeginning, openingFundBalances } from '../../../books/balances.ts';
import { isOwned } from '../../../books/fund-classes.ts';
import { openingAmounts } from '../../../books/opening-amounts.ts';
import { AppError } from '../../../errors.ts';
import { addDays, type CalendarDate, type DateRange, fiscalYearOf } from '../../../lib/date.ts';
import { addMoney, formatMoney, type Minor, negateMoney, subtractMoney, toDecimal, ZERO } from '../../../lib/money.ts';
import { getChurch } from '../../church/profile/service.ts';
import { fundsById } from '../../ledger/funds/service.ts';
import { findFigures } from './queries.ts';
import { netAssetsOf } from './rules.ts';

/**
 * Raises `prior_figures_differ` if net assets at the end of a fiscal year are not those with which the books begin on
 * the next day. If the books begin later in the next year, the amounts of the year to date are subtracted from those of
 * the opening; an opening without such amounts does not say what happened until then, so nothing is compared.
 */
export async function refuseDifference(app: App, { to }: DateRange, netAssets: Minor | null): Promise<void> {
  const begin = await findBeginning(app.db);
  if (netAssets === null || begin === undefined) return;
  const { fiscalYearStartMonth } = await getChurch(app);
  const first = fiscalYearOf(begin, fiscalYearStartMonth).from;
  if (addDays(to, 1) !== first) return;
  const opening = begin === first ? await openingNetAssets(app) : await netAssetsBefore(app);
  if (opening === undefined || opening === netAssets) return;
  const other =
    begin === first
      ? `the books begin on ${begin} with ${formatMoney(opening)}`
      : `the opening of the books on ${begin}, less its year to date, leaves ${formatMoney(opening)}`;
  throw new AppError(
    'prior_figures_differ',
    `The fiscal year up to ${to} ends with net assets of ${formatMoney(netAssets)}, but ${other}. Nothing was changed. ` +
      'Correct the one that is wrong, or leave out the totals of that year for now.',
    { extra: { given: toDecimal(netAssets), opening: toDecimal(opening) } },
  );
}

/** Raises `prior_figures_differ` if the opening of the books does not agree with the figures of the year before. */
export async function refuseOtherYearBefore(app: App, begin: CalendarDate): Promise<void> {
  const { fiscalYearStartMonth } = await getChurch(app);
  const to = addDays(fiscalYearOf(begin, fiscalYearStartMonth).from, -1);
  const year = fiscalYearOf(to, fiscalYearStartMonth);
  const row = await findFigures(app.db, year.from);
  if (!row) return;
  const { netAssetsMinor: netAssets, assetsMinor: assets, liabilitiesMinor: liabilities } = row;
  await refuseDifference(app, year, netAssetsOf({ netAssets, assets, liabilities }));
}

/** Raises `prior_figures_differ` if the opening no longer agrees with the year before, because another fund is held for others. */
export async function refuseOtherClasses(app: App): Promise<void> {
  const begin = await findBeginning(app.db);
  if (begin !== undefined) await refuseOtherYearBefore(app, begin);
}

/** Returns the net assets of the opening, without money held for others. */
async function openingNetAssets(app: App): Promise<Minor> {
  const funds = await fundsById(app);
  const balances = [...(await openingFundBalances(app.db))];
  return addMoney(ZERO, ...balances.flatMap(([id, amount]) => (isOwn(funds, id) ? amount : [])));
}

/** Returns the net assets at the start of the year in which the books begin, or undefined if nobody entered its amounts. */
async function netAssetsBefore(app: App): Promise<Minor | undefined> {
  const amounts = await openingAmounts(app.db);
  if (amounts.length === 0) return undefined;
  const funds = await fundsById(app);
  const own = amounts.filter(({ fundId }) => isOwn(funds, fundId));
  const change = own.map(({ subCategoryId, amountMinor }) =>
    subCategoryId === null ? amountMinor : negateMoney(amountMinor),
  );
  return subtractMoney(await openingNetAssets(app), addMoney(ZERO, ...change));
}

function isOwn(funds: Awaited<ReturnType<typeof fundsById>>, id: number): boolean {
  const fund = funds.get(id);
  return fund !== undefined && isOwned(fund.class);
}
