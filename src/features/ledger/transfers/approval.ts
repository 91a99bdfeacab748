import { type App, actorId, inTransaction, modified, now } from '../../../app.ts';
import { refuseBeforeOpening } from '../../../books/periods.ts';
import { AppError } from '../../../errors.ts';
import { record } from '../../audit/service.ts';
import { refuseClosed, withWarnings } from './checks.ts';
import { hadHandIn, updateTransferColumns } from './queries.ts';
import { transferFact } from './rules.ts';
import type { EnteredTransfer } from './schema.ts';
import { getTransfer } from './service.ts';

/**
 * Approves a transfer: PendingApproval -> Posted. From then on, the transfer counts. Raises `not_found`,
 * `invalid_transition`, `self_approval` for somebody who entered or changed the transfer, `before_the_books`,
 * `period_finalized`, and `forbidden` for a command that names nobody.
 */
export function approveTransfer(app: App, id: number): Promise<EnteredTransfer> {
  return inTransaction(app, async (app) => {
    const before = await getTransfer(app, id);
    if (before.status === 'Posted') {
      throw new AppError('invalid_transition', 'Only a PendingApproval transfer can be approved. This one is Posted.');
    }
    const approvedBy = actorId(app);
    if (approvedBy === null) throw new AppError('forbidden', 'Only somebody who is signed in can approve a transfer.');
    if (await hadHandIn(app.db, id, approvedBy)) {
      throw new AppError('self_approval', 'You entered or changed this transfer. Ask somebody else to approve it.');
    }
    await refuseBeforeOpening(app, before.date);
    await refuseClosed(app, before);
    await updateTransferColumns(app.db, id, { status: 'Posted', approvedBy, approvedAt: now(app), ...modified(app) });
    const after = await getTransfer(app, id);
    await record(app, transferFact('TransferApproved', before, after));
    return withWarnings(app, after);
  });
}
