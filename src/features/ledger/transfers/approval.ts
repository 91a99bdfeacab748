import { type App, inTransaction, modified, now } from '../../../app.ts';
import { refuseBeforeOpening } from '../../../books/periods.ts';
import { record } from '../../audit/service.ts';
import { approverOf } from '../../approvals/two-people.ts';
import { refuseClosed, refuseHeld, withWarnings } from './checks.ts';
import { refuseBadLoan, refuseRepaid } from './loans.ts';
import { updateTransferColumns } from './queries.ts';
import { APPROVABLE, transferFact } from './rules.ts';
import type { EnteredTransfer } from './schema.ts';
import { getTransfer } from './service.ts';

/**
 * Approves a transfer: PendingApproval -> Posted. From then on, the transfer affects balances and reports. Raises
 * `not_found`, `invalid_transition`, `self_approval` for somebody who entered or changed the transfer,
 * `before_the_books`, `period_finalized`, `fund_overdrawn`, `loan_repaid`, and `forbidden` for a command without `--as`.
 */
export function approveTransfer(app: App, id: number): Promise<EnteredTransfer> {
  return inTransaction(app, async (app) => {
    const before = await getTransfer(app, id);
    const approvedBy = await approverOf(app, APPROVABLE, before);
    await refuseBeforeOpening(app, before.date);
    await refuseClosed(app, before);
    await refuseHeld(app, before);
    await refuseBadLoan(app, before);
    if (before.reversalOf !== null) await refuseRepaid(app, await getTransfer(app, before.reversalOf));
    await updateTransferColumns(app.db, id, { status: 'Posted', approvedBy, approvedAt: now(app), ...modified(app) });
    const after = await getTransfer(app, id);
    await record(app, transferFact('TransferApproved', before, after));
    return withWarnings(app, after);
  });
}
