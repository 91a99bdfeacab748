import { type App, created, inSnapshot, inTransaction, modified } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { addMonths, type CalendarDate, formatMonth, type Month, monthRange } from '../../../lib/date.ts';
import { addMoney, formatMoney, type Minor, subtractMoney, ZERO } from '../../../lib/money.ts';
import { type Changes, changesBetween } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { findStatement, insertStatement, listEarlier, type StatementRow, updateStatementColumns } from './queries.ts';
import {
  sumActivity,
  sumAttendance,
  sumByCategory,
  sumBySubCategory,
  sumFunds,
  sumUnpaid,
} from '../../../books/sums.ts';
import { listFinalizedFrom } from '../../../books/period-queries.ts';
import { refuseClosedMonths } from '../../../books/periods.ts';
import { listCategories } from '../../giving/categories/service.ts';
import { listExpenseCategories } from '../../spending/categories/service.ts';
import { digestOfStatement } from './audited.ts';
import { carryFrom, type Catalogs, figuresOf, fundsOf } from './rules.ts';
import { type Figures, type SavedStatement, Statement } from './schema.ts';

/**
 * Returns the statement of a month: as frozen if finalized, otherwise computed now, whether it was ever saved or not.
 */
export function getStatement(app: App, month: Month): Promise<Statement> {
  return inSnapshot(app, async (app) => {
    const row = await findStatement(app.db, month);
    return toStatement(month, row, await figuresFor(app, month, row));
  });
}

/** A finalized statement as it is stored. `version` tells later programs how to read it. */
export type Snapshot = { version: typeof SNAPSHOT_VERSION; figures: Figures };
export const SNAPSHOT_VERSION = 1;

/** An undefined field stays as it is. */
type Update = { openingBalance?: Minor | null; notes?: string | null };

type Saved = { statement: SavedStatement; isNew: boolean };

/**
 * Saves a month's opening balance and notes; returns whether that is the first time, and warns of an opening balance
 * that differs from what the months before carry over. Raises `statement_finalized`, and `period_finalized` if a later
 * finalized month depends on it.
 */
export function putStatement(app: App, month: Month, input: Update): Promise<Saved> {
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
    await recordChange(app, action, month, { before: row, changes: changesBetween(Statement, before, statement) });
    const shift = await openingShift(app, month, openingBalance);
    return { statement: shift ? { ...statement, warnings: [warningOf(shift)] } : statement, isNew: row === undefined };
  });
}

/** An opening balance as it was given, and what the saved months before carry over. */
export type OpeningShift = { given: Minor; carried: Minor };

/**
 * Returns how the given opening balance of a month differs from what the saved months before carry over; undefined if
 * it does not.
 */
export async function openingShift(app: App, month: Month, given: Minor | null): Promise<OpeningShift | undefined> {
  if (given === null) return undefined;
  const { openingBalance: carried, since } = await opening(app, month, undefined);
  return since === null || carried === given ? undefined : { given, carried };
}

function warningOf({ given, carried }: OpeningShift) {
  const message =
    `The opening balance is ${formatMoney(given)}, but the months before carry ${formatMoney(carried)} into this month. ` +
    'Correct it, or leave it out to carry theirs.';
  return { code: 'opening_differs' as const, message, carried };
}

async function figuresFor(app: App, month: Month, row: StatementRow | undefined): Promise<Figures> {
  if (row?.snapshot != null) return frozenFigures(row.snapshot);
  const { openingBalance } = await opening(app, month, row);
  return computeFigures(app, month, openingBalance);
}

/** The figures of a finalized statement as they were stored. */
export function frozenFigures(snapshot: string): Figures {
  return (JSON.parse(snapshot) as Snapshot).figures;
}

/** The figures of a month as they are now, from its opening balance on. */
export async function computeFigures(app: App, month: Month, openingBalance: Minor): Promise<Figures> {
  const range = monthRange(month);
  const catalogs = await readCatalogs(app);
  const fundIds = fundsOf(catalogs).map(({ id }) => id);
  return figuresOf(catalogs, {
    openingBalance,
    giving: await sumByCategory(app.db, range),
    expenses: await sumBySubCategory(app.db, range),
    funds: await sumFunds(app.db, fundIds, range),
    unpaid: await sumUnpaid(app.db, range.to),
    attendance: await sumAttendance(app.db, range),
  });
}

async function readCatalogs(app: App): Promise<Catalogs> {
  const { items: categories } = await listCategories(app, true);
  const { items: groups } = await listExpenseCategories(app);
  return { categories, groups };
}

type Opening = { openingBalance: Minor; since: CalendarDate | null; throughDraft: boolean };

/** A month's opening balance: as given, or carried from earlier months with the day its activity starts. */
export async function opening(app: App, month: Month, row: StatementRow | undefined): Promise<Opening> {
  const given = row?.openingBalanceMinor ?? null;
  if (given !== null) return { openingBalance: given, since: null, throughDraft: false };
  const carry = carryFrom(await listEarlier(app.db, month));
  if (!carry) return { openingBalance: ZERO, since: null, throughDraft: false };
  const { base, since, throughDraft } = carry;
  const { giving, expenses } = await sumActivity(app.db, since, monthRange(month).from);
  return { openingBalance: addMoney(base, subtractMoney(giving, expenses)), since, throughDraft };
}

/** Raises `period_finalized` when the next finalized month would open with a balance other than the one it froze. */
async function refuseShiftedOpening(app: App, month: Month): Promise<void> {
  const [next] = await listFinalizedFrom(app.db, month);
  const row = next && (await findStatement(app.db, next));
  if (!next || row?.snapshot == null || row.openingBalanceMinor !== null) return;
  const { openingBalance } = await opening(app, next, row);
  if (openingBalance === frozenFigures(row.snapshot).openingBalance) return;
  throw new AppError(
    'period_finalized',
    `The month ${formatMonth(next)} is finalized and takes its opening balance from this month. Reopen it first.`,
    { extra: { firstOpenDate: monthRange(addMonths(next, 1)).from } },
  );
}

/** The refusal to change a finalized month. */
export function alreadyFinalized(month: Month): AppError {
  return new AppError('statement_finalized', `The month ${formatMonth(month)} is finalized. Reopen it first.`);
}

/** Writes columns of a month's statement, which may be its first ones. */
export async function save(
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

type StatementChange = { before: StatementRow | undefined; changes: Changes };

/** Records a change to a month's statement, with the hashes of what was stored before and is stored now. */
export async function recordChange(
  app: App,
  action: string,
  month: Month,
  { before, changes }: StatementChange,
): Promise<void> {
  const after = await findStatement(app.db, month);
  const digest: Changes[string] = [before ? digestOfStatement(before) : null, after ? digestOfStatement(after) : null];
  await record(app, {
    action,
    entityType: 'MonthlyStatement',
    entityId: formatMonth(month),
    changes: { ...changes, digest },
  });
}
