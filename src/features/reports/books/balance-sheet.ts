import { type App, inSnapshot } from '../../../app.ts';
import { isLiability } from '../../../books/account-kinds.ts';
import { isDonorRestricted } from '../../../books/fund-classes.ts';
import { addDays, type CalendarDate, fiscalYear, fiscalYearOf } from '../../../lib/date.ts';
import { addMoney, negateMoney, ZERO } from '../../../lib/money.ts';
import { firstDayOfBooks } from '../../accounting/prior-figures/checks.ts';
import type { Fund } from '../../ledger/funds/schema.ts';
import { type Catalogs, readCatalogs } from './catalogs.ts';
import { storedOr } from '../fiscal-years/stored.ts';
import { withoutPrior, yearBefore } from './income-statement.ts';
import { type EarlierEnds, enteredEnds, enteredFor } from './prior-figures.ts';
import type { BalanceSheet, BalanceSheetQuery, Basis, SheetLine } from './schema.ts';
import { type Balances, balancesAtEnd } from './sums.ts';

/**
 * Returns the balance sheet at the end of a day or of a fiscal year. For a closed fiscal year, returns the stored
 * sheet.
 */
export function balanceSheet(app: App, { year, at, basis, compare }: BalanceSheetQuery): Promise<BalanceSheet> {
  return inSnapshot(app, async (app) => {
    const catalogs = await readCatalogs(app);
    const day = at ?? fiscalYear(year ?? 0, catalogs.fiscalYearStartMonth).to;
    const key = sheetKey(basis);
    const sheet = await storedOr(app, year, key, () => computeSheet(app, day, basis, catalogs));
    if (!compare?.includes('prior')) return sheet;
    const dayBefore = yearBefore({ from: day, to: day }).to;
    const ends = await endsEntered(app, dayBefore, catalogs);
    if (ends) return { ...withoutPrior(sheet, PARTS), prior: ends, priorIsEntered: true };
    if (!(await hasFigures(app, dayBefore, catalogs))) return withoutPrior(sheet, PARTS);
    const before = year === undefined ? undefined : year - 1;
    const earlier = await storedOr(app, before, key, () => computeSheet(app, dayBefore, basis, catalogs));
    return addPrior(sheet, earlier);
  });
}

const PARTS = ['assets', 'liabilities', 'netAssets'] as const;

/** Returns the totals that the church entered for a day before its books, the end of a fiscal year, or undefined. */
async function endsEntered(app: App, day: CalendarDate, catalogs: Catalogs): Promise<EarlierEnds | undefined> {
  if (catalogs.begin !== undefined && (await hasFigures(app, day, catalogs))) return undefined;
  const { from } = fiscalYearOf(day, catalogs.fiscalYearStartMonth);
  const entered = await enteredFor(app, { from, to: day }, catalogs);
  return entered && enteredEnds(entered);
}

/**
 * True if the books have balances at the end of a day: since the day before the opening, which has those of the opening or,
 * without one, since the fiscal year of the first document.
 */
async function hasFigures(app: App, day: CalendarDate, { begin, fiscalYearStartMonth }: Catalogs): Promise<boolean> {
  if (begin !== undefined) return day >= addDays(begin, -1);
  const first = await firstDayOfBooks(app, fiscalYearStartMonth);
  return first !== undefined && day >= first;
}

const sheetKey = (basis: Basis) => `balance-sheet/${basis}` as const;

/**
 * Computes the balance sheets that are stored when a fiscal year is closed, by key. `day` is the last day of the year.
 */
export async function allBalanceSheets(
  app: App,
  day: CalendarDate,
  catalogs: Catalogs,
): Promise<Record<string, BalanceSheet>> {
  const [booked, paid] = [
    await computeSheet(app, day, 'booked', catalogs),
    await computeSheet(app, day, 'paid', catalogs),
  ];
  return { [sheetKey('booked')]: booked, [sheetKey('paid')]: paid };
}

