/** Adjusting entries that wait for a second person. */
import { sumOf } from '../../../db/columns.ts';
import { negateMoney } from '../../../lib/money.ts';
import { rejecting } from '../../approvals/two-people.ts';
import { effectsOf, sumById, type Waits } from '../../approvals/waiting.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { fundsById } from '../../ledger/funds/service.ts';
import { approveEntry } from './approval.ts';
import { listWaiting, sumLines } from './queries.ts';
import { APPROVABLE, entryFact } from './rules.ts';
import { getEntry } from './service.ts';

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
  reject: rejecting(APPROVABLE, { read: getEntry, factOf: entryFact }),
};
