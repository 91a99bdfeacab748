import { type App, inSnapshot } from '../../../app.ts';
import { addMonths, type CalendarDate, formatMonth, type Month, monthOf, monthRange } from '../../../lib/date.ts';
import { addMoney, ZERO } from '../../../lib/money.ts';
import { listSaved, type StatementRow } from './queries.ts';
import { heldForOthers } from '../../giving/categories/service.ts';
import { type Activity, activityOf, netOf, ownSums } from '../../../books/activity.ts';
import { findBeginning } from '../../../books/balances.ts';
import { sumFundPostings } from '../../../books/posted-sums.ts';
import { type Carry, carryFrom, type SavedMonth } from './rules.ts';
import type { StatementItem, StatementQuery } from './schema.ts';
import { frozenFigures, opening } from './service.ts';

/**
 * Returns the saved statements with their totals, the latest month first. If `year` is given, returns only the
 * statements of that year.
 */
export function listStatements(app: App, { year }: StatementQuery): Promise<{ items: StatementItem[] }> {
  return inSnapshot(app, async (app) => {
    const saved = await listSaved(app.db);
    const months = saved.map(toSavedMonth);
    const begin = await findBeginning(app.db);
    const ledgerCarry = await carryFromLedger(app, saved, begin);
    const wanted = saved
      .map((row, index) => ({
        row,
        carry: isInBooks(row, begin) ? ledgerCarry : carryOf(row, months.slice(index + 1)),
      }))
      .filter(({ row }) => year === undefined || row.year === year);
    const activity = await activityByMonth(app, wanted.flatMap(monthsBehind), begin);
    return { items: wanted.map((one) => toItem(one, activity)) };
  });
}

/** True if the books begin in the month or before it. The opening balance of such a month is the net assets. */
const isInBooks = (month: Month, begin: CalendarDate | undefined) =>
  begin !== undefined && monthRange(month).to >= begin;

/** Returns the net assets at the start of the earliest draft in the books. Later drafts carry them over. */
async function carryFromLedger(
  app: App,
  saved: readonly StatementRow[],
  begin: CalendarDate | undefined,
): Promise<Carry | undefined> {
  const earliest = saved.findLast((row) => row.status === 'Draft' && isInBooks(row, begin));
  if (!earliest) return undefined;
  const { openingBalance } = await opening(app, earliest, earliest);
  return { base: openingBalance, since: monthRange(earliest).from, throughDraft: false };
}

/**
 * A stored statement. If it is a draft for which no opening balance was given, `carry` is the source of its opening
 * balance.
 */
type Listed = { row: StatementRow; carry: Carry | undefined };

function carryOf(row: StatementRow, earlier: readonly SavedMonth[]): Carry | undefined {
  return row.status === 'Finalized' || row.openingBalanceMinor !== null ? undefined : carryFrom(earlier);
}

function toSavedMonth({ year, month, status, openingBalanceMinor, closingBalanceMinor }: StatementRow): SavedMonth {
  return { year, month, status, openingBalance: openingBalanceMinor, closingBalance: closingBalanceMinor };
}

/**
 * Returns the months whose activity must be summed for a statement: its own month and the months that it carries over.
 * A finalized statement needs none, because it is stored as a whole.
 */
function monthsBehind({ row, carry }: Listed): Month[] {
  return row.status === 'Finalized' ? [] : [...carriedMonths(row, carry), { year: row.year, month: row.month }];
}

function carriedMonths(row: Month, carry: Carry | undefined): Month[] {
  const months: Month[] = [];
  if (!carry) return months;
  for (let one = monthOf(carry.since); formatMonth(one) < formatMonth(row); one = addMonths(one, 1)) months.push(one);
  return months;
}

/**
 * Returns the totals of each month, by month as `YYYY-MM`. In the month in which the books begin, the totals start on
 * that day.
 */
async function activityByMonth(
  app: App,
  months: readonly Month[],
  begin: CalendarDate | undefined,
): Promise<ReadonlyMap<string, Activity>> {
  const held = await heldForOthers(app);
  const sumsOf = async (part: readonly Month[], since = '') => {
    const keys = part.map(formatMonth).toSorted();
    const [first, last] = [keys[0], keys.at(-1)];
    if (first === undefined || last === undefined) return [];
    const from = since > `${first}-01` ? since : `${first}-01`;
    return ownSums(await sumFundPostings(app.db, { from, to: `${last}-31`, entryDate: 'shownOn' }), held);
  };
  const sums = [
    ...(await sumsOf(months.filter((month) => !isInBooks(month, begin)))),
    ...(await sumsOf(
      months.filter((month) => isInBooks(month, begin)),
      begin,
    )),
  ];
  const keys = new Set(months.map(formatMonth));
  return new Map([...keys].map((key) => [key, activityOf(sums.filter(({ month }) => month === key))]));
}

const NOTHING: Activity = { giving: ZERO, otherIncome: ZERO, expenses: ZERO, adjustments: ZERO };

function toItem({ row, carry }: Listed, activity: ReadonlyMap<string, Activity>): StatementItem {
  const { year, month, status, notes, finalizedAt, finalizedBy } = row;
  const item = { year, month, status, notes, finalizedAt, finalizedBy };
  if (row.snapshot !== null) return { ...frozenFigures(row.snapshot), ...item };
  const of = (one: Month) => activity.get(formatMonth(one)) ?? NOTHING;
  const net = (one: Month) => netOf(of(one));
  const carried = () => addMoney(carry?.base ?? ZERO, ...carriedMonths(row, carry).map(net));
  const openingBalance = carry ? carried() : (row.openingBalanceMinor ?? ZERO);
  const { giving: totalGiving, expenses: totalExpenses, otherIncome: totalOtherIncome, adjustments } = of(row);
  const netChange = net(row);
  const closingBalance = addMoney(openingBalance, netChange);
  return {
    ...item,
    openingBalance,
    totalGiving,
    totalOtherIncome,
    totalExpenses,
    adjustments,
    netChange,
    closingBalance,
  };
}
