/** The sums behind the reports of the books, on either basis. */
import type { App } from '../../../app.ts';
import { balancesAt, fundOfSum, openingFundBalances } from '../../../books/balances.ts';
import { PAYABLE } from '../../../books/account-kinds.ts';
import type { FundSum } from '../../../books/posted-sums.ts';
import { sumFundPostings } from '../../../books/posted-sums.ts';
import { listUnpaid, type Unpaid } from '../../../books/unpaid.ts';
import { addDays, type CalendarDate, type DateRange, formatMonth, monthOf, monthsOf } from '../../../lib/date.ts';
import { addMoney, type Minor, negateMoney, ZERO } from '../../../lib/money.ts';
import type { Catalogs } from './catalogs.ts';
import type { Basis } from './schema.ts';

/**
 * Returns the sums of the postings of a range. On the paid basis, what was unpaid before the range counts in it, and what
 * is unpaid at its end does not. With `byMonth`, this is so for each month; otherwise only for the whole range.
 */
export async function sumsOf(
  app: App,
  range: DateRange,
  { basis, begin, byMonth = false }: { basis: Basis; begin: CalendarDate | undefined; byMonth?: boolean },
): Promise<FundSum[]> {
  const booked = (await sumFundPostings(app.db, range)).filter(({ part }) => part !== 'opening');
  if (basis === 'booked') return booked;
  const unpaid: FundSum[] = [];
  const periods = byMonth ? monthsOf(range) : [range];
  let before = await listUnpaid(app.db, addDays(range.from, -1), begin);
  for (const period of periods) {
    const after = await listUnpaid(app.db, period.to, begin);
    const month = formatMonth(monthOf(period.from));
    unpaid.push(...asSums(before, month, negateMoney), ...asSums(after, month, (amount) => amount));
    before = after;
  }
  return [...booked, ...unpaid];
}

/** Converts unpaid amounts to sums. Parts that are for an account change no fund. */
function asSums(unpaid: readonly Unpaid[], month: string, sign: (amount: Minor) => Minor): FundSum[] {
  return unpaid
    .flatMap(({ parts }) => parts)
    .filter(({ accountId }) => accountId === null)
    .map(({ subCategoryId, fundId, ministryId, functionalClass, amount }) => ({
      month,
      part: subCategoryId === null ? 'adjustment' : 'expense',
      categoryId: subCategoryId,
      fundId,
      ministryId,
      functionalClass,
      amount: sign(amount),
      count: 0,
    }));
}

/** Balances by id: of accounts, as debits less credits, and of funds. */
export type Balances = { accounts: ReadonlyMap<number, Minor>; funds: ReadonlyMap<number, Minor> };

/** Returns the balances at the end of a day. On the paid basis, nothing is owed for expenses. */
export async function balancesOf(app: App, day: CalendarDate, catalogs: Catalogs, basis: Basis): Promise<Balances> {
  const { begin, fundOf } = catalogs;
  const booked = await balancesAt(app.db, day, { fundOf });
  if (basis === 'booked' || (begin !== undefined && day < begin)) return booked;
  return withoutUnpaid(booked, await listUnpaid(app.db, day, begin));
}

function withoutUnpaid({ accounts, funds }: Balances, unpaid: readonly Unpaid[]): Balances {
  const [onlyPaid, own] = [new Map(accounts), new Map(funds)];
  onlyPaid.delete(PAYABLE);
  for (const { accountId, fundId, amount } of unpaid.flatMap(({ parts }) => parts)) {
    if (accountId === null) own.set(fundId, addMoney(own.get(fundId) ?? ZERO, amount));
    else onlyPaid.set(accountId, addMoney(onlyPaid.get(accountId) ?? ZERO, negateMoney(amount)));
  }
  return { accounts: onlyPaid, funds: own };
}

/** Returns the balances of the funds at the start of a day, which includes the opening of books that begin on it. */
export async function fundOpeningsOf(
  app: App,
  day: CalendarDate,
  catalogs: Catalogs,
  basis: Basis,
): Promise<ReadonlyMap<number, Minor>> {
  const { begin } = catalogs;
  if (begin !== day) return (await balancesOf(app, addDays(day, -1), catalogs, basis)).funds;
  const funds = await openingFundBalances(app.db);
  if (basis === 'booked') return funds;
  return withoutUnpaid({ accounts: new Map(), funds }, await listUnpaid(app.db, addDays(day, -1), begin)).funds;
}

/** Returns the part of a range that lies in the books: all of it, or what is not before their beginning. */
export function inBooks({ from, to }: DateRange, { begin }: Catalogs): DateRange {
  return { from: begin !== undefined && begin > from ? begin : from, to };
}

/** True if a sum is of the church's own money. */
export function isOwn(sum: FundSum, { heldFunds, fundOf }: Catalogs): boolean {
  return !heldFunds.has(fundOfSum(sum, fundOf));
}
