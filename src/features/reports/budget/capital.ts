/** What tells the cash bottom line from the operating one; `books/capital-sums.ts` has the rule and an example. */
import type { App } from '../../../app.ts';
import { isNoMoney } from '../../../books/account-kinds.ts';
import {
  type CapitalSum,
  type EntrySum,
  sumCapital,
  sumMovedToExpenses,
  sumWithoutPayment,
} from '../../../books/capital-sums.ts';
import { listUnpaid, type Unpaid } from '../../../books/unpaid.ts';
import { addDays, type DateRange } from '../../../lib/date.ts';
import { type Minor, negateMoney } from '../../../lib/money.ts';
import type { Catalogs } from '../books/catalogs.ts';

/** Returns the purchases and repayments of a range of days that are not expenses, as they are booked. */
export async function bookedCapital(app: App, days: DateRange, catalogs: Catalogs): Promise<CapitalSum[]> {
  if (days.from > days.to) return [];
  const ids = new Set(catalogs.accounts.filter(isCapital).map(({ id }) => id));
  const sums = await sumCapital(app.db, days, moneyIds(catalogs));
  return sums.filter(({ accountId, fundId }) => ids.has(accountId) && !catalogs.heldFunds.has(fundId));
}

/**
 * Returns by how much the purchases and repayments that are booked and not paid became more in a range of days. What
 * was paid of earlier ones is negative.
 */
export async function unpaidCapital(app: App, days: DateRange, catalogs: Catalogs): Promise<CapitalSum[]> {
  if (days.from > days.to) return [];
  const { begin, heldFunds } = catalogs;
  const first = addDays(days.from, -1);
  const before = partsOf(await listUnpaid(app.db, first, begin, first));
  const after = partsOf(await listUnpaid(app.db, days.to, begin, first));
  return [...after, ...negated(before)].filter(({ fundId }) => !heldFunds.has(fundId));
}

/** Returns the purchases and repayments of a range of days when they are paid. */
export async function paidCapital(app: App, days: DateRange, catalogs: Catalogs): Promise<CapitalSum[]> {
  return [...(await bookedCapital(app, days, catalogs)), ...negated(await unpaidCapital(app, days, catalogs))];
}

/** Returns the expenses, income and net assets that adjusting entries record without any payment. */
export async function withoutPayment(app: App, days: DateRange, catalogs: Catalogs): Promise<EntrySum[]> {
  if (days.from > days.to) return [];
  const sums = await sumWithoutPayment(app.db, days, moneyIds(catalogs));
  return sums.filter(({ fundId }) => !catalogs.heldFunds.has(fundId));
}

/** Returns by account what adjusting entries moved to the expenses, which is negative. Depreciation is left out. */
export async function movedToExpenses(
  app: App,
  days: DateRange,
  catalogs: Catalogs,
): Promise<ReadonlyMap<number, Minor>> {
  if (days.from > days.to) return new Map();
  return sumMovedToExpenses(app.db, days, { moneyIds: moneyIds(catalogs), depreciation: catalogs.depreciation });
}

const isCapital = ({ kind, isReserved }: Catalogs['accounts'][number]) => isNoMoney(kind) && !isReserved;

const moneyIds = ({ accounts }: Catalogs) => accounts.filter(({ kind }) => !isNoMoney(kind)).map(({ id }) => id);

const negated = (sums: readonly CapitalSum[]) => sums.map((sum) => ({ ...sum, amount: negateMoney(sum.amount) }));

/** Returns the parts of unpaid expenses that name an account. Their month does not matter. */
function partsOf(unpaid: readonly Unpaid[]): CapitalSum[] {
  return unpaid.flatMap(({ parts }) =>
    parts.flatMap(({ accountId, fundId, ministryId, amount }) =>
      accountId === null ? [] : [{ month: '', accountId, fundId, ministryId, amount }],
    ),
  );
}
