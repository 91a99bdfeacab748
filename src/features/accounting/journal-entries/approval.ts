import { type App, inTransaction, modified, now } from '../../../app.ts';
import { record } from '../../audit/service.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { refuseOverheld } from '../../ledger/held.ts';
import { approverOf } from '../../approvals/two-people.ts';
import { dayToShow } from './checks.ts';
import { updateEntryColumns } from './queries.ts';
import { APPROVABLE, entryFact, heldBy } from './rules.ts';
import type { JournalEntry } from './schema.ts';
import { getEntry, withStoredLines } from './service.ts';

/**
 * Approves an entry: its status changes from PendingApproval to Posted. From then on, the entry affects balances and
 * reports. Raises `not_found`, `invalid_transition`, `self_approval` for somebody who entered or changed the entry,
 * `before_the_books`, `fund_overdrawn`, `period_finalized`, `year_closed`, and `forbidden` for a command without `--as`.
 */
export function approveEntry(app: App, id: number): Promise<JournalEntry> {
  return inTransaction(app, async (app) => {
    const before = await getEntry(app, id);
    const approvedBy = await approverOf(app, APPROVABLE, before);
    await refuseOverheld(app, heldBy(withStoredLines(before).lines));
    const shownOn = await dayToShow(app, withStoredLines(before), await accountsById(app));
    const state = { status: 'Posted' as const, shownOn, approvedBy, approvedAt: now(app) };
    await updateEntryColumns(app.db, id, { ...state, ...modified(app) });
    const after = await getEntry(app, id);
    await record(app, entryFact('JournalEntryApproved', before, after));
    return after;
  });
}
