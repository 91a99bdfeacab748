import { type App, inSnapshot } from '../../../app.ts';
import { addMonths, formatMonth, type Month, monthRange, sundaysOf } from '../../../lib/date.ts';
import { formatMoney, type Minor } from '../../../lib/money.ts';
import { today } from '../../church/profile/service.ts';
import { describe, type OpenItem, openItemsOf } from './finalize.ts';
import { findStatement, listEarlier, listSessions, sumDrafts, sumPaidElsewhere } from './queries.ts';
import { listFinalizedFrom } from '../../../books/period-queries.ts';
import type { Check, Checklist, Statement } from './schema.ts';
import { getStatement, type OpeningShift, openingShift } from './service.ts';

/** What to look at before a month is finalized: what must be settled first, and what is worth a second look. */
export function checkMonth(app: App, month: Month): Promise<Checklist> {
  return inSnapshot(app, async (app) => {
    const row = await findStatement(app.db, month);
    const statement = await getStatement(app, month);
    const items = await openItemsOf(app, month, row);
    const of = (type: OpenItem['type']) => items.filter((item) => item.type === type);
    const earlier = await listEarlier(app.db, month);
    const checks = [
      await isOver(app, month),
      ...(await orderChecks(app, month)),
      ...(await sessionChecks(app, month, of('OfferingSession'))),
      ...(await expenseChecks(app, statement, { pending: of('Expense'), first: earlier.at(-1) })),
      fundCheck(statement),
      openingCheck(statement, {
        throughDraft: of('MonthlyStatement').length > 0,
        shift: await openingShift(app, month, row?.openingBalanceMinor ?? null),
        isFounded: row?.openingBalanceMinor != null || earlier.length > 0,
      }),
    ];
    const { status } = statement;
    const isReady = status === 'Draft' && checks.every(({ state }) => state !== 'open');
    return { year: month.year, month: month.month, status, isReady, checks };
  });
}

const done = (code: string, message: string): Check => ({ code, state: 'done', message });
const look = (code: string, message: string): Check => ({ code, state: 'look', message });
const open = (code: string, message: string): Check => ({ code, state: 'open', message });

async function isOver(app: App, month: Month): Promise<Check> {
  const { to } = monthRange(month);
  if ((await today(app)) > to) return done('period', 'The month is over.');
  return open('period', `The month ends on ${to}.`);
}

/** Said only where it is in the way. */
async function orderChecks(app: App, month: Month): Promise<Check[]> {
  const later = await listFinalizedFrom(app.db, addMonths(month, 1));
  if (later.length === 0) return [];
  const months = later.map(formatMonth).toReversed();
  return [open('order', `Months are finalized in order. Reopen the later ones first: ${months.join(', ')}.`)];
}

async function sessionChecks(app: App, month: Month, drafts: readonly OpenItem[]): Promise<Check[]> {
  const range = monthRange(month);
  const sessions = await listSessions(app.db, range);
  const submitted = sessions.filter(({ status }) => status === 'Submitted').map(({ date }) => date);
  const dates = new Set(sessions.map(({ date }) => date));
  const without = sundaysOf(range).filter((sunday) => !dates.has(sunday));
  return [
    drafts.length === 0
      ? done('sessions', 'Every offering session is submitted.')
      : open('sessions', `Submit or delete: ${describe(drafts)}.`),
    submitted.length === 0
      ? done('reconciled', 'Every submitted session is reconciled with the bank.')
      : look('reconciled', `Not reconciled with the bank yet: ${submitted.join(', ')}.`),
    without.length === 0
      ? done('sundays', 'Every Sunday has an offering session.')
      : look('sundays', `No offering session on these Sundays: ${without.join(', ')}.`),
  ];
}

type Around = {
  /** The expenses that wait for approval. */
  pending: readonly OpenItem[];
  /** The earliest of the months that are saved before. */
  first: Month | undefined;
};

async function expenseChecks(app: App, statement: Statement, { pending, first }: Around): Promise<Check[]> {
  const range = monthRange(statement);
  const drafts = await sumDrafts(app.db, range);
  const elsewhere = await sumPaidElsewhere(app.db, range, first ? monthRange(first).from : '');
  const { unpaid } = statement;
  return [
    pending.length === 0
      ? done('approvals', 'No expense waits for approval.')
      : open('approvals', `Approve or reject: ${describe(pending)}.`),
    drafts.count === 0
      ? done('drafts', 'No expense of the month is a draft.')
      : look('drafts', `Drafts that nobody submitted: ${described(drafts)}.`),
    unpaid.count === 0
      ? done('unpaid', 'Everything approved is paid.')
      : look('unpaid', `Approved and not paid at month end: ${described(unpaid)}.`),
    elsewhere.count === 0
      ? done('elsewhere', 'What was paid is booked by month end.')
      : look('elsewhere', `Paid, but booked later or before the first statement: ${described(elsewhere)}.`),
  ];
}

function described({ count, amount }: { count: number; amount: Minor }): string {
  return `${count}, ${formatMoney(amount)} in all`;
}

function fundCheck({ funds }: Statement): Check {
  const overdrawn = funds.filter(({ closing }) => closing < 0);
  if (overdrawn.length === 0) return done('funds', 'No restricted fund is overdrawn.');
  const list = overdrawn.map(({ name, closing }) => `${name} ${formatMoney(closing)}`).join(', ');
  return look('funds', `More was spent from these restricted funds than was given for them: ${list}.`);
}

type Origin = {
  /** Whether the balance is carried from a draft. */
  throughDraft: boolean;
  /** How it differs from what the months before carry. */
  shift: OpeningShift | undefined;
  /** Whether it was given, or an earlier month is saved that it is carried from. */
  isFounded: boolean;
};

function openingCheck({ openingBalance }: Statement, { throughDraft, shift, isFounded }: Origin): Check {
  const amount = formatMoney(openingBalance);
  if (throughDraft)
    return open('opening', `The opening balance of ${amount} is carried from a draft. Finalize that first.`);
  if (shift) {
    const carried = formatMoney(shift.carried);
    const message = `The opening balance is ${amount}, but the months before carry ${carried}. Correct one of them.`;
    return open('opening', message);
  }
  if (isFounded) return done('opening', `The opening balance is ${amount}.`);
  return look('opening', 'No opening balance was given, and no earlier month is saved: it starts from 0.00.');
}
