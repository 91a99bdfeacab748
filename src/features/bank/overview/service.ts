import { type App, inSnapshot } from '../../../app.ts';
import { listAccounts } from '../../ledger/accounts/service.ts';
import { balanceOf, isAtBank } from '../accounts.ts';
import { countAllOpen } from '../lines/queries.ts';
import { listEnds } from '../reconciliations/queries.ts';
import type { AccountAtBank } from './schema.ts';

/**
 * Returns the accounts that have statements of a bank, with what is still to do. A closed account is left out, unless
 * it has open lines or a draft of a reconciliation.
 */
export function listAccountsAtBank(app: App): Promise<{ items: AccountAtBank[] }> {
  return inSnapshot(app, async (app) => {
    const open = await countAllOpen(app.db);
    const ends = await listEnds(app.db);
    const { items } = await listAccounts(app);
    const all = items.filter(isAtBank).map((account): AccountAtBank => {
      const own = ends.filter(({ accountId }) => accountId === account.id);
      const finished = own
        .filter(({ status }) => status === 'Finished')
        .map(({ endBalanceMinor, ...one }) => ({ ...one, endBalance: balanceOf(account, endBalanceMinor) }));
      return {
        ...account,
        openLines: open.get(account.id) ?? 0,
        lastReconciliation: finished[0] ?? null,
        toReview: finished.filter(({ reviewedAt }) => reviewedAt === null).toReversed(),
        draftId: own.find(({ status }) => status === 'Draft')?.id ?? null,
      };
    });
    return { items: all.filter(({ isActive, openLines, draftId }) => isActive || openLines > 0 || draftId !== null) };
  });
}
