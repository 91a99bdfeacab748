/**
 * Closes fiscal years and reopens them. A closed year stores its reports, so that they stay the same even if records
 * are renamed or reassigned later.
 */
import { type App, actorId, created, inSnapshot, inTransaction, modified, now } from '../../../app.ts';
import { findBeginning } from '../../../books/balances.ts';
import { findFirstDay, listFinalizedFrom } from '../../../books/period-queries.ts';
import { AppError } from '../../../errors.ts';
import {
  type CalendarDate,
  type DateRange,
  fiscalYear,
  fiscalYearOf,
  formatMonth,
  monthOf,
  monthsOf,
} from '../../../lib/date.ts';
import { hasIrs } from '../../../lib/country.ts';
import { toDecimal } from '../../../lib/money.ts';
import type { Changes } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { pendingYearEnd } from '../../accounting/journal-entries/service.ts';
import { getChurch, today } from '../../church/profile/service.ts';
import { countIssuedSince } from '../../giving/contributions/service.ts';
import { allActivities } from '../books/activities.ts';
import { allBalanceSheets } from '../books/balance-sheet.ts';
import { readCatalogs } from '../books/catalogs.ts';
import { allFundBalances } from '../books/fund-balances.ts';
import { allIncomeStatements } from '../books/income-statement.ts';
import { computeReport, FORM990 } from '../form990/service.ts';
import { digestOfYear } from './audited.ts';
import { changesSince } from './changes.ts';
import { findFiscalYear, type FiscalYearRow, listFiscalYears as readFiscalYears, saveFiscalYear } from './queries.ts';
import type { FiscalYear, FiscalYearItem } from './schema.ts';
import { STORED_VERSION, type StoredReports } from './stored.ts';

/** Returns the fiscal years since the books began, the latest first. */
export function listFiscalYears(app: App): Promise<{ items: FiscalYearItem[] }> {
  return inSnapshot(app, async (app) => {
    const rows = new Map((await readFiscalYears(app.db)).map((row) => [row.year, row]));
    const { fiscalYearStartMonth } = await getChurch(app);
    const yearOf = (day: CalendarDate) => monthOf(fiscalYearOf(day, fiscalYearStartMonth).from).year;
    const last = yearOf(await today(app));
    const first = yearOf((await firstDayOfBooks(app)) ?? (await today(app)));
    const years = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => last - index);
    const all = [...new Set([...years, ...rows.keys()])].toSorted((a, b) => b - a);
    return { items: all.map((year) => itemOf(year, fiscalYear(year, fiscalYearStartMonth), rows.get(year))) };
  });
}

function itemOf(
  year: number,
  range: DateRange,
  row: Pick<FiscalYearRow, 'status' | 'closedAt' | 'closedBy'> | undefined,
): FiscalYearItem {
  return {
    year,
    ...range,
    status: row?.status ?? 'Open',
    closedAt: row?.closedAt ?? null,
    closedBy: row?.closedBy ?? null,
  };
}

/**
 * Returns a fiscal year with the status of its months and, if it is closed, with what has changed since then. Form 990 is
 * left out of the changes outside the United States.
 */
export function getFiscalYear(app: App, year: number): Promise<FiscalYear> {
  return inSnapshot(app, async (app) => {
    const range = await rangeOfYear(app, year);
    const row = await findFiscalYear(app.db, year);
    const finalized = await finalizedMonths(app, range);
    const months = (await monthsInBooks(app, range)).map((month) => ({
      month,
      status: finalized.has(month) ? ('Finalized' as const) : ('Draft' as const),
    }));
    const { country } = await getChurch(app);
    const stored = row?.snapshot == null ? undefined : (JSON.parse(row.snapshot) as StoredReports);
    return {
      ...itemOf(year, range, row),
      months,
      changes: stored ? changesSince(stored.reports, await reportsOf(app, range)).filter(isKnownIn(country)) : [],
      statementsIssuedSince: row?.closedAt == null ? 0 : await countIssuedSince(app, year, row.closedAt),
    };
  });
}

/** Returns a function that leaves out Form 990 outside the United States. */
const isKnownIn =
  (country: string | null) =>
  ({ report }: FiscalYear['changes'][number]) =>
    report !== 'Form990' || hasIrs(country);

/**
 * Closes a fiscal year: stores Form 990, the income statement, the balance sheet and the fund balances. Raises
 * `year_closed`, `before_the_books`, `open_periods` with the months since the books began that are not finalized, and
 * `open_items` with the year-end entries that wait for approval.
 */
export function closeFiscalYear(app: App, year: number): Promise<FiscalYear> {
  return inTransaction(app, async (app) => {
    const before = await findFiscalYear(app.db, year);
    if (before?.status === 'Closed') throw new AppError('year_closed', `The fiscal year ${year} is already closed.`);
    const range = await rangeOfYear(app, year);
    await refuseOpenMonths(app, year, range);
    await refusePendingEntries(app, year, range);
    const stored: StoredReports = { version: STORED_VERSION, reports: await reportsOf(app, range) };
    const closed = { closedAt: now(app), closedBy: actorId(app) };
    const row = { year, status: 'Closed' as const, snapshot: JSON.stringify(stored), ...closed };
    await saveFiscalYear(app.db, { ...row, ...(before ? { ...before, ...row, ...modified(app) } : created(app)) });
    await recordChange(app, 'FiscalYearClosed', year, { before });
    return getFiscalYear(app, year);
  });
}

