import { type App, inSnapshot } from '../../../app.ts';
import { isLiability } from '../../../books/account-kinds.ts';
import { isDonorRestricted } from '../../../books/fund-classes.ts';
import { addYears, fiscalYear } from '../../../lib/date.ts';
import { addMoney, type Minor, negateMoney, ZERO } from '../../../lib/money.ts';
import type { Fund } from '../../ledger/funds/schema.ts';
import { type Catalogs, readCatalogs } from './catalogs.ts';
import type { BalanceSheet, BalanceSheetQuery, SheetLine } from './schema.ts';
import { type Balances, balancesOf } from './sums.ts';

/** Returns the balance sheet at the end of a day, or of a fiscal year. */
export function balanceSheet(app: App, { year, at, basis, compare }: BalanceSheetQuery): Promise<BalanceSheet> {
  return inSnapshot(app, async (app) => {
    const catalogs = await readCatalogs(app);
    const day = at ?? fiscalYear(year ?? 0, catalogs.fiscalYearStartMonth).to;
    const now = await balancesOf(app, day, catalogs, basis);
    const earlier = compare?.includes('prior') ? await balancesOf(app, addYears(day, -1), catalogs, basis) : undefined;
    const [assets, liabilities] = [assetLines(catalogs, now, earlier), liabilityLines(catalogs, now, earlier)];
    const netAssets = netAssetLines(catalogs, now, earlier);
    return {
      at: day,
      basis,
      isUnaudited: true,
      assets,
      liabilities,
      netAssets,
      totalAssets: total(assets),
      totalLiabilities: total(liabilities),
      totalNetAssets: total(netAssets),
      ...(earlier && {
        prior: {
          totalAssets: totalPrior(assets),
          totalLiabilities: totalPrior(liabilities),
          totalNetAssets: totalPrior(netAssets),
        },
      }),
    };
  });
}

const total = (lines: readonly SheetLine[]) => addMoney(...lines.map(({ amount }) => amount));
const totalPrior = (lines: readonly SheetLine[]) => addMoney(...lines.map(({ prior = ZERO }) => prior));

type Amounts = { amount: Minor; prior?: Minor };

/** Returns the amounts of a line, or undefined if there is nothing to show. */
function amountsOf(
  balanceIn: (balances: Balances) => Minor | undefined,
  now: Balances,
  earlier: Balances | undefined,
): Amounts | undefined {
  const [amount, prior] = [balanceIn(now), earlier && balanceIn(earlier)];
  if (amount === undefined && prior === undefined) return undefined;
  return { amount: amount ?? ZERO, ...(earlier && { prior: prior ?? ZERO }) };
}

function assetLines({ accounts }: Catalogs, now: Balances, earlier: Balances | undefined): SheetLine[] {
  return accounts
    .filter(({ kind }) => !isLiability(kind))
    .flatMap(({ id, name }) => {
      const amounts = amountsOf((balances) => balances.accounts.get(id), now, earlier);
      return amounts ? [{ accountId: id, fundId: null, name, ...amounts }] : [];
    });
}

/** Debts by account, and the money of others by fund. */
function liabilityLines({ accounts, funds, heldFunds }: Catalogs, now: Balances, earlier: Balances | undefined) {
  const owed = accounts
    .filter(({ kind }) => isLiability(kind))
    .flatMap(({ id, name }): SheetLine[] => {
      const amounts = amountsOf((balances) => negated(balances.accounts.get(id)), now, earlier);
      return amounts ? [{ accountId: id, fundId: null, name, ...amounts }] : [];
    });
  const held = funds
    .filter(({ id }) => heldFunds.has(id))
    .flatMap(({ id, name }): SheetLine[] => {
      const amounts = amountsOf((balances) => balances.funds.get(id), now, earlier);
      return amounts ? [{ accountId: null, fundId: id, name: `Held for others: ${name}`, ...amounts }] : [];
    });
  return [...owed, ...held];
}

const negated = (amount: Minor | undefined) => amount && negateMoney(amount);

/** The net assets by restriction (FASB ASC 958-210-45), with what the board designated on a line of its own. */
const NET_ASSETS: readonly { name: string; has: (fund: Fund) => boolean }[] = [
  { name: 'Without donor restrictions: undesignated', has: (fund) => fund.class === 'General' },
  { name: 'Without donor restrictions: designated by the board', has: (fund) => fund.class === 'Designated' },
  { name: 'With donor restrictions', has: (fund) => isDonorRestricted(fund.class) },
];

function netAssetLines({ funds }: Catalogs, now: Balances, earlier: Balances | undefined): SheetLine[] {
  return NET_ASSETS.map(({ name, has }) => {
    const sumIn = (balances: Balances) =>
      addMoney(...funds.filter(has).flatMap(({ id }) => balances.funds.get(id) ?? []));
    return { accountId: null, fundId: null, name, amount: sumIn(now), ...(earlier && { prior: sumIn(earlier) }) };
  });
}
