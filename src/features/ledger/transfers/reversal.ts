import { type App, inTransaction } from '../../../app.ts';
import type { Reversal } from '../../../books/reversal-schema.ts';
import { amountToReverse, refuseEarlier } from '../../../books/reversals.ts';
import { AppError } from '../../../errors.ts';
import { negateMoney, ZERO } from '../../../lib/money.ts';
import type { Changes } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { refuseRepaid } from './loans.ts';
import { mustBeApproved, refuseDay, refuseHeld } from './checks.ts';
import { sumReversals } from './queries.ts';
import type { EnteredTransfer } from './schema.ts';
import { addTransfer, getTransfer } from './service.ts';

/**
 * Reverses a posted transfer, in whole or in part, by adding a transfer with a negative amount. The reversal itself
 * waits for an approval if it takes money out of a Restricted or Endowment fund. Raises `not_found`, `reversed` for a
 * reversal, `invalid_transition` for a pending transfer, `already_reversed`, `validation_failed` for a wrong date,
 * `period_finalized`, and `forbidden` for a command without `--as` if the reversal needs an approval.
 */
export function reverseTransfer(app: App, id: number, input: Reversal): Promise<EnteredTransfer> {
  const { date, reason } = input;
  return inTransaction(app, async (app) => {
    const original = await getTransfer(app, id);
    if (original.reversalOf !== null) {
      throw new AppError('reversed', 'A reversal cannot be reversed. Enter the transfer again.');
    }
    if (original.status !== 'Posted') {
      throw new AppError('invalid_transition', 'Only a Posted transfer can be reversed. Delete this one instead.');
    }
    const before = (await sumReversals(app.db, id)) ?? ZERO;
    const { taken } = amountToReverse({ original: original.amount, reversed: before, wanted: input.amount });
    await refuseRepaid(app, original);
    const { fromAccountId, toAccountId, fromFundId, toFundId, fundId, repays, loan } = original;
    const sides = { fromAccountId, toAccountId, fromFundId, toFundId, fundId, repays };
    const moved = { ...sides, loan, date, amount: negateMoney(taken), reason };
    await refuseHeld(app, moved);
    await refuseDay(app, moved);
    refuseEarlier(date, original.date);
    const isPending = await mustBeApproved(app, moved);
    const reversal = await addTransfer(app, {
      ...sides,
      loan: loan ? 1 : 0,
      date,
      amountMinor: negateMoney(taken),
      memo: reason,
      reason: isPending ? reason : null,
      status: isPending ? 'PendingApproval' : 'Posted',
      reversalOf: id,
    });
    // The entry must not set `reason`, which is a field of the transfer itself.
    const changes: Changes = { reversedBy: [null, reversal.id], reasonOfReversal: [null, reason] };
    await record(app, { action: 'TransferReversed', entityType: 'Transfer', entityId: id, changes });
    return reversal;
  });
}
