import { type App, actorId, inTransaction, modified, now } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { record } from '../../audit/service.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { dayToShow } from './checks.ts';
import { hadHandIn, updateEntryColumns } from './queries.ts';
import { entryFact } from './rules.ts';
import type { JournalEntry } from './schema.ts';
import { getEntry, withStoredLines } from './service.ts';

/**
 * Approves an entry: PendingApproval -> Posted. From then on, the entry counts. Raises `not_found`, `invalid_transition`,
 * `self_approval` for somebody who entered or changed the entry, `before_the_books`, `period_finalized`, `year_closed`,
 * and `forbidden` for a command that names nobody.
 */
export function approveEntry(app: App, id: number): Promise<JournalEntry> {
  return inTransaction(app, async (app) => {
    const before = await getEntry(app, id);
    if (before.status === 'Posted') {
      throw new AppError('invalid_transition', 'Only a PendingApproval entry can be approved. This one is Posted.');
    }
    const approvedBy = actorId(app);
    if (approvedBy === null) throw new AppError('forbidden', 'Only somebody who is signed in can approve an entry.');
    if (await hadHandIn(app.db, id, approvedBy)) {
      throw new AppError('self_approval', 'You entered or changed this entry. Ask somebody else to approve it.');
    }
    const shownOn = await dayToShow(app, withStoredLines(before), await accountsById(app));
    const state = { status: 'Posted' as const, shownOn, approvedBy, approvedAt: now(app) };
    await updateEntryColumns(app.db, id, { ...state, ...modified(app) });
    const after = await getEntry(app, id);
    await record(app, entryFact('JournalEntryApproved', before, after));
    return after;
  });
}
