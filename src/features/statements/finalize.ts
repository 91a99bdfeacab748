import { type App, actorId, inTransaction, now } from '../../app.ts';
import { AppError } from '../../errors.ts';
import { type CalendarDate, formatMonth, type Month, monthRange } from '../../lib/date.ts';
import { type Minor, toDecimal } from '../../lib/money.ts';
import { today } from '../profile/service.ts';
import {
  findStatement,
  listDraftSessions,
  listEarlier,
  listFinalizedFrom,
  listPendingExpenses,
  type StatementRow,
} from './queries.ts';
import type { Statement } from './schema.ts';
import {
  alreadyFinalized,
  computeFigures,
  getStatement,
  opening,
  recordChange,
  save,
  type Snapshot,
  SNAPSHOT_VERSION,
} from './service.ts';

/**
 * Freezes a month. Raises `statement_finalized`, and unless forced `open_items` with what is open,
 * and `period_not_over` before the month's last day is past where the church is.
 */
export function finalizeStatement(app: App, month: Month, force: boolean): Promise<Statement> {
  return inTransaction(app, async (app) => {
    const row = await findStatement(app.db, month);
    if (row?.status === 'Finalized') throw alreadyFinalized(month);
    if (!force) {
      await refuseOpenItems(app, month, row);
      await refuseUnfinishedMonth(app, month);
    }
    const { openingBalance, since } = await opening(app, month, row);
    const figures = await computeFigures(app, month, openingBalance);
    const { from } = monthRange(month);
    await save(app, month, row, {
      status: 'Finalized',
      snapshot: JSON.stringify({ version: SNAPSHOT_VERSION, figures } satisfies Snapshot),
      closingBalanceMinor: figures.closingBalance,
      carriedFrom: since !== null && since < from ? since : null,
      finalizedAt: now(app),
      finalizedBy: actorId(app),
    });
    await recordChange(app, 'MonthlyStatementFinalized', month, {
      status: ['Draft', 'Finalized'],
      closingBalance: [null, toDecimal(figures.closingBalance)],
      forced: [null, force],
    });
    return getStatement(app, month);
  });
}

/** Opens a finalized month again. Raises `invalid_transition` for a draft, `later_period_finalized` with the months. */
export function reopenStatement(app: App, month: Month, reason: string): Promise<Statement> {
  return inTransaction(app, async (app) => {
    const row = await findStatement(app.db, month);
    if (row?.status !== 'Finalized') {
      throw new AppError('invalid_transition', `The month ${formatMonth(month)} is not finalized.`);
    }
    const finalized = await listFinalizedFrom(app.db, month);
    const months = finalized
      .map(formatMonth)
      .filter((other) => other !== formatMonth(month))
      .toReversed();
    if (months.length > 0) {
      throw new AppError('later_period_finalized', `Reopen the later months first: ${months.join(', ')}.`, {
        extra: { months },
      });
    }
    await save(app, month, row, {
      status: 'Draft',
      snapshot: null,
      closingBalanceMinor: null,
      carriedFrom: null,
      finalizedAt: null,
      finalizedBy: null,
    });
    await recordChange(app, 'MonthlyStatementReopened', month, {
      status: ['Finalized', 'Draft'],
      closingBalance: [row.closingBalanceMinor === null ? null : toDecimal(row.closingBalanceMinor), null],
      reason: [null, reason],
    });
    return getStatement(app, month);
  });
}

/** Something in a month that is not settled; `amount` in minor units. */
export type OpenItem = {
  type: 'OfferingSession' | 'Expense' | 'MonthlyStatement';
  id: number | null;
  date: CalendarDate;
  amount: Minor;
};

/** What is not settled in a month: draft sessions, expenses that wait for approval, an opening balance from a draft. */
export async function openItemsOf(app: App, month: Month, row: StatementRow | undefined): Promise<OpenItem[]> {
  const range = monthRange(month);
  const { openingBalance, throughDraft } = await opening(app, month, row);
  const latest = throughDraft ? (await listEarlier(app.db, month))[0] : undefined;
  return [
    ...(await listDraftSessions(app.db, range)).map((one) => ({ type: 'OfferingSession' as const, ...one })),
    ...(await listPendingExpenses(app.db, range)).map((one) => ({ type: 'Expense' as const, ...one })),
    ...(latest
      ? [{ type: 'MonthlyStatement' as const, id: null, date: monthRange(latest).from, amount: openingBalance }]
      : []),
  ];
}

async function refuseOpenItems(app: App, month: Month, row: StatementRow | undefined): Promise<void> {
  const items = await openItemsOf(app, month, row);
  if (items.length === 0) return;
  const openItems = items.map(({ type, id, date, amount }) => ({ type, id, date, amount: toDecimal(amount) }));
  throw new AppError(
    'open_items',
    `${formatMonth(month)} has ${items.length} open item${items.length === 1 ? '' : 's'}: ${describe(items)}. ` +
      'Settle them, or finalize with force.',
    { extra: { openItems } },
  );
}

const NAMES: Record<OpenItem['type'], string> = {
  OfferingSession: 'offering session',
  Expense: 'expense',
  MonthlyStatement: 'draft statement',
};
const SHOWN = 5;

/** Open items in words, the first few of them. */
export function describe(items: readonly OpenItem[]): string {
  const shown = items
    .slice(0, SHOWN)
    .map(({ type, id, date }) => `${NAMES[type]}${id === null ? '' : ` ${id}`} of ${date}`);
  return [...shown, ...(items.length > SHOWN ? [`${items.length - SHOWN} more`] : [])].join(', ');
}

async function refuseUnfinishedMonth(app: App, month: Month): Promise<void> {
  const { to } = monthRange(month);
  if ((await today(app)) > to) return;
  throw new AppError(
    'period_not_over',
    `${formatMonth(month)} ends on ${to}. Wait until it is past, or finalize with force.`,
  );
}
