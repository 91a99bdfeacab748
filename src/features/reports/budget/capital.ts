import type { App } from '../../../app.ts';
import { isNoMoney } from '../../../books/account-kinds.ts';
import { type CapitalSum, sumCapital } from '../../../books/capital-sums.ts';
import { listUnpaid, type Unpaid } from '../../../books/unpaid.ts';
import { addDays, type DateRange } from '../../../lib/date.ts';
import { negateMoney } from '../../../lib/money.ts';
import type { Catalogs } from '../books/catalogs.ts';
import { inBooks } from '../books/sums.ts';
import type { Basis } from '../books/schema.ts';

/**
 * Returns the purchases and repayments of a range of days that are not expenses. On the paid basis, what was unpaid at
 * the start of the range is added, and what is unpaid at its end is left out.
 */
export async function capitalSums(
  app: App,
  range: DateRange,
  { basis, catalogs }: { basis: Basis; catalogs: Catalogs },
): Promise<CapitalSum[]> {
  const days = inBooks(range, catalogs);
  if (days.from > days.to) return [];
  const accounts = catalogs.accounts.filter(({ kind, isReserved }) => isNoMoney(kind) && !isReserved);
  const ids = new Set(accounts.map(({ id }) => id));
  const booked = (await sumCapital(app.db, days)).filter(({ accountId }) => ids.has(accountId));
  if (basis === 'booked') return booked;
  const { begin } = catalogs;
  const first = addDays(days.from, -1);
  const before = partsOf(await listUnpaid(app.db, first, begin, first));
  const after = partsOf(await listUnpaid(app.db, days.to, begin, first));
  return [...booked, ...before, ...after.map((sum) => ({ ...sum, amount: negateMoney(sum.amount) }))];
}

/** Returns the parts of unpaid expenses that name an account. Their month does not matter. */
function partsOf(unpaid: readonly Unpaid[]): CapitalSum[] {
  return unpaid.flatMap(({ parts }) =>
    parts.flatMap(({ accountId, fundId, ministryId, amount }) =>
      accountId === null ? [] : [{ month: '', accountId, fundId, ministryId, amount }],
    ),
  );
}
