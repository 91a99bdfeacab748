import type { App } from '../../../app.ts';
import { type Check, type CheckedMonth, type ChecklistEntries, done, look, shorten } from '../../../books/checklist.ts';
import { monthRange } from '../../../lib/date.ts';
import { addMoney, formatMoney, ZERO } from '../../../lib/money.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { listBookedIn, listOpenIn } from './queries.ts';

/** What payment services add to the checklist of a month. A church without a service sees nothing of it. */
export const payoutChecklist: ChecklistEntries = { openItems: async () => [], checks };

async function checks(app: App, month: CheckedMonth): Promise<Check[]> {
  const range = monthRange(month);
  const booked = await listBookedIn(app.db, range);
  const open = await listOpenIn(app.db, range);
  if (booked.length === 0 && open.length === 0) return [];
  const names = await accountsById(app);
  const total = addMoney(ZERO, ...open.map(({ grossMinor }) => grossMinor));
  const words = open.map(({ day, grossMinor, charge, transactionId, accountId }) => {
    return `${formatMoney(grossMinor)} of ${day} in ${names.get(accountId)?.name} (${charge ?? transactionId})`;
  });
  return [
    open.length === 0
      ? done('payout_points', 'Everything that payment services did is booked.')
      : look(
          'payout_points',
          `Nothing is booked for what payment services did here: ${shorten(words)}. Enter it from their accounts.`,
          {
            count: open.length,
            amount: total,
            items: open.map(({ accountId, day, grossMinor }) => ({
              type: 'Account' as const,
              id: accountId,
              date: day,
              amount: grossMinor,
              name: names.get(accountId)?.name ?? null,
            })),
          },
        ),
    look(
      'payouts',
      'Payment services did this by themselves, and nobody approved it. Look at the fees, the refunds and the payouts.',
      {
        items: booked.map(({ id, date, type, amount }) => ({ id, date, type, amount })),
      },
    ),
  ];
}
