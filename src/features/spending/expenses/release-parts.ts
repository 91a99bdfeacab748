/** Says which parts of an expense end the restriction of their fund, and when. */
import type { App } from '../../../app.ts';
import type { Release, Split } from '../../../books/expense-lines.ts';
import { GENERAL_FUND, isReleasedByPurchases } from '../../../books/fund-classes.ts';
import { addTo, type Minor } from '../../../lib/money.ts';
import { getReleaseRule } from '../../church/profile/service.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { fundsById } from '../../ledger/funds/service.ts';

/** The fields of a part that say how it ends the restriction of its fund. */
type Bought = Pick<Split, 'accountId' | 'fundId' | 'inUse'>;

/** Returns how each part of an expense would end the restriction of its fund if it were approved now. */
export async function releasesOf<Part extends Bought>(
  app: App,
  parts: readonly Part[],
): Promise<(Part & { position: number; release: Release | null })[]> {
  const isBought = ({ accountId, fundId }: Bought) => accountId !== null && fundId !== GENERAL_FUND;
  if (!parts.some(isBought)) return [];
  const [accounts, funds, rule] = [await accountsById(app), await fundsById(app), await getReleaseRule(app)];
  const releaseOf = ({ accountId, fundId, inUse }: Bought): Release | null => {
    const [account, fund] = [accounts.get(accountId ?? 0), funds.get(fundId)];
    if (!account || !fund || !isReleasedByPurchases(fund.class)) return null;
    if (account.kind === 'Loan') return fund.releasesAccountIds.includes(account.id) ? 'OnDate' : null;
    if (account.kind !== 'FixedAsset') return null;
    return inUse || rule === 'AsSpent' ? 'OnDate' : 'InUse';
  };
  return parts.map((part, position) => ({ ...part, position, release: releaseOf(part) }));
}

/** Adds up amounts by the id of their fund. */
export function amountsByFund(parts: readonly { fundId: number; amount: Minor }[]): ReadonlyMap<number, Minor> {
  const sums = new Map<number, Minor>();
  for (const { fundId, amount } of parts) addTo(sums, fundId, amount);
  return sums;
}
