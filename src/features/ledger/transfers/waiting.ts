/** Transfers that wait for a second person. */
import { type App, inTransaction } from '../../../app.ts';
import { negateMoney } from '../../../lib/money.ts';
import { record } from '../../audit/service.ts';
import { rejectDocument } from '../../approvals/two-people.ts';
import { effectsOf, sumById, type Waits } from '../../approvals/waiting.ts';
import { accountsById } from '../accounts/service.ts';
import { fundsById } from '../funds/service.ts';
import { approveTransfer } from './approval.ts';
import { listWaiting } from './queries.ts';
import { APPROVABLE, staysOwed, transferFact } from './rules.ts';
import type { Transfer } from './schema.ts';
import { getTransfer } from './service.ts';

/** Returns what a transfer debits to accounts, and adds to funds. A loan leaves the balances of its funds. */
function changesOf(transfer: Transfer) {
  const { amount, fromAccountId, toAccountId, fromFundId, toFundId } = transfer;
  const given = negateMoney(amount);
  const debits = sumById([
    [fromAccountId, given],
    [toAccountId, amount],
  ]);
  const funds = [
    [fromFundId, given],
    [toFundId, amount],
  ] as const;
  return { debits, raised: sumById(staysOwed(transfer) ? [] : funds) };
}

/**
 * Rejects a transfer, which then waits for a change by who entered it. Throws `not_found`, `invalid_transition`, and
 * `forbidden` for a command without `--as`.
 */
function rejectTransfer(app: App, id: number, reason: string): Promise<Transfer> {
  return inTransaction(app, async (app) => {
    const before = await getTransfer(app, id);
    await rejectDocument(app, APPROVABLE, before, reason);
    const after = await getTransfer(app, id);
    await record(app, transferFact('TransferRejected', before, after));
    return after;
  });
}

export const waitingTransfers: Waits = {
  kind: 'Transfer',
  list: async (app, userId, limit) => {
    const transfers = await listWaiting(app.db, userId, limit);
    if (transfers.length === 0) return [];
    const names = { accounts: await accountsById(app), funds: await fundsById(app) };
    return transfers.map((transfer) => {
      const { id, date, amount, memo, createdBy, modifiedAt } = transfer;
      const effects = effectsOf(changesOf(transfer), names);
      return { id, date, amount, description: memo, requestedBy: createdBy, modifiedAt, effects };
    });
  },
  modifiedAt: async (app, id) => (await getTransfer(app, id)).modifiedAt,
  approve: approveTransfer,
  reject: rejectTransfer,
};
