/** Reads the versions of budgets. */
import { type App, inSnapshot, NEVER_SAVED } from '../../../app.ts';
import { depreciationIn } from '../../../books/form990-lines.ts';
import { notFound } from '../../../errors.ts';
import { fiscalYear } from '../../../lib/date.ts';
import { getChurch } from '../../church/profile/service.ts';
import {
  findLatest,
  findVersion,
  linesByVersion,
  listLatest,
  listVersions as readVersions,
  NO_LINES,
  sumsByVersion,
  type VersionRow,
} from './queries.ts';
import { type BudgetRecords, readBudgetRecords } from './references.ts';
import { type StoredLine, totalsOf, totalsOfSums } from './rules.ts';
import type { Budget, BudgetLine, BudgetVersion } from './schema.ts';

/** Returns the latest version of the budget of a fiscal year. If none is saved, returns a draft without lines. */
export function getBudget(app: App, year: number): Promise<Budget> {
  return inSnapshot(app, async (app) => showVersion(app, year, await findLatest(app.db, year)));
}

/** Returns one version of the budget of a fiscal year. Raises `not_found`. */
export function getVersion(app: App, year: number, version: number): Promise<Budget> {
  return inSnapshot(app, async (app) => {
    const row = await findVersion(app.db, year, version);
    if (!row) throw notFound('version of the budget');
    return showVersion(app, year, row);
  });
}

/** Returns all versions of the budget of a fiscal year with their totals, the first one first. */
export function listVersions(app: App, year: number): Promise<{ items: BudgetVersion[] }> {
  return inSnapshot(app, async (app) => {
    const rows = await readVersions(app.db, year);
    const ids = rows.map(({ id }) => id);
    const known = await sumsByVersion(app.db, ids, depreciationOf(await readBudgetRecords(app)));
    const items = rows.map(({ id, year: _year, ...row }) => {
      const { sums, lineCount } = known.get(id) ?? NO_LINES;
      return { ...row, totals: totalsOfSums(sums), lineCount };
    });
    return { items };
  });
}

/** Returns the lines of the latest budgets of the fiscal years from `from` to `to`, by year. */
export async function latestLines(
  app: App,
  from: number,
  to: number,
): Promise<ReadonlyMap<number, readonly StoredLine[]>> {
  const rows = await listLatest(app.db, from, to);
  const lines = await linesByVersion(
    app.db,
    rows.map(({ id }) => id),
  );
  return new Map(rows.map(({ id, year }) => [year, lines.get(id) ?? []]));
}

/** A line of a budget, with the amounts of its months. */
export type LineOfBudget = StoredLine;

/** Returns the lines of the latest budget of a fiscal year, and which version they are from, or null. */
export async function latestBudget(app: App, year: number) {
  const { row, lines } = await present(app, year);
  return { lines, version: row ? { version: row.version, kind: row.kind, adoptedOn: row.adoptedOn } : null };
}

/** Returns the latest version of the budget of a year with its lines. The row is undefined if none is saved. */
export async function present(
  app: App,
  year: number,
): Promise<{ row: VersionRow | undefined; lines: readonly StoredLine[] }> {
  const row = await findLatest(app.db, year);
  const lines = row ? ((await linesByVersion(app.db, [row.id])).get(row.id) ?? []) : [];
  return { row, lines };
}

/** Returns a version as the API shows it. Without a row, returns a draft without lines. */
export async function showVersion(app: App, year: number, row: VersionRow | undefined): Promise<Budget> {
  const { fiscalYearStartMonth } = await getChurch(app);
  const about = { fiscalYear: year, ...fiscalYear(year, fiscalYearStartMonth) };
  if (!row) {
    const draft = { version: null, kind: 'Draft' as const, adoptedOn: null, reason: null };
    return { ...about, ...draft, totals: totalsOf([], new Set()), lines: [], ...NEVER_SAVED };
  }
  const lines = (await linesByVersion(app.db, [row.id])).get(row.id) ?? [];
  const records = await readBudgetRecords(app);
  const { id: _id, year: _year, ...version } = row;
  const totals = totalsOf(lines, depreciationOf(records));
  return { ...about, ...version, totals, lines: lines.map((line) => named(records, line)) };
}

const depreciationOf = ({ subCategoryId }: BudgetRecords) => depreciationIn([...subCategoryId.values()]);

function named(records: BudgetRecords, line: StoredLine): BudgetLine {
  const { categoryId, incomeCategoryId, subCategoryId, accountId, ministryId, fundId, annual, months } = line;
  const target =
    records.categoryId.get(categoryId ?? 0) ??
    records.incomeCategoryId.get(incomeCategoryId ?? 0) ??
    records.subCategoryId.get(subCategoryId ?? 0) ??
    records.accountId.get(accountId ?? 0);
  return {
    categoryId,
    incomeCategoryId,
    subCategoryId,
    accountId,
    name: target?.name ?? '',
    ministryId,
    ministryName: records.ministryId.get(ministryId ?? 0)?.name ?? null,
    fundId,
    fundName: records.fundId.get(fundId ?? 0)?.name ?? null,
    annual,
    months: [...months],
  };
}
