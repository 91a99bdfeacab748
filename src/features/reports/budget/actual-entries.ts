import type { App } from '../../../app.ts';
import { fundOfSum } from '../../../books/balances.ts';
import type { CapitalSum, EntrySum } from '../../../books/capital-sums.ts';
import { sumFundLoans } from '../../../books/holdings.ts';
import type { FundSum } from '../../../books/posted-sums.ts';
import { breathe } from '../../../lib/chunks.ts';
import type { DateRange } from '../../../lib/date.ts';
import { negateMoney } from '../../../lib/money.ts';
import type { Catalogs } from '../books/catalogs.ts';
import { type PeriodSums, periodSums } from '../books/income-statement.ts';
import { isWanted, type Wanted } from './budget-entries.ts';
import { bookedCapital, paidCapital, unpaidCapital, withoutPayment } from './capital.ts';
import type { Entry } from './rows.ts';
import type { BudgetReportQuery } from './schema.ts';

/** The part of the report of each part of the sums. Only the cash bottom line counts transfers and adjustments. */
const PARTS: Partial<Record<FundSum['part'], Entry['part']>> = {
  giving: 'Giving',
  otherIncome: 'OtherIncome',
  expense: 'Expenses',
  transfer: 'Adjustments',
  adjustment: 'Adjustments',
};

type Asked = { query: Wanted & Pick<BudgetReportQuery, 'basis'>; catalogs: Catalogs };

/** Returns the actual amounts of a range of days. Expenses are positive. */
export async function actualEntries(
  app: App,
  range: DateRange,
  { query, catalogs }: Asked,
): Promise<{ entries: Entry[]; includesHistory: boolean }> {
  const period = await periodSums(app, range, { basis: query.basis, columns: undefined }, catalogs);
  const posted = period.sums.filter((sum) => isWanted(withFund(sum, catalogs), query));
  return {
    entries: [...posted.flatMap(entryOf), ...(await cashEntries(app, period, { query, catalogs }))],
    includesHistory: period.includesHistory,
  };
}

const withFund = (sum: FundSum, { fundOf }: Catalogs) => ({ ...sum, fundId: fundOfSum(sum, fundOf) });

/**
 * Returns the actual amounts that only the cash bottom line counts. Of the amounts that the church entered with the
 * opening, nobody paid the depreciation.
 */
async function cashEntries(app: App, { entered, days }: PeriodSums, { query, catalogs }: Asked): Promise<Entry[]> {
  const isBooked = query.basis === 'booked';
  await breathe();
  const capital = await (isBooked ? bookedCapital : paidCapital)(app, days, catalogs);
  await breathe();
  const unpaid = isBooked ? await unpaidCapital(app, days, catalogs) : [];
  const entries = await withoutPayment(app, days, catalogs);
  await breathe();
  const isDepreciation = ({ part, categoryId }: FundSum) =>
    part === 'expense' && catalogs.depreciation.has(categoryId ?? 0);
  const wanted = <T extends Parameters<typeof isWanted>[0]>(sums: readonly T[]) =>
    sums.filter((sum) => isWanted(sum, query));
  return [
    ...wanted(capital).map(capitalEntry('Capital')),
    ...wanted(unpaid).map(capitalEntry('Unpaid')),
    ...wanted(entries).map(takenBack),
    ...wanted(await lentBetweenFunds(app, days)).map(({ amount }): Entry => ({ part: 'Adjustments', id: 0, amount })),
    ...wanted(entered.filter(isDepreciation).map((sum) => withFund(sum, catalogs))).map(({ amount }): Entry => {
      return { part: 'WithoutPayment', id: 0, amount: negateMoney(amount) };
    }),
  ];
}

/** Returns by how much loans between funds changed the cash of each fund. */
async function lentBetweenFunds(app: App, days: DateRange) {
  const loans = days.from > days.to ? [] : await sumFundLoans(app.db, days);
  return loans.flatMap(({ fromFundId, toFundId, amount }) => [
    { ministryId: null, fundId: fromFundId, amount: negateMoney(amount) },
    { ministryId: null, fundId: toFundId, amount },
  ]);
}

function entryOf({ part, categoryId, amount }: FundSum): Entry[] {
  const found = PARTS[part];
  if (found === undefined) return [];
  return [{ part: found, id: categoryId ?? 0, amount: part === 'expense' ? negateMoney(amount) : amount }];
}

const capitalEntry =
  (part: 'Capital' | 'Unpaid') =>
  ({ accountId, amount }: CapitalSum): Entry => ({ part, id: accountId, amount });

function takenBack({ subCategoryId, incomeCategoryId, amount }: EntrySum): Entry {
  const isCategory = subCategoryId !== null || incomeCategoryId !== null;
  return { part: isCategory ? 'WithoutPayment' : 'Adjustments', id: 0, amount };
}
