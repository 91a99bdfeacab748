import { type App, created, inSnapshot, inTransaction, modified } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import {
  accountBalancesAt,
  balancesAt,
  findBeginning,
  type FundOf,
  openingFundBalances,
} from '../../../books/balances.ts';
import { listFinalizedFrom } from '../../../books/period-queries.ts';
import { refuseClosedMonths } from '../../../books/periods.ts';
import { sumByFund, sumFundPostings } from '../../../books/posted-sums.ts';
import { sumAttendance } from '../../../books/sums.ts';
import { sumUnpaid } from '../../../books/unpaid.ts';
import {
  addDays,
  addMonths,
  type CalendarDate,
  type DateRange,
  formatMonth,
  type Month,
  monthRange,
} from '../../../lib/date.ts';
import { addMoney, formatMoney, type Minor, toDecimal, ZERO } from '../../../lib/money.ts';
import { type Changes, changesBetween } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { userNamesOf } from '../../access/users/joins.ts';
import { fundByCategory, heldForOthers, listCategories } from '../../giving/categories/service.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { boundAt } from '../../ledger/bound.ts';
import { listFunds } from '../../ledger/funds/service.ts';
import { listExpenseCategories } from '../../spending/categories/service.ts';
import { digestOfStatement } from './audited.ts';
import { findStatement, insertStatement, listEarlier, type StatementRow, updateStatementColumns } from './queries.ts';
import { carryFrom, type Catalogs, figuresOf, todaysRuleFor } from './rules.ts';
import { type Figures, type SavedStatement, Statement } from './schema.ts';

/**
 * Returns the statement of a month. For a finalized month, this is the stored statement. Otherwise it is computed now,
 * even if the month was never saved.
 */
export function getStatement(app: App, month: Month): Promise<Statement> {
  return inSnapshot(app, async (app) => {
    const row = await findStatement(app.db, month);
    const names = await userNamesOf(app.db, [row?.finalizedBy ?? null]);
    const finalizedByName = names.get(row?.finalizedBy ?? null) ?? null;
    return { ...toStatement(month, row, await figuresFor(app, month, row)), finalizedByName };
  });
}

/** The stored form of a finalized statement. `version` lets later versions of Vestry read it. */
export type Snapshot = { version: number; figures: Figures };
/** The figures of the first version have an available amount by the first rule; see `todaysRuleFor`. */
export const SNAPSHOT_VERSION = 2;
const FIRST_RULE = 1;

/** The fields to save. An undefined field does not change. */
type Update = { openingBalance?: Minor | null; notes?: string | null };

type Saved = { statement: SavedStatement; isNew: boolean };

// A change of the given opening balance is audited as a change of the opening balance, and a user by their id.
const Audited = Statement.omit({ givenOpeningBalance: true, finalizedByName: true });

/**
 * Saves a month's opening balance and notes. `isNew` is true if the month was not saved before. The statement has a
 * warning if its opening balance differs from what the earlier months carry over. Raises `statement_finalized`,
 * `opening_differs` once the books have an opening, and `period_finalized` if a later finalized month depends on the
 * opening balance.
 */
export function putStatement(app: App, month: Month, input: Update): Promise<Saved> {
  return inTransaction(app, async (app) => {
    const row = await findStatement(app.db, month);
    if (row?.status === 'Finalized') throw alreadyFinalized(month);
    const stored = { openingBalance: row?.openingBalanceMinor ?? null, notes: row?.notes ?? null };
    const { openingBalance = stored.openingBalance, notes = stored.notes } = input;
    await refuseOtherOpening(app, month, input.openingBalance ?? null);
    if (openingBalance !== stored.openingBalance) {
      await refuseClosedMonths(app, [{ date: monthRange(month).from, moves: 'balance' }]);
    }
    const before = row ? await getStatement(app, month) : null;
    await save(app, month, row, { openingBalanceMinor: openingBalance, notes });
    if (openingBalance !== stored.openingBalance) await refuseShiftedOpening(app, month);
    const statement = await getStatement(app, month);
    const action = row ? 'MonthlyStatementUpdated' : 'MonthlyStatementCreated';
    await recordChange(app, action, month, { before: row, changes: changesBetween(Audited, before, statement) });
    const shift = await openingShift(app, month, openingBalance);
    return { statement: shift ? { ...statement, warnings: [warningOf(shift)] } : statement, isNew: row === undefined };
  });
}

