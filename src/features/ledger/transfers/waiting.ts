/** Transfers that wait for a second person. */
import type { Minor } from '../../../lib/money.ts';
import { rejecting } from '../../approvals/two-people.ts';
import { effectsOf, sumById, type Waits } from '../../approvals/waiting.ts';
import { accountsById } from '../accounts/service.ts';
import { fundsById } from '../funds/service.ts';
import { approveTransfer } from './approval.ts';
import { listWaiting } from './queries.ts';
import { APPROVABLE, heldBy, staysOwed, transferFact } from './rules.ts';
import type { Transfer } from './schema.ts';
import { getTransfer } from './service.ts';

/** Returns what a transfer debits to accounts, and adds to funds. A loan leaves the balances of its funds. */
function changesOf(transfer: Transfer) {
  const { lines, raised } = heldBy(transfer);
  const debits = sumById(lines.map(({ accountId, amount }) => [accountId, amount]));
  return { debits, raised: staysOwed(transfer) ? new Map<number, Minor>() : raised };
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
  reject: rejecting(APPROVABLE, { read: getTransfer, factOf: transferFact }),
};
