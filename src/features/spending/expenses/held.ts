/** Checks the parts of an expense that name an account: what funds pay for, or hold, that is no money. */
import type { App } from '../../../app.ts';
import { type Split, splitsOf } from '../../../books/expense-lines.ts';
import { can } from '../../../permissions.ts';
import { refuseMoreThanBalance, refuseOverheld } from '../../ledger/held.ts';
import { amountsByFund, releasesOf } from './release-parts.ts';
import type { Purpose } from './rules.ts';
import type { Expense } from './schema.ts';

/**
 * Raises `fund_overdrawn` if a fund would pay more than its cash for such a part. Who may not read reports is not told
 * how much a fund has: their expense is refused when it is approved.
 */
export async function refuseOverdrawnDraft(app: App, expense: Purpose & Pick<Expense, 'amount'>): Promise<void> {
  if (can(app.actor, 'reports.read')) await refuseOverdrawn(app, splitsOf(expense));
}

/**
 * Raises `fund_overdrawn` if a fund would pay more than its cash, give up more of an account than it holds, or release more
 * than its balance.
 */
export async function refuseOverdrawn(app: App, splits: readonly Split[]): Promise<void> {
  const lines = splits.map(({ accountId, fundId, amount }, index) => {
    return { path: `splits.${index}.fundId`, accountId, fundId, amount };
  });
  await refuseOverheld(app, { lines });
  const parts = await releasesOf(app, splits);
  const released = parts.filter(({ release }) => release === 'OnDate');
  if (released.length > 0) await refuseMoreThanBalance(app, amountsByFund(released));
}
