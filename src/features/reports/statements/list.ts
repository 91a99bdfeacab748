import { type App, inSnapshot } from '../../../app.ts';
import { breathe } from '../../../lib/chunks.ts';
import { addMonths, formatMonth, type Month, monthOf, monthRange } from '../../../lib/date.ts';
import { addMoney, subtractMoney, ZERO } from '../../../lib/money.ts';
import { listSaved, type StatementRow } from './queries.ts';
import { heldForOthers } from '../../giving/categories/service.ts';
import { sumActivity } from '../../../books/sums.ts';
import { type Carry, carryFrom, type SavedMonth } from './rules.ts';
import type { Activity } from '../../../books/sums.ts';
import type { StatementItem, StatementQuery } from './schema.ts';
import { frozenFigures } from './service.ts';

/**
 * Returns the saved statements with their totals, the latest month first. If `year` is given, returns only the
 * statements of that year.
 */
export function listStatements(app: App, { year }: StatementQuery): Promise<{ items: StatementItem[] }> {
  return inSnapshot(app, async (app) => {
    const saved = await listSaved(app.db);
    const months = saved.map(toSavedMonth);
    const wanted = saved
      .map((row, index) => ({ row, carry: carryOf(row, months.slice(index + 1)) }))
      .filter(({ row }) => year === undefined || row.year === year);
    const activity = await activityOf(app, wanted.flatMap(monthsBehind));
    return { items: wanted.map((one) => toItem(one, activity)) };
  });
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

/** Returns the giving and expenses of each month. Lets other requests run between two months. */
async function activityOf(app: App, months: readonly Month[]): Promise<ReadonlyMap<string, Activity>> {
  const activity = new Map<string, Activity>();
  const held = await heldForOthers(app);
  for (const month of months) {
    const key = formatMonth(month);
    if (activity.has(key)) continue;
    const days = { since: monthRange(month).from, before: monthRange(addMonths(month, 1)).from };
    activity.set(key, await sumActivity(app.db, { ...days, held }));
    await breathe();
  }
  return activity;
}

function toItem({ row, carry }: Listed, activity: ReadonlyMap<string, Activity>): StatementItem {
  const { year, month, status, notes, finalizedAt, finalizedBy } = row;
  const item = { year, month, status, notes, finalizedAt, finalizedBy };
  if (row.snapshot !== null) return { ...frozenFigures(row.snapshot), ...item };
  const of = (one: Month) => activity.get(formatMonth(one)) ?? { giving: ZERO, expenses: ZERO };
  const net = (one: Month) => subtractMoney(of(one).giving, of(one).expenses);
  const openingBalance =
    row.openingBalanceMinor ?? addMoney(carry?.base ?? ZERO, ...carriedMonths(row, carry).map(net));
  const { giving: totalGiving, expenses: totalExpenses } = of(row);
  const netChange = net(row);
  const closingBalance = addMoney(openingBalance, netChange);
  return { ...item, openingBalance, totalGiving, totalExpenses, netChange, closingBalance };
}