/** A given opening balance, and the one that the earlier saved months carry over. */
export type OpeningShift = { given: Minor; carried: Minor };

/**
 * Returns the given opening balance of a month and the one that the earlier saved months carry over, if the two differ.
 * Returns undefined if they are equal, or if one of them does not exist.
 */
export async function openingShift(app: App, month: Month, given: Minor | null): Promise<OpeningShift | undefined> {
  if (given === null) return undefined;
  const { openingBalance: carried, since } = await opening(app, month, undefined);
  return since === null || carried === given ? undefined : { given, carried };
}

/** Raises `opening_differs` for a month in the books if the given opening balance differs from that of the books. */
async function refuseOtherOpening(app: App, month: Month, given: Minor | null): Promise<void> {
  const begin = await findBeginning(app.db);
  if (begin === undefined || monthRange(month).to < begin) return;
  const shift = await openingShift(app, month, given);
  if (!shift) return;
  throw new AppError(
    'opening_differs',
    `According to the books, ${formatMonth(month)} begins with ${formatMoney(shift.carried)}, so the opening balance cannot be ` +
      `${formatMoney(shift.given)}. Nothing was changed. Leave out the opening balance, or correct the opening of the books.`,
    { extra: { carried: toDecimal(shift.carried) } },
  );
}

function warningOf({ given, carried }: OpeningShift) {
  const message =
    `The opening balance is ${formatMoney(given)}, but the earlier months carry over ${formatMoney(carried)}. ` +
    'Correct the opening balance, or leave it out to use the amount that is carried over.';
  return { code: 'opening_differs' as const, message, carried };
}

async function figuresFor(app: App, month: Month, row: StatementRow | undefined): Promise<Figures> {
  if (row?.snapshot != null) return withTodaysRule(app, month, row.snapshot);
  const { openingBalance } = await opening(app, month, row);
  return computeFigures(app, month, openingBalance);
}

/** Returns the stored figures of a finalized statement, and what today's rule would say if it says something else. */
async function withTodaysRule(app: App, month: Month, snapshot: string): Promise<Figures> {
  const { version, figures } = readSnapshot(snapshot);
  if (version > FIRST_RULE || figures.position === null) return figures;
  const todaysRule = todaysRuleFor(figures, await boundAt(app, monthRange(month).to, 'shownOn'));
  return { ...figures, position: { ...figures.position, todaysRule } };
}

/** Returns the stored figures of a finalized statement. Fields that an earlier version did not store are null. */
export const frozenFigures = (snapshot: string): Figures => readSnapshot(snapshot).figures;

function readSnapshot(snapshot: string): Snapshot {
  const { version, figures } = JSON.parse(snapshot) as Snapshot;
  const stored = { ...NOT_STORED, ...figures };
  const funds = figures.funds.map((fund) => ({ ...FUND_NOT_STORED, ...fund }));
  const position = stored.position && { ...POSITION_NOT_STORED, ...stored.position };
  return { version, figures: { ...stored, funds, position } };
}

const NOT_STORED = { totalOtherIncome: null, adjustments: null, position: null };
const POSITION_NOT_STORED = { investments: null, heldInCash: null, availableWithDesignated: null, todaysRule: null };
// A statement that was finalized before Vestry had funds lists restricted categories instead.
const FUND_NOT_STORED = {
  fundId: null,
  class: null,
  otherIncome: null,
  transfers: null,
  adjustments: null,
  released: null,
};

/** Computes the figures of a month from its opening balance and the current books. */
export async function computeFigures(app: App, month: Month, openingBalance: Minor): Promise<Figures> {
  const range = await postedDays(app, month);
  const begin = await findBeginning(app.db);
  const isBeforeBooks = begin !== undefined && range.to < begin;
  const catalogs = await readCatalogs(app);
  const fundOf = await fundByCategory(app);
  return figuresOf(catalogs, {
    openingBalance,
    sums: await sumFundPostings(app.db, { ...range, entryDate: 'shownOn' }),
    fundOpenings: await fundOpeningsAt(app, range.from, fundOf),
    accounts: isBeforeBooks ? null : await accountBalancesAt(app.db, range.to, 'shownOn'),
    bound: await boundAt(app, range.to, 'shownOn'),
    unpaid: await sumUnpaid(app.db, range.to),
    attendance: await sumAttendance(app.db, monthRange(month)),
  });
}

