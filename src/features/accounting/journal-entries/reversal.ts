import { type App, inTransaction } from '../../../app.ts';
import { refuseEarlier } from '../../../books/reversals.ts';
import { AppError } from '../../../errors.ts';
import type { Changes } from '../../audit/rules.ts';
import { refuseOverheld } from '../../ledger/held.ts';
import { record } from '../../audit/service.ts';
import { refuseGainBeforeLater } from './gains.ts';
import { heldBy, oppositeOf } from './rules.ts';
import type { JournalEntry, JournalEntryReversal } from './schema.ts';
import { addEntry, getEntry } from './service.ts';

/**
 * Reverses a posted entry by adding an entry with debits and credits exchanged. The reversal itself waits for an
 * approval if an entry like it would. The reversal of a year-end entry on the same day is a year-end entry.
 * Raises `not_found`, `reversed` for a reversal, `invalid_transition` for a pending entry, `already_reversed`,
 * `validation_failed` for a wrong date, `period_finalized`, `year_closed`, `value_booked` for the value of an investment that
 * has a later one, and `forbidden` for a command without `--as` if the reversal needs an approval.
 */
export function reverseEntry(app: App, id: number, { date, reason }: JournalEntryReversal): Promise<JournalEntry> {
  return inTransaction(app, async (app) => {
    const original = await getEntry(app, id);
    if (original.reversalOf !== null) {
      throw new AppError('reversed', 'A reversal cannot be reversed. Enter the adjusting entry again.');
    }
    if (original.status !== 'Posted') {
      throw new AppError(
        'invalid_transition',
        'Only a Posted entry can be reversed. Change or delete this one instead.',
      );
    }
    if (original.reversedBy !== null) {
      throw new AppError('already_reversed', `Entry ${id} is already reversed by entry ${original.reversedBy}.`);
    }
    refuseEarlier(date, original.date);
    const lines = oppositeOf(original.lines);
    await refuseOverheld(app, heldBy(lines));
    await refuseGainBeforeLater(app, { id, date: original.date, lines });
    const reversal = await addEntry(app, {
      date,
      memo: reason,
      yearEnd: original.yearEnd && date === original.date,
      lines,
      reversalOf: id,
    });
    const changes: Changes = { reversedBy: [null, reversal.id], reason: [null, reason] };
    await record(app, { action: 'JournalEntryReversed', entityType: 'JournalEntry', entityId: id, changes });
    return reversal;
  });
}
