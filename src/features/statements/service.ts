import { type App, actorId, created, inSnapshot, inTransaction, modified, now } from '../../app.ts';
import { AppError } from '../../errors.ts';
import { addMonths, type CalendarDate, formatMonth, type Month, monthOf, monthRange } from '../../lib/date.ts';
import { addMoney, type Minor, toDecimal, ZERO } from '../../lib/money.ts';
import { type Changes, changesBetween } from '../audit/rules.ts';
import { record } from '../audit/service.ts';
import { today } from '../profile/service.ts';
import {
  findStatement,
  insertStatement,
  listDraftSessions,
  listEarlier,
  listFinalizedFrom,
  listPendingExpenses,
  netActivity,
  type StatementRow,
  sumAttendance,
  sumExpenses,
  sumFunds,
  sumGivingByCategory,
  sumUnpaid,
  updateStatementColumns,
} from './queries.ts';
import { type Booking, carryFrom, closedBy, figuresOf, firstOpenDate } from './rules.ts';
import { type Figures, Statement } from './schema.ts';

export type { Booking } from './rules.ts';

/** Raises `period_finalized`, with the `firstOpenDate`, when one of the bookings would change a finalized month. */
export async function refuseClosedMonths(app: App, bookings: readonly Booking[]): Promise<void> {
  const earliest = bookings.map(({ date }) => date).toSorted()[0];
  if (earliest === undefined) return;
  const closedMonthOf = await closedMonths(app, earliest);
  for (const booking of bookings) {
    const closed = closedMonthOf(booking);
    if (!closed) continue;
    throw new AppError(
      'period_finalized',
      `The month ${closed.month} is finalized, and ${booking.date} would change its figures. ` +
        `The first open date is ${closed.firstOpenDate}; or reopen the month.`,
      { extra: { firstOpenDate: closed.firstOpenDate } },
    );
  }
}

/** The finalized month whose figures a booking would change, with the first date on which it would change none. */
export type ClosedMonthOf = (booking: Booking) => { month: string; firstOpenDate: CalendarDate } | undefined;

/** Looks up closed months once, for many bookings that are not before a date. */
export async function closedMonths(app: App, earliest: CalendarDate): Promise<ClosedMonthOf> {
  const finalized = await listFinalizedFrom(app.db, monthOf(earliest));
  return (booking) => {
    const month = closedBy(booking, finalized);
    return month && { month: formatMonth(month), firstOpenDate: firstOpenDate(booking, finalized) };
  };
}

/** The statement of a month: as frozen when finalized, else computed now, whether it was ever saved or not. */
export function getStatement(app: App, month: Month): Promise<Statement> {
  return inSnapshot(app, async (app) => {
    const row = await findStatement(app.db, month);
    return toStatement(month, row, await figuresFor(app, month, row));
  });
}

/** A finalized statement as it is stored; a later version of the figures says how to read this one. */
type Snapshot = { version: typeof SNAPSHOT_VERSION; figures: Figures };
const SNAPSHOT_VERSION = 1;

/** What is left undefined stays as it is. */
type Update = { openingBalance?: Minor | null; notes?: string | null };

/** Saves a month's opening balance and notes; says whether that is the first time. Raises `statement_finalized`. */
export function putStatement(app: App, month: Month, input: Update): Promise<{ statement: Statement; isNew: boolean }> {
  return inTransaction(app, async (app) => {
    const row = await findStatement(app.db, month);
    if (row?.status === 'Finalized') throw alreadyFinalized(month);
    const stored = { openingBalance: row?.openingBalanceMinor ?? null, notes: row?.notes ?? null };
    const { openingBalance = stored.openingBalance, notes = stored.notes } = input;
    if (openingBalance !== stored.openingBalance) {
      await refuseClosedMonths(app, [{ date: monthRange(month).from, moves: 'balance' }]);
    }
    const before = row ? await getStatement(app, month) : null;
    await save(app, month, row, { openingBalanceMinor: openingBalance, notes });
    if (openingBalance !== stored.openingBalance) await refuseShiftedOpening(app, month);
    const statement = await getStatement(app, month);
    const action = row ? 'MonthlyStatementUpdated' : 'MonthlyStatementCreated';
    await recordChange(app, action, month, changesBetween(Statement, before, statement));
    return { statement, isNew: row === undefined };
  });
}

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

async function figuresFor(app: App, month: Month, row: StatementRow | undefined): Promise<Figures> {
  if (row?.snapshot != null) return frozenFigures(row.snapshot);
  const { openingBalance } = await opening(app, month, row);
  return computeFigures(app, month, openingBalance);
}

function frozenFigures(snapshot: string): Figures {
  return (JSON.parse(snapshot) as Snapshot).figures;
}

