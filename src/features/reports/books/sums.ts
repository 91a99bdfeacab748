/** Computes the sums for the reports of the books, on the booked or the paid basis. */
import type { App } from '../../../app.ts';
import { balancesAt, fundOfSum, openingAccountBalances, openingFundBalances } from '../../../books/balances.ts';
import { PAYABLE } from '../../../books/account-kinds.ts';
import type { FundSum } from '../../../books/posted-sums.ts';
import { sumFundPostings } from '../../../books/posted-sums.ts';
import { listUnpaid, type Unpaid } from '../../../books/unpaid.ts';
import { breathe } from '../../../lib/chunks.ts';
import { addDays, type CalendarDate, type DateRange, formatMonth, monthOf, monthsOf } from '../../../lib/date.ts';
import { addMoney, addTo, type Minor, negateMoney, ZERO } from '../../../lib/money.ts';
import type { Catalogs } from './catalogs.ts';
import type { Basis } from './schema.ts';

/**
 * Returns the sums of the postings of a range. On the paid basis, expenses that were unpaid at the start of the range
 * are added, and expenses that are unpaid at its end are left out. With `byMonth`, this is done for each month
 * separately. Otherwise it is done once for the whole range.
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
  // When the books begin, the bills from before the books are already unpaid. They are not a change, even in a range
  // that includes earlier days.
  const first = addDays(range.from, -1);
  let before = await listUnpaid(app.db, first, begin, first);
  for (const period of periods) {
    const after = await listUnpaid(app.db, period.to, begin, first);
    const month = formatMonth(monthOf(period.from));
    await breathe();
    unpaid.push(...changesOf(before, after, month));
    before = after;
    await breathe();
  }
  return [...booked, ...unpaid];
}

/**
 * Returns by how much the unpaid amounts changed: one sum for each combination of subcategory, fund, ministry and
 * class. Skips parts that name an account, because they change no fund.
 */
function changesOf(before: readonly Unpaid[], after: readonly Unpaid[], month: string): FundSum[] {
  const sums = new Map<string, FundSum>();
  const add = (unpaid: readonly Unpaid[], sign: (amount: Minor) => Minor) => {
    for (const { parts } of unpaid) {
      for (const { accountId, subCategoryId, fundId, ministryId, functionalClass, amount } of parts) {
        if (accountId !== null) continue;
        const key = `${subCategoryId} ${fundId} ${ministryId} ${functionalClass}`;
        const sum = sums.get(key);
        const part = subCategoryId === null ? 'adjustment' : 'expense';
        const like = sum ?? { month, part, categoryId: subCategoryId, fundId, ministryId, functionalClass, count: 0 };
        sums.set(key, Object.assign(like, { amount: addMoney(sum?.amount ?? ZERO, sign(amount)) }));
      }
    }
  };
  add(before, negateMoney);
  add(after, (amount) => amount);
  return [...sums.values()].filter(({ amount }) => amount !== 0);
}

/** The balances of accounts, as debits less credits, and the balances of funds. Both are by id. */
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
    if (accountId === null) addTo(own, fundId, amount);
    else addTo(onlyPaid, accountId, negateMoney(amount));
  }
  return { accounts: onlyPaid, funds: own };
}

/**
 * Returns the balances of the funds at the start of a day. If the books begin on that day, the balances include their
 * opening.
 */
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

/** Returns the balances with which the books begin. On the paid basis, nothing is owed for expenses. */
export async function openingBalances(app: App, { begin = '' }: Catalogs, basis: Basis): Promise<Balances> {
  const accounts = await openingAccountBalances(app.db);
  const booked = { accounts, funds: await openingFundBalances(app.db) };
  return basis === 'booked' ? booked : withoutUnpaid(booked, await listUnpaid(app.db, addDays(begin, -1), begin));
}

/** Returns the balances at the end of a day. The day before the books begin has the balances of their opening. */
export async function balancesAtEnd(
  app: App,
  at: CalendarDate,
  { basis, catalogs }: { basis: Basis; catalogs: Catalogs },
): Promise<Balances> {
  const { begin } = catalogs;
  if (begin === undefined || at !== addDays(begin, -1)) return balancesOf(app, at, catalogs, basis);
  return openingBalances(app, catalogs, basis);
}

/** Returns a range without the days before the books begin. */
export function inBooks({ from, to }: DateRange, { begin }: Catalogs): DateRange {
  return { from: begin !== undefined && begin > from ? begin : from, to };
}

/** True if a sum is of the church's own money. */
export function isOwn(sum: FundSum, { heldFunds, fundOf }: Catalogs): boolean {
  return !heldFunds.has(fundOfSum(sum, fundOf));
}