/**
 * Returns the days of a month whose documents have postings. If the books begin within the month, these are the days
 * from the beginning of the books on.
 */
async function postedDays(app: App, month: Month): Promise<DateRange> {
  const { from, to } = monthRange(month);
  const begin = await findBeginning(app.db);
  return { from: begin !== undefined && begin > from && begin <= to ? begin : from, to };
}

/**
 * Returns the balances of the funds at the start of a day. If the books begin on that day, the balances include their
 * opening.
 */
async function fundOpeningsAt(app: App, day: CalendarDate, fundOf: FundOf): Promise<ReadonlyMap<number, Minor>> {
  const begin = await findBeginning(app.db);
  if (begin === day) return openingFundBalances(app.db);
  const { funds } = await balancesAt(app.db, addDays(day, -1), { fundOf, entryDate: 'shownOn' });
  return funds;
}

async function readCatalogs(app: App): Promise<Catalogs> {
  const { items: categories } = await listCategories(app, true);
  const { items: groups } = await listExpenseCategories(app);
  const { items: funds } = await listFunds(app);
  return { categories, funds, groups, accounts: [...(await accountsById(app)).values()] };
}

type Opening = { openingBalance: Minor; since: CalendarDate | null; throughDraft: boolean };

/**
 * Returns a month's opening balance. For a month in the books, it is the net assets at the start of the month. For any
 * other month, it is the given balance or, if there is none, the balance carried over from earlier months. If the
 * balance is carried over, `since` is the first day whose activity was added to it. Otherwise `since` is null.
 */
export async function opening(app: App, month: Month, row: StatementRow | undefined): Promise<Opening> {
  const earlier = await listEarlier(app.db, month);
  const begin = await findBeginning(app.db);
  if (begin !== undefined && monthRange(month).to >= begin) {
    const { from } = await postedDays(app, month);
    const { fundIds } = await heldForOthers(app);
    const funds = await fundOpeningsAt(app, from, await fundByCategory(app));
    const openingBalance = addMoney(...[...funds].flatMap(([id, amount]) => (fundIds.includes(id) ? [] : [amount])));
    const [latest] = earlier;
    const throughDraft = latest !== undefined && latest.status === 'Draft' && monthRange(latest).to >= begin;
    return { openingBalance, since: begin, throughDraft };
  }
  const given = row?.openingBalanceMinor ?? null;
  if (given !== null) return { openingBalance: given, since: null, throughDraft: false };
  const carry = carryFrom(earlier);
  if (!carry) return { openingBalance: ZERO, since: null, throughDraft: false };
  const { base, since, throughDraft } = carry;
  const range = { from: since, to: addDays(monthRange(month).from, -1), entryDate: 'shownOn' as const };
  const { fundIds } = await heldForOthers(app);
  const changes = await sumByFund(app.db, range, await fundByCategory(app));
  const own = [...changes].flatMap(([id, amount]) => (fundIds.includes(id) ? [] : [amount]));
  return { openingBalance: addMoney(base, ...own), since, throughDraft };
}

/**
 * Raises `period_finalized` if the next finalized month would now have an opening balance that differs from the stored
 * one.
 */
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

/** Returns the error for an attempt to change a finalized month. */
export function alreadyFinalized(month: Month): AppError {
  return new AppError('statement_finalized', `The month ${formatMonth(month)} is finalized. Reopen it first.`);
}

/** Updates columns of a month's statement. If `row` is undefined, adds the statement with these columns. */
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

function toStatement(
  { year, month }: Month,
  row: StatementRow | undefined,
  figures: Figures,
): Omit<Statement, 'finalizedByName'> {
  return {
    year,
    month,
    status: row?.status ?? 'Draft',
    ...figures,
    givenOpeningBalance: row?.openingBalanceMinor ?? null,
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

/** Records a change to a month's statement, with the hashes of the stored statement before and after the change. */
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