async function computeSheet(app: App, at: CalendarDate, basis: Basis, catalogs: Catalogs): Promise<BalanceSheet> {
  const balances = await balancesAtEnd(app, at, { basis, catalogs });
  const [assets, liabilities] = [assetLines(catalogs, balances), liabilityLines(catalogs, balances)];
  const netAssets = netAssetLines(catalogs, balances);
  return {
    at,
    basis,
    isUnaudited: true,
    assets,
    liabilities,
    netAssets,
    totalAssets: total(assets),
    totalLiabilities: total(liabilities),
    totalNetAssets: total(netAssets),
  };
}

/**
 * Adds the amounts of an earlier sheet to the lines of a sheet. Lines that only the earlier sheet has come last in
 * their part.
 */
function addPrior(sheet: BalanceSheet, earlier: BalanceSheet): BalanceSheet {
  const keyOf = ({ accountId, fundId, name }: SheetLine) =>
    `${accountId ?? ''}/${fundId ?? ''}/${accountId === null && fundId === null ? name : ''}`;
  const merged = (now: readonly SheetLine[], before: readonly SheetLine[]): SheetLine[] => {
    const priors = new Map(before.map((line) => [keyOf(line), line.amount]));
    const known = new Set(now.map(keyOf));
    const only = before.filter((line) => !known.has(keyOf(line)));
    return [
      ...now.map((line) => ({ ...line, prior: priors.get(keyOf(line)) ?? ZERO })),
      ...only.map((line) => ({ ...line, amount: ZERO, prior: line.amount })),
    ];
  };
  const { totalAssets, totalLiabilities, totalNetAssets } = earlier;
  return {
    ...sheet,
    assets: merged(sheet.assets, earlier.assets),
    liabilities: merged(sheet.liabilities, earlier.liabilities),
    netAssets: merged(sheet.netAssets, earlier.netAssets),
    prior: { totalAssets, totalLiabilities, totalNetAssets },
  };
}

const total = (lines: readonly SheetLine[]) => addMoney(...lines.map(({ amount }) => amount));

function assetLines({ accounts }: Catalogs, balances: Balances): SheetLine[] {
  return accounts
    .filter(({ kind }) => !isLiability(kind))
    .flatMap(({ id, name }) => {
      const amount = balances.accounts.get(id);
      return amount === undefined ? [] : [{ accountId: id, fundId: null, name, amount }];
    });
}

/** Returns a line for each debt account, and a line for each fund that contains the money of others. */
function liabilityLines({ accounts, funds, heldFunds }: Catalogs, balances: Balances): SheetLine[] {
  const owed = accounts
    .filter(({ kind }) => isLiability(kind))
    .flatMap(({ id, name }): SheetLine[] => {
      const amount = balances.accounts.get(id);
      return amount === undefined ? [] : [{ accountId: id, fundId: null, name, amount: negateMoney(amount) }];
    });
  const held = funds
    .filter(({ id }) => heldFunds.has(id))
    .flatMap(({ id, name }): SheetLine[] => {
      const amount = balances.funds.get(id);
      return amount === undefined ? [] : [{ accountId: null, fundId: id, name: `Held for others: ${name}`, amount }];
    });
  return [...owed, ...held];
}

/**
 * The lines of the net assets, by restriction (FASB ASC 958-210-45). Net assets that the board designated have a
 * separate line.
 */
const NET_ASSETS: readonly { name: string; has: (fund: Fund) => boolean }[] = [
  { name: 'Without donor restrictions: undesignated', has: (fund) => fund.class === 'General' },
  { name: 'Without donor restrictions: designated by the board', has: (fund) => fund.class === 'Designated' },
  { name: 'With donor restrictions', has: (fund) => isDonorRestricted(fund.class) },
];

function netAssetLines({ funds }: Catalogs, balances: Balances): SheetLine[] {
  return NET_ASSETS.map(({ name, has }) => {
    const amount = addMoney(...funds.filter(has).flatMap(({ id }) => balances.funds.get(id) ?? []));
    return { accountId: null, fundId: null, name, amount };
  });
}
