import type { App } from '../../../app.ts';
import {
  type Check,
  type CheckItem,
  type CheckedMonth,
  type ChecklistEntries,
  describe,
  done,
  look,
  open,
  type OpenItem,
  shorten,
} from '../../../books/checklist.ts';
import { addDays, type CalendarDate, type Month, monthRange, sundaysOf } from '../../../lib/date.ts';
import { formatMoney } from '../../../lib/money.ts';
import { findUndeposited } from '../deposits/undeposited.ts';
import { listDraftSessions, listSessionStates } from './checklist-queries.ts';

/** The entries that offering sessions add to the checklist of a month. */
export const offeringChecklist: ChecklistEntries = { openItems, checks };

/** How many days cash and checks may wait for a deposit. */
const DAYS_TO_DEPOSIT = 10;

async function openItems(app: App, month: Month): Promise<OpenItem[]> {
  const drafts = await listDraftSessions(app.db, monthRange(month));
  return drafts.map((draft) => ({
    type: 'OfferingSession',
    ...draft,
    words: `offering session ${draft.id} of ${draft.date}`,
  }));
}

async function checks(app: App, month: CheckedMonth): Promise<Check[]> {
  const range = monthRange(month);
  const drafts = await openItems(app, month);
  const sessions = await listSessionStates(app.db, range);
  const submitted = sessions.filter(({ status }) => status === 'Submitted');
  const dates = new Set(sessions.map(({ date }) => date));
  // The offering of today may still be counted.
  const without = sundaysOf(range).filter((sunday) => sunday < month.today && !dates.has(sunday));
  return [
    drafts.length === 0
      ? done('sessions', 'Every offering session is submitted.')
      : open('sessions', `Submit or delete: ${describe(drafts)}.`, { items: drafts }),
    submitted.length === 0
      ? done('reconciled', 'Every submitted session is reconciled with the bank.')
      : look('reconciled', `Not reconciled with the bank yet: ${submitted.map(({ date }) => date).join(', ')}.`, {
          items: submitted.map(({ id, date }) => ({ type: 'OfferingSession', id, date })),
        }),
    ...checkReopened(sessions),
    await checkUndeposited(app, range.to),
    without.length === 0
      ? done('sundays', 'Every Sunday has an offering session.')
      : look('sundays', `No offering session on these Sundays: ${without.join(', ')}.`, {
          items: without.map((date) => ({ date })),
        }),
  ];
}

type States = Awaited<ReturnType<typeof listSessionStates>>;

/** Returns one check that lists the counts that were reopened, each with its sum and the sum of the next count. */
function checkReopened(sessions: States): Check[] {
  const items = sessions.flatMap(({ id, date, counts }) =>
    counts.flatMap(({ total, reopenedAt }, index): (Partial<CheckItem> & { date: string })[] =>
      reopenedAt === null
        ? []
        : [{ type: 'OfferingSession', id, date, amount: counts[index + 1]?.total ?? null, amountBefore: total }],
    ),
  );
  if (items.length === 0) return [];
  const words = items.map(({ date, amountBefore, amount }) => {
    const now = amount == null ? 'not counted again yet' : `now ${formatMoney(amount)}`;
    return `${date}: ${amountBefore == null ? 'the total was not recorded' : formatMoney(amountBefore)}, ${now}`;
  });
  return [look('reopened', `Reopened after it was counted: ${shorten(words)}.`, { items })];
}

/** Checks that no money has been waiting to be deposited for more than ten days. `on` is the end of the month. */
async function checkUndeposited(app: App, on: CalendarDate): Promise<Check> {
  const waiting = await findUndeposited(app, { receivedBefore: addDays(on, -DAYS_TO_DEPOSIT), on });
  return waiting === undefined
    ? done('undeposited', `No money has been waiting to be deposited for more than ${DAYS_TO_DEPOSIT} days.`)
    : look(
        'undeposited',
        `Not deposited within ${DAYS_TO_DEPOSIT} days: ${formatMoney(waiting.amount)} in all. ` +
          `The oldest part of this money was received on ${waiting.oldest}.`,
        { amount: waiting.amount, items: [{ date: waiting.oldest }] },
      );
}
