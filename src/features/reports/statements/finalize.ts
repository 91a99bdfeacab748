/**
 * Finalizes months and reopens them. A finalized month stores its whole statement, and reading it returns the stored
 * statement. Months are finalized in order and reopened in the opposite order.
 */
import { type App, actorId, inTransaction, now } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { addMonths, formatMonth, type Month, monthRange } from '../../../lib/date.ts';
import { formatMoney, subtractMoney, toDecimal } from '../../../lib/money.ts';
import { refuseClosedYear } from '../../../books/fiscal-years.ts';
import { getChurch, today } from '../../church/profile/service.ts';
import { findStatement, listEarlier, type StatementRow } from './queries.ts';
import { balancesAt, forgetBalancesFrom, storeBalances } from '../../../books/balances.ts';
import { fundByCategory } from '../../giving/categories/service.ts';
import { CHECKLIST, describe, type OpenItem } from '../../../books/checklist.ts';
import { listFinalizedFrom } from '../../../books/period-queries.ts';
import type { Statement } from './schema.ts';
import {
  alreadyFinalized,
  computeFigures,
  getStatement,
  opening,
  openingShift,
  recordChange,
  save,
  type Snapshot,
  SNAPSHOT_VERSION,
} from './service.ts';

/**
 * Finalizes a month and stores its statement. Raises `statement_finalized`, and `later_period_finalized` with the later
 * months. Unless `force` is true, also raises `open_items` with the items, and `period_not_over` until the month is
 * over in the church's time zone.
 */
export function finalizeStatement(app: App, month: Month, force: boolean): Promise<Statement> {
  return inTransaction(app, async (app) => {
    const row = await findStatement(app.db, month);
    if (row?.status === 'Finalized') throw alreadyFinalized(month);
    await refuseLaterFinalized(app, month);
    if (!force) {
      await refuseOpenItems(app, month, row);
      await refuseUnfinishedMonth(app, month);
    }
    const { openingBalance, since } = await opening(app, month, row);
    const figures = await computeFigures(app, month, openingBalance);
    const { from, to } = monthRange(month);
    await storeBalances(
      app.db,
      to,
      await balancesAt(app.db, to, { fundOf: await fundByCategory(app), entryDate: 'shownOn' }),
    );
    const finalized = { finalizedAt: now(app), finalizedBy: actorId(app) };
    await save(app, month, row, {
      status: 'Finalized',
      snapshot: JSON.stringify({ version: SNAPSHOT_VERSION, figures } satisfies Snapshot),
      closingBalanceMinor: figures.closingBalance,
      carriedFrom: since !== null && since < from ? since : null,
      ...finalized,
    });
    await recordChange(app, 'MonthlyStatementFinalized', month, {
      before: row,
      changes: {
        status: ['Draft', 'Finalized'],
        closingBalance: [null, toDecimal(figures.closingBalance)],
        forced: [null, force],
        finalizedAt: [null, finalized.finalizedAt],
        finalizedBy: [null, finalized.finalizedBy],
      },
    });
    return getStatement(app, month);
  });
}

/**
 * Reopens a finalized month. Raises `invalid_transition` for a draft, `later_period_finalized` with the later months, and
 * `year_closed` for a month of a closed fiscal year.
 */
export function reopenStatement(app: App, month: Month, reason: string): Promise<Statement> {
  return inTransaction(app, async (app) => {
    const row = await findStatement(app.db, month);
    if (row?.status !== 'Finalized') {
      throw new AppError('invalid_transition', `The month ${formatMonth(month)} is not finalized.`);
    }
    await refuseLaterFinalized(app, month);
    const { fiscalYearStartMonth } = await getChurch(app);
    await refuseClosedYear(app, monthRange(month).from, fiscalYearStartMonth);
    await forgetBalancesFrom(app.db, monthRange(month).to);
    await save(app, month, row, {
      status: 'Draft',
      snapshot: null,
      closingBalanceMinor: null,
      carriedFrom: null,
      finalizedAt: null,
      finalizedBy: null,
    });
    await recordChange(app, 'MonthlyStatementReopened', month, {
      before: row,
      changes: {
        status: ['Finalized', 'Draft'],
        closingBalance: [row.closingBalanceMinor === null ? null : toDecimal(row.closingBalanceMinor), null],
        finalizedAt: [row.finalizedAt, null],
        finalizedBy: [row.finalizedBy, null],
        reason: [null, reason],
      },
    });
    return getStatement(app, month);
  });
}

/**
 * If any later months are finalized, raises `later_period_finalized` with these months, the newest first. Months are
 * finalized in order and reopened in the opposite order.
 */
async function refuseLaterFinalized(app: App, month: Month): Promise<void> {
  const finalized = await listFinalizedFrom(app.db, addMonths(month, 1));
  if (finalized.length === 0) return;
  const months = finalized.map(formatMonth).toReversed();
  const message = `Months are finalized in order. Reopen the later ones first: ${months.join(', ')}.`;
  throw new AppError('later_period_finalized', message, { extra: { months } });
}

/**
 * Returns what is not settled in a month: the open items that other rooms declare, an opening balance that is carried
 * over from a draft, and an opening balance that differs from what the earlier months carry over. In the last case, the
 * amount of the item is the difference.
 */
async function openItemsOf(app: App, month: Month, row: StatementRow | undefined): Promise<OpenItem[]> {
  const items: OpenItem[] = [];
  for (const { openItems } of await app.declared(CHECKLIST)) items.push(...(await openItems(app, month)));
  const { openingBalance, throughDraft } = await opening(app, month, row);
  const latest = throughDraft ? (await listEarlier(app.db, month))[0] : undefined;
  if (latest) {
    const words = `the draft statement of ${formatMonth(latest)}, which carries over the opening balance`;
    items.push({ type: 'MonthlyStatement', id: null, date: monthRange(latest).from, amount: openingBalance, words });
  }
  const shift = await openingShift(app, month, row?.openingBalanceMinor ?? null);
  if (shift) {
    const amount = subtractMoney(shift.given, shift.carried);
    const words = `the opening balance, which differs by ${formatMoney(amount)} from what the earlier months carry over`;
    items.push({ type: 'OpeningBalance', id: null, date: monthRange(month).from, amount, words });
  }
  return items;
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

async function refuseUnfinishedMonth(app: App, month: Month): Promise<void> {
  const { to } = monthRange(month);
  if ((await today(app)) > to) return;
  throw new AppError(
    'period_not_over',
    `${formatMonth(month)} ends on ${to}. Wait until the month is over, or finalize with force.`,
  );
}
