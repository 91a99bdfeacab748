import type { App } from '../../../app.ts';
import {
  type Check,
  type CheckedMonth,
  type ChecklistEntries,
  describe,
  done,
  look,
  open,
  type OpenItem,
  shorten,
} from '../../../books/checklist.ts';
import type { Sum } from '../../../books/sums.ts';
import { sumUnpaid } from '../../../books/unpaid.ts';
import { addDays, type Month, monthRange } from '../../../lib/date.ts';
import { formatMoney } from '../../../lib/money.ts';
import { listWaiting, type Unreleased } from './releases.ts';
import { listPending, sumDrafts, sumPaidElsewhere, sumSettledOpen } from './checklist-queries.ts';

/** The open items and checks that expenses add to the checklist of a month. */
export const expenseChecklist: ChecklistEntries = { openItems, checks };

/** After this many days, an unpaid expense counts as old. */
const OLD_DAYS = 60;

async function openItems(app: App, month: Month): Promise<OpenItem[]> {
  const pending = await listPending(app.db, monthRange(month));
  return pending.map((one) => ({ type: 'Expense', ...one, words: `expense ${one.id} of ${one.date}` }));
}

async function checks(app: App, month: CheckedMonth): Promise<Check[]> {
  const range = monthRange(month);
  const pending = await openItems(app, month);
  const drafts = await sumDrafts(app.db, range);
  const elsewhere = await sumPaidElsewhere(app.db, range, month.firstSavedDay);
  const settled = await sumSettledOpen(app.db, range.to);
  const { unpaid } = month;
  const old = await sumUnpaid(app.db, range.to, addDays(range.to, -OLD_DAYS - 1));
  return [
    pending.length === 0
      ? done('approvals', 'No expense is waiting for approval.')
      : open('approvals', `Approve or reject: ${describe(pending)}.`, { items: pending }),
    drafts.count === 0
      ? done('drafts', 'No expense in the month is a draft.')
      : look('drafts', `Drafts that nobody submitted: ${inAll(drafts)}.`, drafts),
    unpaid.count === 0
      ? done('unpaid', 'Every approved expense is paid.')
      : look('unpaid', `Approved but not paid at the end of the month: ${inAll(unpaid)}.`, unpaid),
    old.count === 0
      ? done('old_payables', `No approved expense has been unpaid for more than ${OLD_DAYS} days.`)
      : look(
          'old_payables',
          `Approved more than ${OLD_DAYS} days before the end of the month and not paid: ${inAll(old)}.`,
          old,
        ),
    settled.count === 0
      ? done('settled', 'Every expense that was paid is approved.')
      : look('settled', `Paid and not approved: ${inAll(settled)}.`, settled),
    elsewhere.count === 0
      ? done('elsewhere', 'Every expense that was paid in the month is booked by the end of the month.')
      : look(
          'elsewhere',
          `Paid in the month, but booked in a later month or before the first saved statement: ${inAll(elsewhere)}.`,
          elsewhere,
        ),
    released(await listWaiting(app, range.to)),
  ];
}

function released({ expenses, transfers }: Unreleased): Check {
  const items = [
    ...expenses.map(({ id, date, amount }) => ({ type: 'Expense' as const, id, date, amount })),
    ...transfers.map(({ id, date, amount }) => ({ type: 'Transfer' as const, id, date, amount })),
  ];
  if (items.length === 0) return done('releases', 'Everything that restricted or designated money bought is in use.');
  const named = items.map(({ type, id }) => `${type === 'Expense' ? 'expense' : 'transfer'} ${id}`);
  const said = `Bought with restricted or designated money and not released, because nobody said since when it is in use: ${shorten(named)}.`;
  const next = ' A transfer releases nothing: reverse it, and enter it as an expense with the same account.';
  return look('releases', transfers.length === 0 ? said : said + next, { items });
}

function inAll({ count, amount }: Sum): string {
  return `${count}, ${formatMoney(amount)} in all`;
}
