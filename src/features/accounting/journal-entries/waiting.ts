/** Adjusting entries that wait for a second person. */
import { type App, inTransaction } from '../../../app.ts';
import { sumOf } from '../../../db/columns.ts';
import { negateMoney } from '../../../lib/money.ts';
import { record } from '../../audit/service.ts';
import { rejectDocument } from '../../approvals/two-people.ts';
import { effectsOf, sumById, type Waits } from '../../approvals/waiting.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { fundsById } from '../../ledger/funds/service.ts';
import { approveEntry } from './approval.ts';
import { listWaiting, sumLines } from './queries.ts';
import { APPROVABLE, entryFact } from './rules.ts';
import type { JournalEntry } from './schema.ts';
import { getEntry } from './service.ts';

/**
 * Rejects an entry, which then waits for a change by who entered it. Throws `not_found`, `invalid_transition`, and
 * `forbidden` for a command without `--as`.
 */
function rejectEntry(app: App, id: number, reason: string): Promise<JournalEntry> {
  return inTransaction(app, async (app) => {
    const before = await getEntry(app, id);
    await rejectDocument(app, APPROVABLE, before, reason);
    const after = await getEntry(app, id);
    await record(app, entryFact('JournalEntryRejected', before, after));
    return after;
  });
}

export const waitingEntries: Waits = {
  kind: 'JournalEntry',
  list: async (app, userId, limit) => {
    const entries = await listWaiting(app.db, userId, limit);
    if (entries.length === 0) return [];
    const names = { accounts: await accountsById(app), funds: await fundsById(app) };
    const sums = await sumLines(app.db, JSON.stringify(entries.map(({ id }) => id)));
    const byEntry = new Map<number, typeof sums>(entries.map(({ id }) => [id, []]));
    for (const row of sums) byEntry.get(row.entryId)?.push(row);
    return entries.map(({ id, date, amount, memo, createdBy, modifiedAt }) => {
      const lines = byEntry.get(id) ?? [];
      const debits = sumById(lines.map(({ accountId, sum }) => [accountId, sumOf(sum)]));
      const raised = sumById(lines.map(({ fundId, sum }) => [fundId, negateMoney(sumOf(sum))]));
      const effects = effectsOf({ debits, raised }, names);
      return { id, date, amount, description: memo, requestedBy: createdBy, modifiedAt, effects };
    });
  },
  modifiedAt: async (app, id) => (await getEntry(app, id)).modifiedAt,
  approve: approveEntry,
  reject: rejectEntry,
};
