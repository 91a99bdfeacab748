import { type App, created, inSnapshot, inTransaction, modified, NEVER_SAVED } from '../../../app.ts';
import { refuseClosedYear } from '../../../books/fiscal-years.ts';
import { addDays, type DateRange, fiscalYear } from '../../../lib/date.ts';
import type { Minor } from '../../../lib/money.ts';
import { changesBetween } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { getChurch } from '../../church/profile/service.ts';
import { refuseDifference } from './agreement.ts';
import { readFigureRecords, refuseCovered, refuseFaults } from './checks.ts';
import {
  type FigureLine,
  type FiguresRow,
  findFigures,
  insertFigures,
  listLines,
  replaceLines,
  updateFigures,
} from './queries.ts';
import {
  digestOfFigures,
  type Ends,
  type FigureRecords,
  isEmpty,
  linesOf,
  netAssetsOf,
  valuesOf,
  withTargets,
} from './rules.ts';
import { type NewPriorFigures, PriorFigures } from './schema.ts';

const NOTHING = { income: [], expenses: [], netAssets: null, assets: null, liabilities: null };

/** Returns the figures of a fiscal year before the books. The lists are empty if none are saved. */
export function getPriorFigures(app: App, year: number): Promise<PriorFigures> {
  return inSnapshot(app, async (app) => {
    const range = fiscalYear(year, (await getChurch(app)).fiscalYearStartMonth);
    return show(app, year, range);
  });
}

async function show(app: App, year: number, range: DateRange): Promise<PriorFigures> {
  const about = { fiscalYear: year, ...range };
  const row = await findFigures(app.db, range.from);
  if (!row) return { ...about, ...NOTHING, ...NEVER_SAVED };
  const lines = await listLines(app.db, row.id);
  const { createdAt, modifiedAt, createdBy, modifiedBy } = row;
  return {
    ...about,
    income: lines
      .filter(({ part }) => part === 'Income')
      .map(({ name, categoryId, incomeCategoryId, amountMinor }) => {
        return { name, categoryId, incomeCategoryId, amount: amountMinor };
      }),
    expenses: lines
      .filter(({ part }) => part === 'Expense')
      .map(({ name, subCategoryId, groupId, amountMinor }) => ({ name, subCategoryId, groupId, amount: amountMinor })),
    ...endsOf(row),
    createdAt,
    modifiedAt,
    createdBy,
    modifiedBy,
  };
}

const endsOf = ({ netAssetsMinor, assetsMinor, liabilitiesMinor }: FiguresRow): Ends => {
  return { netAssets: netAssetsMinor, assets: assetsMinor, liabilities: liabilitiesMinor };
};

/**
 * Saves the figures of a fiscal year before the books, or replaces them. If they stay as they are, nothing is written.
 * Raises `conflict` if the books have figures of that year, `validation_failed`, `unknown_reference`,
 * `prior_figures_differ` if the year ends with other net assets than the opening has, and `year_closed` if a closed year
 * has printed the figures beside its own.
 */
export function putPriorFigures(app: App, year: number, input: NewPriorFigures): Promise<PriorFigures> {
  return inTransaction(app, async (app) => {
    const range = await refuseUnfit(app, year, input);
    const row = await findFigures(app.db, range.from);
    const { columns, lines, digest } = storedOf(input, await readFigureRecords(app));
    const old = row ? await digestNow(app, row) : null;
    if (old === digest) return show(app, year, range);
    if (row) await refuseClosedYear(app, addDays(range.to, 1), (await getChurch(app)).fiscalYearStartMonth);
    const before = row ? await show(app, year, range) : null;
    if (row) await updateFigures(app.db, row.id, { ...columns, ...modified(app) });
    const id = row?.id ?? (await insertFigures(app.db, { startsOn: range.from, ...columns, ...created(app) }));
    await replaceLines(app.db, id, lines);
    const after = await show(app, year, range);
    await record(app, {
      action: row ? 'PriorFiguresUpdated' : 'PriorFiguresCreated',
      entityType: 'PriorFigures',
      entityId: id,
      changes: { ...changesBetween(PriorFigures, before, after), digest: [old, digest] },
    });
    return after;
  });
}

/** Checks figures without saving them. Raises what `putPriorFigures` raises, except for `year_closed`. */
export async function checkPriorFigures(app: App, year: number, input: NewPriorFigures): Promise<void> {
  await inSnapshot(app, (app) => refuseUnfit(app, year, input));
}

/** Returns the days of the fiscal year, if the figures can be saved for it. */
async function refuseUnfit(app: App, year: number, input: NewPriorFigures): Promise<DateRange> {
  const { fiscalYearStartMonth } = await getChurch(app);
  const range = fiscalYear(year, fiscalYearStartMonth);
  const takesAway = isEmpty({ ...input, lines: linesOf(input) }) && (await findFigures(app.db, range.from));
  if (!takesAway) await refuseCovered(app, range, fiscalYearStartMonth);
  await refuseFaults(app, input);
  await refuseDifference(app, range, netAssetsOf(input));
  return range;
}

function storedOf(input: NewPriorFigures, records: FigureRecords) {
  const { netAssets, assets, liabilities } = input;
  const lines = withTargets(linesOf(input), records);
  return {
    columns: { netAssetsMinor: netAssets, assetsMinor: assets, liabilitiesMinor: liabilities },
    lines,
    digest: digestOfFigures({ totals: [netAssets, assets, liabilities], lines: lines.map(valuesOf) }),
  };
}

async function digestNow(app: App, row: FiguresRow): Promise<string> {
  const { netAssets, assets, liabilities } = endsOf(row);
  const lines = await listLines(app.db, row.id);
  return digestOfFigures({ totals: [netAssets, assets, liabilities], lines: lines.map(valuesOf) });
}

/** An entered amount. Without an id, it is a row of its own; income is then other income. */
export type EnteredLine = {
  part: 'giving' | 'otherIncome' | 'expense' | 'group';
  id: number | null;
  name: string;
  amount: Minor;
};

/** What the church entered for a fiscal year. */
export type Entered = Ends & { lines: readonly EnteredLine[] };

/** Returns the figures of the fiscal year that begins on a day, or undefined if none are saved or all are empty. */
export async function enteredFigures(app: App, startsOn: string): Promise<Entered | undefined> {
  const row = await findFigures(app.db, startsOn);
  if (!row) return undefined;
  const lines = (await listLines(app.db, row.id)).map(enteredLine);
  const entered = { ...endsOf(row), lines };
  return isEmpty(entered) ? undefined : entered;
}

function enteredLine(line: FigureLine): EnteredLine {
  const { name, categoryId, incomeCategoryId, subCategoryId, groupId, amountMinor: amount } = line;
  if (categoryId !== null) return { part: 'giving', id: categoryId, name, amount };
  if (groupId !== null) return { part: 'group', id: groupId, name, amount };
  const part = line.part === 'Income' ? 'otherIncome' : 'expense';
  return { part, id: incomeCategoryId ?? subCategoryId, name, amount };
}