async function computeFigures(app: App, month: Month, openingBalance: Minor): Promise<Figures> {
  const range = monthRange(month);
  return figuresOf({
    openingBalance,
    givingByCategory: await sumGivingByCategory(app.db, range),
    expenses: await sumExpenses(app.db, range),
    funds: await sumFunds(app.db, range),
    unpaid: await sumUnpaid(app.db, range.to),
    attendance: await sumAttendance(app.db, range),
  });
}

type Opening = { openingBalance: Minor; since: CalendarDate | null; throughDraft: boolean };

/** A month's opening balance: as given, or carried from earlier months with the day its activity starts. */
async function opening(app: App, month: Month, row: StatementRow | undefined): Promise<Opening> {
  const given = row?.openingBalanceMinor ?? null;
  if (given !== null) return { openingBalance: given, since: null, throughDraft: false };
  const carry = carryFrom(await listEarlier(app.db, month));
  if (!carry) return { openingBalance: ZERO, since: null, throughDraft: false };
  const { base, since, throughDraft } = carry;
  const activity = await netActivity(app.db, since, monthRange(month).from);
  return { openingBalance: addMoney(base, activity), since, throughDraft };
}

/** Raises `period_finalized` when the next finalized month would now open with another balance than the one it froze. */
async function refuseShiftedOpening(app: App, month: Month): Promise<void> {
  const [next] = await listFinalizedFrom(app.db, month);
  const row = next && (await findStatement(app.db, next));
  if (!next || row?.snapshot == null || row.openingBalanceMinor !== null) return;
  const { openingBalance } = await opening(app, next, row);
  if (openingBalance === frozenFigures(row.snapshot).openingBalance) return;
  throw new AppError(
    'period_finalized',
    `The month ${formatMonth(next)} is finalized and carries its opening balance from here. Reopen it first.`,
    { extra: { firstOpenDate: monthRange(addMonths(next, 1)).from } },
  );
}

async function refuseOpenItems(app: App, month: Month, row: StatementRow | undefined): Promise<void> {
  const range = monthRange(month);
  const { openingBalance, throughDraft } = await opening(app, month, row);
  const latest = throughDraft ? (await listEarlier(app.db, month))[0] : undefined;
  const items = [
    ...(await listDraftSessions(app.db, range)).map((one) => ({ type: 'OfferingSession', ...one })),
    ...(await listPendingExpenses(app.db, range)).map((one) => ({ type: 'Expense', ...one })),
    ...(latest ? [{ type: 'MonthlyStatement', id: null, date: monthRange(latest).from, amount: openingBalance }] : []),
  ];
  if (items.length === 0) return;
  const openItems = items.map(({ type, id, date, amount }) => ({ type, id, date, amount: toDecimal(amount) }));
  throw new AppError(
    'open_items',
    `${formatMonth(month)} has ${items.length} open item${items.length === 1 ? '' : 's'}: ${describe(openItems)}. ` +
      'Settle them, or finalize with force.',
    { extra: { openItems } },
  );
}

const NAMES: Record<string, string> = {
  OfferingSession: 'offering session',
  Expense: 'expense',
  MonthlyStatement: 'draft statement',
};
const SHOWN = 5;

function describe(items: readonly { type: string; id: number | null; date: string }[]): string {
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

function alreadyFinalized(month: Month): AppError {
  return new AppError('statement_finalized', `The month ${formatMonth(month)} is finalized. Reopen it first.`);
}

async function save(
  app: App,
  month: Month,
  row: StatementRow | undefined,
  columns: Partial<Omit<StatementRow, 'id'>>,
): Promise<void> {
  if (row) return updateStatementColumns(app.db, month, { ...columns, ...modified(app) });
  const { year, month: number } = month;
  return insertStatement(app.db, {
    year,
    month: number,
    status: 'Draft',
    openingBalanceMinor: null,
    notes: null,
    snapshot: null,
    closingBalanceMinor: null,
    carriedFrom: null,
    finalizedAt: null,
    finalizedBy: null,
    ...created(app),
    ...columns,
  });
}

function toStatement({ year, month }: Month, row: StatementRow | undefined, figures: Figures): Statement {
  return {
    year,
    month,
    status: row?.status ?? 'Draft',
    ...figures,
    notes: row?.notes ?? null,
    finalizedAt: row?.finalizedAt ?? null,
    finalizedBy: row?.finalizedBy ?? null,
    createdAt: row?.createdAt ?? null,
    modifiedAt: row?.modifiedAt ?? null,
    createdBy: row?.createdBy ?? null,
    modifiedBy: row?.modifiedBy ?? null,
  };
}

async function recordChange(app: App, action: string, month: Month, changes: Changes): Promise<void> {
  await record(app, { action, entityType: 'MonthlyStatement', entityId: formatMonth(month), changes });
}