/** Reopens a closed fiscal year, which removes its stored reports. Raises `invalid_transition` if the year is open. */
export function reopenFiscalYear(app: App, year: number, reason: string): Promise<FiscalYear> {
  return inTransaction(app, async (app) => {
    const before = await findFiscalYear(app.db, year);
    if (before?.status !== 'Closed') throw new AppError('invalid_transition', `The fiscal year ${year} is not closed.`);
    const opened = { status: 'Open' as const, snapshot: null, closedAt: null, closedBy: null };
    await saveFiscalYear(app.db, { ...before, ...opened, ...modified(app) });
    await recordChange(app, 'FiscalYearReopened', year, { before, more: { reason: [null, reason] } });
    return getFiscalYear(app, year);
  });
}

async function rangeOfYear(app: App, year: number): Promise<DateRange> {
  const { fiscalYearStartMonth } = await getChurch(app);
  return fiscalYear(year, fiscalYearStartMonth);
}

/** Returns the reports that a closed year stores, by key. */
async function reportsOf(app: App, range: DateRange): Promise<StoredReports['reports']> {
  const catalogs = await readCatalogs(app);
  return {
    [FORM990]: await computeReport(app, range),
    ...(await allIncomeStatements(app, range, catalogs)),
    ...(await allActivities(app, range, catalogs)),
    ...(await allBalanceSheets(app, range.to, catalogs)),
    ...(await allFundBalances(app, range, catalogs)),
  };
}

async function firstDayOfBooks(app: App): Promise<CalendarDate | undefined> {
  return (await findBeginning(app.db)) ?? findFirstDay(app.db);
}

/**
 * Returns the months of a range since the books began, as `YYYY-MM`. If there are no documents, returns all months of
 * the range.
 */
async function monthsInBooks(app: App, { from, to }: DateRange): Promise<string[]> {
  const first = (await firstDayOfBooks(app)) ?? from;
  const since = first > from ? `${first.slice(0, 7)}-01` : from;
  return since > to ? [] : monthsOf({ from: since, to }).map((month) => formatMonth(monthOf(month.from)));
}

async function finalizedMonths(app: App, { from }: DateRange): Promise<ReadonlySet<string>> {
  return new Set((await listFinalizedFrom(app.db, monthOf(from))).map(formatMonth));
}

async function refuseOpenMonths(app: App, year: number, range: DateRange): Promise<void> {
  if ((await monthsInBooks(app, range)).length === 0) {
    throw new AppError('before_the_books', `The books begin after the fiscal year ${year}. There is nothing to close.`);
  }
  // An open month of an earlier year would still change the balances that the closed year stores.
  const since = { from: (await firstDayOfBooks(app)) ?? range.from, to: range.to };
  const finalized = await finalizedMonths(app, since);
  const months = (await monthsInBooks(app, since)).filter((month) => !finalized.has(month));
  const [first] = months;
  if (first === undefined) return;
  const later = [...finalized].filter((month) => month > first).toSorted();
  throw new AppError(
    'open_periods',
    `Months up to the end of the fiscal year ${year} are open: ${months.join(', ')}. Nothing was changed. ` +
      (later.length === 0
        ? `Finalize them first: vestry statement finalize ${first}`
        : await stepsBefore(app, later.at(-1) ?? '')),
    { extra: { months } },
  );
}

/** After the close, nobody could approve such an entry. */
async function refusePendingEntries(app: App, year: number, { to }: DateRange): Promise<void> {
  const pending = await pendingYearEnd(app, to);
  const [first] = pending;
  if (!first) return;
  const openItems = pending.map(({ id, date, amount }) => {
    return { type: 'JournalEntry', id, date, amount: toDecimal(amount) };
  });
  throw new AppError(
    'open_items',
    `Year-end entries of ${year} wait for approval: ${pending.map(({ id }) => id).join(', ')}. Nothing was changed. ` +
      `Have another person approve them, or delete them: vestry journal-entry approve ${first.id}`,
    { extra: { openItems } },
  );
}

/** Returns the next steps if months are open that lie before finalized ones. `latest` is the latest finalized month. */
async function stepsBefore(app: App, latest: string): Promise<string> {
  const reopen = `Later months are finalized, so reopen those first, the latest first: vestry statement reopen ${latest}`;
  if (await findBeginning(app.db)) return reopen;
  return `${reopen}. Or save an opening, with which the books begin later: vestry opening set`;
}

async function recordChange(
  app: App,
  action: string,
  year: number,
  { before, more = {} }: { before: FiscalYearRow | undefined; more?: Changes },
): Promise<void> {
  const after = await findFiscalYear(app.db, year);
  const changes: Changes = {
    status: [before?.status ?? 'Open', after?.status ?? 'Open'],
    closedAt: [before?.closedAt ?? null, after?.closedAt ?? null],
    closedBy: [before?.closedBy ?? null, after?.closedBy ?? null],
    digest: [before ? digestOfYear(before) : null, after ? digestOfYear(after) : null],
    ...more,
  };
  await record(app, { action, entityType: 'FiscalYear', entityId: year, changes });
}
