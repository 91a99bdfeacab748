import type { App } from '../../../app.ts';
import { type Check, type CheckedMonth, type ChecklistEntries, done, look, shorten } from '../../../books/checklist.ts';
import { monthRange } from '../../../lib/date.ts';
import { listPendingTransfers } from '../../ledger/transfers/service.ts';
import { listPending } from './queries.ts';

/** Lists the transfers and adjusting entries that wait for approval. They do not prevent finalizing the month. */
export const pendingChecklist: ChecklistEntries = { openItems: async () => [], checks };

async function checks(app: App, month: CheckedMonth): Promise<Check[]> {
  const range = monthRange(month);
  const [transfers, entries] = [await listPendingTransfers(app, range), await listPending(app.db, range)];
  const waiting = [
    ...transfers.map(({ id, date }) => `transfer ${id} of ${date}`),
    ...entries.map(({ id, date }) => `adjusting entry ${id} of ${date}`),
  ];
  return [
    waiting.length === 0
      ? done('pending', 'No transfer and no adjusting entry is waiting for approval.')
      : look('pending', `Approve or delete these before the month is finalized: ${shorten(waiting)}.`, {
          items: [
            ...transfers.map(({ id, date }) => ({ type: 'Transfer', id, date }) as const),
            ...entries.map(({ id, date }) => ({ type: 'JournalEntry', id, date }) as const),
          ],
        }),
  ];
}
